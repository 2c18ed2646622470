// This header finds linear recurrences in a graph of scalars.
#pragma once

#include <vector>

#include "passes/rewrite.h"

namespace autumn::passes {

// An operation on what came before, and its other operand (kNoNode if it has none).
struct StepLink {
  NodeId node;
  expr::Op op = expr::Op::kAdd;
  NodeId other = kNoNode;
  bool is_right = false;  // what came before is the right operand
};

struct FoundRecurrence {
  std::vector<StepLink>
      links;               // from the last operation of the last step to the first of the first
  std::size_t period = 0;  // links of a step; the first of them makes the state
  NodeId first = kNoNode;  // the state before the first step
  bool of_roots = false;   // a step begins with the square of the root

  [[nodiscard]] std::size_t steps() const { return links.size() / period; }
  // Link q of step t, in time.
  [[nodiscard]] const StepLink& link(std::size_t t, std::size_t q) const {
    return links[(steps() - 1 - t) * period + q];
  }
};

// No two share an operation, and no other operand depends on one of its recurrence. Time and memory
// are linear in the size of the graph.
[[nodiscard]] std::vector<FoundRecurrence> find_recurrences(const Graph& graph);

}  // namespace autumn::passes
