// This header says what the public handles hold: a model under construction, and expressions that
// are data or belong to one.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "autumn/error.hpp"
#include "autumn/expr.hpp"
#include "base/error.h"
#include "expr/builder.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "model/model.h"
#include "simulate/source.h"

namespace autumn::detail {

struct ModelData {
  expr::Builder builder;
  std::vector<model::Variable> variables;
  std::vector<model::Factor> factors;
  std::vector<model::Output> outputs;
  std::vector<simulate::Observation> observed;
  std::set<std::string> names;
};

// An expression of a model's parameters.
struct Reference {
  std::shared_ptr<ModelData> model;
  expr::NodeId id;
};

struct ExprData {
  std::variant<expr::Array, Reference> value;

  [[nodiscard]] expr::Shape shape() const;
  // Null for data.
  [[nodiscard]] std::shared_ptr<ModelData> model() const;
};

[[noreturn]] inline void throw_error(const Error& error) {
  throw ModelError(to_text(error));
}

[[noreturn]] void throw_mistake(std::string message, std::string suggestion = {},
                                SourceRange where = {});

// The expression as a node of this builder; throws if it belongs to another model.
[[nodiscard]] expr::Term in_model(const std::shared_ptr<ModelData>& model, const Expr& x);

[[nodiscard]] Expr make_expr(expr::Array array);
[[nodiscard]] Expr make_expr(std::shared_ptr<ModelData> model, expr::NodeId id);

// "`theta` (vector[8])" for a parameter, "vector[8]" for anything else.
[[nodiscard]] std::string describe(const Expr& x);

}  // namespace autumn::detail
