// This file counts along the graph, of a few variables at every node.
#include "collapse/states/chains.h"

#include <algorithm>

namespace autumn::collapse {

using expr::Op;

// The longest stay where there are too many.
void ChainLengths::take(Lengths& all, Length one) {
  if (one.states == 0) return;
  Length* shortest = &all[0];
  for (Length& length : all) {
    if (length.states != 0 && length.variable == one.variable) {
      length.states = std::max(length.states, one.states);
      return;
    }
    if (length.states < shortest->states) shortest = &length;
  }
  if (shortest->states < one.states) *shortest = one;
}

void ChainLengths::add(expr::NodeId node, std::span<const std::uint32_t> states) {
  Lengths& here = at_[node.value];
  for (const expr::NodeId operand : graph_.operands(node)) {
    for (const Length& length : at_[operand.value]) take(here, length);
  }
  // A running sum has its states one after the other, any other node side by side.
  std::vector<Length> now;
  for (const std::uint32_t variable : states) {
    auto same = std::ranges::find(now, variable, &Length::variable);
    if (same == now.end()) {
      const auto before = std::ranges::find_if(here, [&](const Length& length) {
        return length.states != 0 && length.variable == variable;
      });
      now.push_back({variable, 1 + (before == here.end() ? 0 : before->states)});
    } else if (graph_.op(node) == Op::kCumulativeSum) {
      ++same->states;
    }
  }
  for (const Length& length : now) {
    take(here, length);
    longest_[length.variable] = std::max(longest_[length.variable], length.states);
  }
}

std::optional<std::size_t> row_before(const expr::Graph& graph, expr::NodeId sum, std::size_t row) {
  const expr::Shape shape = graph.shape(sum);
  const std::size_t stride = shape.is_matrix() ? shape.rows : 1;
  if (graph.node(sum).payload == expr::flag::kReverse) {
    if (row + stride >= shape.size()) return std::nullopt;
    return row + stride;
  }
  if (row < stride) return std::nullopt;
  return row - stride;
}

}  // namespace autumn::collapse
