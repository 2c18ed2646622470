// A model is variables, factors and outputs, and the expression graph they live in.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "expr/graph.h"
#include "model/support.h"

namespace autumn::expr {
class Builder;
}

namespace autumn::dist {
struct Distribution;
}

namespace autumn::model {

using expr::Graph;
using expr::NodeId;

// A declared parameter. Its node is the graph's input of the same number, and holds values on the
// declared (constrained) scale. One or two dimensions make a vector or a matrix node; more are
// flattened, first index fastest, into a vector node.
struct Variable {
  std::string name;
  std::vector<std::size_t> dims;
  Support support;
  NodeId node;
  SourceRange where;
  // How many of the dimensions, from the first, are those of arrays; nothing where nobody said. It
  // matters to the order in which Stan has unconstrained numbers, and to nothing else.
  std::optional<std::size_t> array_rank = std::nullopt;
  // By a reject(), whose message needs its number at every point, so that it is sampled.
  bool is_told = false;

  bool operator==(const Variable&) const = default;
};

// A second way to write an opaque factor: with its weight it is minus half the sum over rows of
// (residual / scale)^2, for all values of the variables.
struct Squares {
  NodeId residual;  // a vector
  NodeId scale;     // a scalar, or one per row; positive

  bool operator==(const Squares&) const = default;
};

// One term of the log density: a distribution with its value and arguments, elementwise over arrays
// (the term is the sum); or, with no distribution, an opaque expression `value` (the term is the
// sum of its elements). The weight multiplies element by element; it is a constant, and absent if
// it is one.
struct Factor {
  const dist::Distribution* distribution = nullptr;
  NodeId value;
  std::vector<NodeId> arguments;
  std::optional<NodeId> weight = std::nullopt;
  std::string label;  // the name of what is observed or distributed, for messages
  SourceRange where;
  // Says only that something does not overflow: left out where it would keep a variable from being
  // integrated out.
  bool is_precaution = false;
  // Of an opaque factor that has been read as such, or why one that has squares in it was not.
  std::optional<Squares> squares = std::nullopt;
  std::string squares_obstacle = {};

  [[nodiscard]] bool is_opaque() const { return distribution == nullptr; }
  bool operator==(const Factor&) const = default;
};

// A named quantity computed from the variables.
struct Output {
  std::string name;
  std::vector<std::size_t> dims;
  NodeId node;
  SourceRange where;

  bool operator==(const Output&) const = default;
};

struct Model {
  Graph graph;
  std::vector<Variable> variables;
  std::vector<Factor> factors;
  std::vector<Output> outputs;

  bool operator==(const Model&) const = default;
};

// The shape of the node of a variable or output with these dimensions.
[[nodiscard]] expr::Shape node_shape(std::span<const std::size_t> dims);

// Every node the model refers to, in a fixed order: variables, bounds, factors, outputs.
[[nodiscard]] std::vector<NodeId> roots(const Model& model);

// The same model over another graph; `map` gives the new id of every root.
[[nodiscard]] Model with_graph(const Model& model, Graph graph, std::span<const NodeId> map);

// Variables, factors and outputs with the graph they need, numbered in the order printed. Labels
// and source places are left out: models that mean the same print the same.
[[nodiscard]] std::string to_text(const Model& model);

// Inputs match variables, shapes match dimensions, factors have the arguments of their
// distribution. An error here is ours.
[[nodiscard]] Status check(const Model& model);

// The log density of each element (or item) of a factor, weighted, as an expression added to the
// builder, which must hold the model's graph.
[[nodiscard]] NodeId log_density(expr::Builder& builder, const Factor& factor);

}  // namespace autumn::model
