// This file turns public expressions into nodes of the graph, and nodes into handles.
#include "api/data.h"

#include <fmt/format.h>

namespace autumn::detail {

expr::Shape ExprData::shape() const {
  if (const auto* array = std::get_if<expr::Array>(&value)) return array->shape;
  const auto& reference = std::get<Reference>(value);
  return reference.model->builder.shape(reference.id);
}

std::shared_ptr<ModelData> ExprData::model() const {
  const auto* reference = std::get_if<Reference>(&value);
  return reference != nullptr ? reference->model : nullptr;
}

void throw_mistake(std::string message, std::string suggestion, SourceRange where) {
  throw_error({std::move(message), std::move(suggestion), std::move(where)});
}

expr::Term in_model(const std::shared_ptr<ModelData>& model, const Expr& x) {
  if (const auto* array = std::get_if<expr::Array>(&x.data().value)) {
    return {model->builder, model->builder.constant(array->shape, array->numbers)};
  }
  const auto& reference = std::get<Reference>(x.data().value);
  if (reference.model != model) {
    throw_mistake(fmt::format("{} belongs to another model", describe(x)),
                  "expressions can be combined only within one model");
  }
  return {model->builder, reference.id};
}

Expr make_expr(expr::Array array) {
  return Expr(std::make_shared<const ExprData>(ExprData{std::move(array)}));
}

Expr make_expr(std::shared_ptr<ModelData> model, expr::NodeId id) {
  return Expr(std::make_shared<const ExprData>(ExprData{Reference{std::move(model), id}}));
}

std::string describe(const Expr& x) {
  const std::string shape = to_text(x.data().shape());
  const auto* reference = std::get_if<Reference>(&x.data().value);
  if (reference == nullptr) return shape;
  const expr::Graph& graph = reference->model->builder.graph();
  if (graph.op(reference->id) != expr::Op::kInput) return shape;
  return fmt::format("`{}` ({})", graph.inputs()[graph.node(reference->id).payload].name, shape);
}

}  // namespace autumn::detail
