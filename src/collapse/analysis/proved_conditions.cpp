// This file compares ranges where a condition compares numbers.
#include "collapse/analysis/proved_conditions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "collapse/analysis/far_out.h"
#include "model/finite.h"
#include "model/range.h"

namespace autumn::collapse {
namespace {

using expr::NodeId;
using expr::Op;
using model::Factor;
using model::Model;

class Proofs {
 public:
  explicit Proofs(const Model& model)
      : model_(model),
        known_(model::ranges(model)),
        is_finite_(model::finite_nodes(model, known_, model::Exponentials::kAreFinite)),
        far_out_(model) {}

  [[nodiscard]] bool is_proved(const Factor& factor) {
    const std::optional<NodeId> condition = condition_of(factor);
    return condition && holds(*condition) && far_out_.holds(model_.graph, *condition);
  }

 private:
  [[nodiscard]] bool is_everywhere(NodeId node, double number) const {
    return model_.graph.is_constant(node) &&
           std::ranges::all_of(model_.graph.constant(node), [&](double x) { return x == number; });
  }

  // Of an indicator.
  [[nodiscard]] std::optional<NodeId> condition_of(const Factor& factor) const {
    const expr::Graph& graph = model_.graph;
    if (!factor.is_opaque() || graph.op(factor.value) != Op::kSelect) return std::nullopt;
    const auto operands = graph.operands(factor.value);
    constexpr double kImpossible = -std::numeric_limits<double>::infinity();
    const bool is_indicator =
        is_everywhere(operands[1], 0.0) && is_everywhere(operands[2], kImpossible);
    return is_indicator ? std::optional(operands[0]) : std::nullopt;
  }

  [[nodiscard]] bool holds(NodeId condition) const {
    const expr::Graph& graph = model_.graph;
    const auto operands = graph.operands(condition);
    switch (graph.op(condition)) {
      case Op::kConstant: return is_everywhere(condition, 1.0);
      case Op::kAnd:
      case Op::kConcat: return std::ranges::all_of(operands, [&](NodeId x) { return holds(x); });
      case Op::kOr: return holds(operands[0]) || holds(operands[1]);
      case Op::kMinElement:
      case Op::kBroadcast:
      case Op::kReshape:
      case Op::kGather: return graph.shape(operands[0]).size() > 0 && holds(operands[0]);
      case Op::kLessEqual: return is_at_most(operands[0], operands[1]);
      default: return false;
    }
  }

  // Strict inequalities are never proved: what is positive may underflow to zero.
  [[nodiscard]] bool is_at_most(NodeId left, NodeId right) const {
    return is_number(left) && is_number(right) &&
           known_[left.value].high <= known_[right.value].low;
  }

  // A constant may be infinite, like a bound that is none.
  [[nodiscard]] bool is_number(NodeId node) const {
    if (!model_.graph.is_constant(node)) return is_finite_[node.value];
    return std::ranges::none_of(model_.graph.constant(node), [](double x) { return x != x; });
  }

  const Model& model_;
  std::vector<model::Range> known_;
  std::vector<bool> is_finite_;
  FarOut far_out_;
};

}  // namespace

Model with_proved_as_precautions(const Model& model) {
  const auto is_opaque = [](const Factor& factor) { return factor.is_opaque(); };
  if (std::ranges::none_of(model.factors, is_opaque)) return model;
  Proofs proofs(model);
  Model result = model;
  for (Factor& factor : result.factors) {
    factor.is_precaution = factor.is_precaution || proofs.is_proved(factor);
  }
  return result;
}

}  // namespace autumn::collapse
