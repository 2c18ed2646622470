// This file finds the signs of nodes from those of their operands.
#include "collapse/rules/positive.h"

#include <algorithm>
#include <vector>

#include "expr/interpret.h"

namespace autumn::collapse {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;

Sign sign_of_numbers(std::span<const double> numbers) {
  Sign sign = Sign::kPositive;
  for (const double x : numbers) {
    if (!(x >= 0.0)) return Sign::kAny;
    if (x == 0.0) sign = Sign::kNonNegative;
  }
  return sign;
}

// Elements that nothing is added to are zero.
bool writes_everywhere(const Graph& graph, NodeId id) {
  std::vector<bool> is_written(graph.shape(id).size(), false);
  const expr::Index& index = graph.index(id);
  for (std::size_t i = 0; i < index.size(); ++i) is_written[index[i]] = true;
  return std::all_of(is_written.begin(), is_written.end(), [](bool each) { return each; });
}

// What is known of all operands from `first` on.
Sign least(std::span<const Sign> operands, std::size_t first = 0) {
  return *std::min_element(operands.begin() + static_cast<std::ptrdiff_t>(first), operands.end());
}

// An empty sum is zero.
Sign sign_of_sum(const Graph& graph, NodeId id, std::span<const Sign> operands) {
  const bool is_empty = graph.shape(graph.operand(id, 0)).size() == 0;
  return is_empty ? std::min(least(operands), Sign::kNonNegative) : least(operands);
}

Sign sign_of_node(const Graph& graph, NodeId id, std::span<const Sign> operands) {
  switch (graph.op(id)) {
    case Op::kConstant: return sign_of_numbers(graph.constant(id));
    case Op::kExp:
    case Op::kInvLogit:
    case Op::kLog1pExp: return Sign::kPositive;
    case Op::kAbs:
    case Op::kSquare: return std::max(operands[0], Sign::kNonNegative);
    case Op::kMul:
      if (graph.operand(id, 0) == graph.operand(id, 1)) {
        return std::max(operands[0], Sign::kNonNegative);
      }
      return least(operands);
    case Op::kAdd: {
      const bool is_safe = least(operands) != Sign::kAny;
      return is_safe ? std::max(operands[0], operands[1]) : Sign::kAny;
    }
    case Op::kMax: return std::max(operands[0], operands[1]);
    case Op::kPow: return operands[0] == Sign::kPositive ? Sign::kPositive : Sign::kAny;
    case Op::kDiv:
    case Op::kDivOrZero: return operands[1] == Sign::kPositive ? operands[0] : Sign::kAny;
    case Op::kInverse: return operands[0] == Sign::kPositive ? Sign::kPositive : Sign::kAny;
    case Op::kSqrt:
    case Op::kLog1p:
    case Op::kExpm1:
    case Op::kMin:
    case Op::kGather:
    case Op::kConcat:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols: return least(operands);
    case Op::kSelect: return least(operands, 1);
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums:
    case Op::kCumulativeSum:
    case Op::kDot: return sign_of_sum(graph, id, operands);
    case Op::kScatterAdd:
      return writes_everywhere(graph, id) ? operands[0] : std::min(operands[0], Sign::kNonNegative);
    default: return Sign::kAny;
  }
}

// Bounds are not reached, but by rounding.
Sign sign_of(const Graph& graph, const model::Support& support) {
  const model::SupportProperties& properties = model::properties_of(support.kind);
  if (properties.has_lower && graph.is_constant(*support.lower)) {
    const bool is_above = sign_of_numbers(graph.constant(*support.lower)) != Sign::kAny;
    return is_above ? Sign::kPositive : Sign::kAny;
  }
  if (!(properties.low >= 0.0)) return Sign::kAny;
  return properties.is_open ? Sign::kPositive : Sign::kNonNegative;
}

// The signs of a node and of all that it is made of.
class Signs {
 public:
  Signs(const Graph& graph, NodeId root, const InputSigns& inputs)
      : graph_(graph),
        root_(root),
        inputs_(inputs),
        signs_(root.value + std::size_t{1}, Sign::kAny),
        is_fixed_(signs_.size(), true) {
    for (const NodeId id : expr::reachable(graph, {&root, 1})) add(id);
  }

  [[nodiscard]] bool is_positive() { return refined(root_) == Sign::kPositive; }

 private:
  void add(NodeId id) {
    if (graph_.op(id) == Op::kInput) return add_input(id);
    const auto operands = graph_.operands(id);
    is_fixed_[id.value] = std::ranges::all_of(operands, [&](NodeId x) { return is_fixed(x); });
    operands_.clear();
    for (const NodeId operand : operands) {
      operands_.push_back(is_fixed(id) ? signs_[operand.value] : refined(operand));
    }
    signs_[id.value] = sign_of_node(graph_, id, operands_);
  }

  void add_input(NodeId id) {
    is_fixed_[id.value] = false;
    const std::size_t input = graph_.node(id).payload;
    if (input < inputs_.size()) signs_[id.value] = inputs_[input];
  }

  [[nodiscard]] bool is_fixed(NodeId id) const { return is_fixed_[id.value]; }

  // What does not change with the inputs has numbers, which say more than its form.
  [[nodiscard]] Sign refined(NodeId id) {
    Sign& sign = signs_[id.value];
    if (sign == Sign::kPositive || !is_fixed(id) || graph_.is_constant(id)) return sign;
    sign = sign_of_numbers(expr::interpret_fixed(graph_, id).numbers);
    return sign;
  }

  const Graph& graph_;
  NodeId root_;
  const InputSigns& inputs_;
  std::vector<Sign> signs_;
  std::vector<bool> is_fixed_;
  std::vector<Sign> operands_;
};

}  // namespace

InputSigns signs_of(const Graph& graph, const std::vector<model::Variable>& variables) {
  InputSigns signs;
  for (const model::Variable& variable : variables) {
    signs.push_back(sign_of(graph, variable.support));
  }
  return signs;
}

bool is_positive_by_form(expr::Term x, const InputSigns& inputs) {
  return Signs(x.builder().graph(), x.id(), inputs).is_positive();
}

}  // namespace autumn::collapse
