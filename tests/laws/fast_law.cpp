// This file judges the law of evaluation: differences beyond what rounding may have done are
// mistakes.
#include "laws/fast_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace autumn::laws {
namespace {

constexpr int kNudgedRuns = 20;
constexpr double kTimesSpread = 200.0;

// That of the value itself, too: a condition may hang on a number which is exactly zero without
// nudges, and never with them.
double spread_of(const collapse::testing::InterpretedDensity& density, const std::vector<double>& u,
                 double value_itself) {
  Random random({.seed = 20264, .purpose = Purpose::kTest});
  double low = value_itself, high = value_itself;
  for (int run = 0; run < kNudgedRuns; ++run) {
    const double value = density.nudged(u, random);
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return high - low;
}

// Whether rounding decides if the point is refused: of a matrix that is singular to rounding a
// pivot may be zero or not.
bool is_refused_by_rounding(const collapse::testing::InterpretedDensity& density,
                            const std::vector<double>& u, bool is_refused) {
  Random random({.seed = 20264, .purpose = Purpose::kTest});
  for (int run = 0; run < kNudgedRuns; ++run) {
    if (!(density.nudged(u, random) > -INFINITY) != is_refused) return true;
  }
  return false;
}

}  // namespace

Found fast_law(const engine::Prepared& prepared,
               const collapse::testing::InterpretedDensity& density, const std::vector<double>& u,
               const char* law) {
  const double slow = density(u);
  const double fast = collapse::testing::evaluate_at(prepared, u).value;
  const bool is_slow_rejected = !(slow > -INFINITY);
  const bool is_fast_rejected = !(fast > -INFINITY);
  if (is_slow_rejected && is_fast_rejected) return {};
  if (std::abs(fast - slow) <= 1e-9 * (1.0 + std::abs(slow))) return {};
  if (density.overflows(u)) return {};
  if (is_slow_rejected != is_fast_rejected &&
      is_refused_by_rounding(density, u, is_slow_rejected)) {
    return {};
  }
  const bool is_rounding = std::isfinite(fast - slow) &&
                           std::abs(fast - slow) <= kTimesSpread * spread_of(density, u, slow);
  if (is_rounding) return {};
  return Failure{law, fmt::format("fast {}, interpreted {}", fast, slow)};
}

}  // namespace autumn::laws
