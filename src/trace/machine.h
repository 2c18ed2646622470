// The machine is what values are computed with: every primitive works on numbers at once and on
// symbols through the graph.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "dist/distribution.h"
#include "expr/builder.h"
#include "expr/term.h"
#include "model/validity.h"
#include "stan/syntax/ast.h"
#include "trace/gates.h"
#include "trace/value.h"

namespace autumn::trace {

// A mistake that shows only while the program runs (a wrong size, an index out of range, reject()).
// Thrown inside the tracer and turned into a `Result` or a rejected draw at its border; never
// leaves this folder.
struct RuntimeError {
  std::string message;
  std::string suggestion;
  SourceRange where;         // filled in by the statement or expression that was running
  bool is_reject = false;    // reject(): the point is refused, the program is fine
  bool is_of_point = false;  // what it says is known at a point only
  // What the program does here depends on a symbol, so that a graph cannot say it.
  bool is_undecided = false;
  bool is_fatal = false;  // fatal_error(): the run ends
};
[[noreturn]] void fail(std::string message, std::string suggestion = {});
[[noreturn]] void fail_undecided(std::string message);

// A density that was asked for as a value (`normal_lpdf(y | mu, sigma)`): what a deferred node
// stands for.
struct Deferred {
  const dist::Distribution* distribution = nullptr;
  NodeId value;
  std::vector<NodeId> arguments;
};

// Owns the graph under construction. A machine without symbols (generated quantities) never touches
// it.
class Machine {
 public:
  explicit Machine(expr::Builder& builder) : builder_(builder) {}

  [[nodiscard]] expr::Builder& builder() { return builder_; }

  // ---- from values to nodes and back ----
  // The value as one node with the shape of its dims (rank <= 2: scalar, vector, matrix; more: a
  // flat vector). Elements are packed.
  [[nodiscard]] NodeId node(const Value& value);
  [[nodiscard]] expr::Term term(const Value& value);
  // A node as a value; constants become numbers again.
  [[nodiscard]] Value value(stan::Type type, Dims dims, NodeId node);
  // As a vector or row vector node even for arrays of scalars; rank is that of the dims.
  [[nodiscard]] Value value(stan::Type type, Dims dims, expr::Term term) {
    return value(type, std::move(dims), term.id());
  }

  // ---- primitives ----
  // Elementwise, with scalars broadcast: the result has the type and dims given.
  [[nodiscard]] Value elementwise(expr::Op op, std::span<const Value> operands, stan::Type type,
                                  const Dims& dims);
  // Any operation whose operands are scalars, vectors (rank 1) or matrices (rank 2) as nodes.
  [[nodiscard]] Value apply(expr::Op op, std::span<const Value> operands, stan::Type type,
                            Dims dims, std::uint32_t flags = 0);
  // Element i of the result is element index[i] of x, in storage order.
  [[nodiscard]] Value gather(const Value& x, expr::Index index, stan::Type type, Dims dims);
  // The element at this place of storage, as a scalar.
  [[nodiscard]] Value element(const Value& x, std::size_t place, stan::Type type);
  // x with its elements index[i] replaced by those of `part`.
  void scatter(Value& x, const expr::Index& index, const Value& part);
  // All elements of the parts, one after the other in storage order.
  [[nodiscard]] Value concat(std::span<const Value> parts, stan::Type type, Dims dims);

  // ---- densities ----
  // The log density of all elements together, as a scalar: a deferred node if anything is unknown,
  // else a number.
  [[nodiscard]] Value log_density(const dist::Distribution& distribution, const Value& y,
                                  std::span<const Value> arguments);

  // ---- what messages of refused points read ----
  void tell(NodeId node) { told_.push_back(node); }
  [[nodiscard]] const std::vector<NodeId>& told() const { return told_; }

  // ---- requirements ----
  // What a function asks of an unknown argument; a model gets a condition for it.
  void require(model::Requirement requirement);
  [[nodiscard]] const std::vector<model::Requirement>& requirements() const {
    return requirements_;
  }
  // Where what is traced counts: where this node is not 0, or everywhere. Requirements hold only
  // there, and densities get arguments that are in their domains elsewhere.
  [[nodiscard]] std::optional<NodeId> taken() const { return taken_; }
  void set_taken(std::optional<NodeId> taken) { taken_ = taken; }
  [[nodiscard]] std::span<const Gate> gates() const { return gates_; }

  // The statement that runs, of which requirements remember the place and the label.
  void set_statement(const stan::Statement& statement) { statement_ = &statement; }

 private:
  // x where it counts, and elsewhere a number that is in the domain or the range.
  [[nodiscard]] NodeId gated(NodeId x, dist::Domain domain);
  [[nodiscard]] NodeId gated(NodeId x, double inside);

  expr::Builder& builder_;
  std::optional<NodeId> taken_;
  std::vector<Gate> gates_;  // of arguments of densities
  std::vector<model::Requirement> requirements_;
  std::vector<NodeId> told_;
  // Node, domain, finite, ends of the range, result: each is asked once.
  std::set<std::tuple<NodeId, dist::Domain, bool, double, double, std::optional<NodeId>>> required_;
  const stan::Statement* statement_ = nullptr;
};

// What a deferred node stands for, or nothing for any other node.
// Numbers of an input, which are finite.
[[nodiscard]] bool is_parameter(const expr::Graph& graph, NodeId x);
[[nodiscard]] std::optional<Deferred> find_deferred(const expr::Graph& graph, NodeId node);

// The sum of a density (or cdf) at known values, computed at once and apart from any graph.
using DensityFunction = std::function<expr::Term(expr::Term y, dist::Arguments arguments)>;
[[nodiscard]] double known_density(const DensityFunction& function, const Value& y,
                                   std::span<const Value> arguments);

// The shape of the node of a value with these dims.
[[nodiscard]] expr::Shape node_shape(const Dims& dims);

}  // namespace autumn::trace
