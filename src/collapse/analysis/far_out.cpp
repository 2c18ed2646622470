// This file evaluates conditions at random points far from the origin.
#include "collapse/analysis/far_out.h"

#include <algorithm>

#include "collapse/point.h"
#include "expr/interpret.h"

namespace autumn::collapse {

bool holds_far_out(const model::Model& model, const expr::Graph& graph, expr::NodeId condition) {
  constexpr double kFarOut = 30.0;
  constexpr std::uint64_t kPoints = 4;
  for (std::uint64_t trial = 0; trial < kPoints; ++trial) {
    const auto truths =
        expr::interpret(graph, std::span(&condition, 1), random_point(model, trial, kFarOut))[0]
            .numbers;
    if (std::ranges::find(truths, 0.0) != truths.end()) return false;
  }
  return true;
}

}  // namespace autumn::collapse
