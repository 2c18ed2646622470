// This file tries lengths of a first step.
#include "solve/multistep_first_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace autumn::solve {
namespace {

constexpr int kTrials = 4;
constexpr double kMostChange = 0.1;         // of the solution, and of the way to go
constexpr double kLeastInRounding = 100.0;  // the shortest step, in units of rounding of the time
constexpr double kShorter = 0.2;
constexpr double kBias = 0.5;

using Slope = std::function<bool(double t, const double* x, double* slope)>;
using Norm = std::function<double(const double* x)>;

double longest_step(const MultistepStart& start) {
  double inverse = 0.0;
  for (std::size_t i = 0; i < start.x.size(); ++i) {
    const double room = kMostChange * std::fabs(start.x[i]) + 1.0 / start.weights[i];
    inverse = std::max(inverse, std::fabs(start.slope[i]) / room);
  }
  const double longest = kMostChange * (start.goal - start.t);
  return longest * inverse > 1.0 ? 1.0 / inverse : longest;
}

// The norm of the second derivative, by a step of Euler's method; shorter if that is impossible.
std::optional<double> curvature(const MultistepStart& start, const Slope& slope_at,
                                const Norm& norm, double& step) {
  const std::size_t size = start.x.size();
  std::vector<double> ahead(size);
  std::vector<double> slope(size);
  for (int trial = 0; trial < kTrials; ++trial, step *= kShorter) {
    for (std::size_t i = 0; i < size; ++i) ahead[i] = start.x[i] + step * start.slope[i];
    if (!slope_at(start.t + step, ahead.data(), slope.data())) continue;
    for (std::size_t i = 0; i < size; ++i) slope[i] = (slope[i] - start.slope[i]) / step;
    return norm(slope.data());
  }
  return std::nullopt;
}

}  // namespace

double multistep_first_step(const MultistepStart& start, const Slope& slope_at, const Norm& norm) {
  const double rounding =
      std::numeric_limits<double>::epsilon() * std::max(std::fabs(start.t), std::fabs(start.goal));
  if (!(start.goal - start.t >= 2.0 * rounding)) return 0.0;
  const double shortest = kLeastInRounding * rounding;
  const double longest = longest_step(start);
  double step = std::sqrt(shortest * longest);
  if (longest < shortest) return step;
  double feasible = step;
  double next = step;
  for (int trial = 1; trial <= kTrials; ++trial, step = next) {
    const auto bend = curvature(start, slope_at, norm, step);
    if (!bend) {
      if (trial <= 2) return 0.0;
      next = feasible;
      break;
    }
    feasible = step;
    next = *bend * longest * longest > 2.0 ? std::sqrt(2.0 / *bend) : std::sqrt(step * longest);
    if (trial == kTrials) break;
    const double change = next / step;
    if (change > 0.5 && change < 2.0) break;
    if (trial > 1 && change > 2.0) {
      next = step;
      break;
    }
  }
  return std::clamp(kBias * next, shortest, longest);
}

}  // namespace autumn::solve
