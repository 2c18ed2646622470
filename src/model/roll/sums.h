// This header reads chains of + and - as one sum of many terms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/graph.h"

namespace autumn::model {

// A term of a sum: its sign, and its place in the order written.
struct Signed {
  expr::NodeId node;
  bool is_negative = false;
  std::uint32_t place = 0;
};

[[nodiscard]] bool is_sum(expr::Op op);

// Of every node: whether it is a sum that only one other sum uses, so that its terms are that
// one's.
[[nodiscard]] std::vector<bool> inner_sums(const expr::Graph& graph,
                                           std::span<const expr::NodeId> roots);

// The terms of a sum in the order written.
[[nodiscard]] std::vector<Signed> terms_of(const expr::Graph& graph, expr::NodeId sum,
                                           const std::vector<bool>& is_inner);

}  // namespace autumn::model
