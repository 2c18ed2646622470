// This file finds the nodes whose being NaN a factor feels.
#include "model/validity.h"

namespace autumn::model {
namespace {

using expr::Op;

// Operations with a number for a result though an operand is NaN.
bool may_swallow_nan(Op op) {
  switch (op) {
    case Op::kMin:
    case Op::kMax:
    case Op::kMinElement:
    case Op::kMaxElement:
    case Op::kPow:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kAnd:
    case Op::kOr:
    case Op::kIsNan:
    case Op::kSelect: return true;
    default: return false;
  }
}

}  // namespace

std::vector<bool> felt_by_factors(const Model& model) {
  const Graph& graph = model.graph;
  std::vector<bool> is_felt(graph.size());
  for (const Factor& factor : model.factors) {
    is_felt[factor.value.value] = true;
    for (const NodeId argument : factor.arguments) is_felt[argument.value] = true;
  }
  for (std::uint32_t i = static_cast<std::uint32_t>(graph.size()); i-- > 0;) {
    const NodeId id{i};
    if (!is_felt[i] || may_swallow_nan(graph.op(id))) continue;
    for (const NodeId operand : graph.operands(id)) is_felt[operand.value] = true;
  }
  return is_felt;
}

}  // namespace autumn::model
