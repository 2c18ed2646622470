// This file evaluates conditions at random points far from the origin.
#include "collapse/analysis/far_out.h"

#include <algorithm>

#include "collapse/point.h"

namespace autumn::collapse {

bool FarOut::holds(const expr::Graph& graph, expr::NodeId condition) {
  constexpr double kFarOut = 30.0;
  constexpr std::uint64_t kPoints = 4;
  for (std::uint64_t trial = points_.size(); trial < kPoints; ++trial) {
    points_.push_back(random_point(model_, trial, kFarOut));
  }
  return std::ranges::all_of(points_, [&](const std::vector<expr::Array>& point) {
    const auto truths = expr::interpret(graph, std::span(&condition, 1), point)[0].numbers;
    return std::ranges::find(truths, 0.0) == truths.end();
  });
}

}  // namespace autumn::collapse
