// This file judges the law of coordinates: differences beyond what rounding may have done are
// mistakes.
#include "laws/centred_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/centring/centred.h"
#include "engine/evaluated_density.h"

namespace autumn::laws {
namespace {

using collapse::testing::InterpretedDensity;
using Numbers = std::vector<double>;

constexpr int kCentredPoints = 3;
constexpr int kNearRuns = 20;
constexpr double kTimesNear = 1000.0;

// Eighths, as those that are learnt.
density::Centring random_centring(const engine::Prepared& prepared,
                                  std::vector<model::Located> located, Random& random) {
  density::Centring centring = density::written_centring(prepared.sampled, std::move(located));
  for (Numbers& weights : centring.weights) {
    const bool is_one = random.uniform() < 0.3;
    for (double& weight : weights) weight = static_cast<double>(random.below(9)) / 8.0;
    if (is_one) std::ranges::fill(weights, weights.front());
  }
  return centring;
}

// Of the density about a point that is known up to rounding.
double spread_at(const InterpretedDensity& density, const Numbers& u, Random& random) {
  double low = density(u), high = low;
  for (int run = 0; run < kNearRuns; ++run) {
    Numbers near = u;
    for (double& x : near) x *= 1.0 + 4e-16 * (random.uniform() - 0.5);
    const double value = density.nudged(near, random);
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return high - low;
}

}  // namespace

Found centred_law(const engine::Prepared& prepared, const InterpretedDensity& density,
                  std::uint64_t seed) {
  std::vector<model::Located> located = model::find_located(prepared.sampled);
  if (located.empty()) return {};
  Random random({.seed = 20265, .purpose = Purpose::kTest, .iteration = seed});
  const auto centred =
      engine::prepare_centred(prepared, random_centring(prepared, std::move(located), random));
  engine::CentredWay way(*centred);
  engine::EvaluatedDensity as_written(prepared);
  engine::CentredDensity function(*centred, as_written, nullptr);
  for (int point = 0; point < kCentredPoints; ++point) {
    Numbers coordinates(prepared.dimension), gradient(prepared.dimension);
    for (double& x : coordinates) x = random.normal();
    const double found = function.evaluate(coordinates, gradient);
    const engine::CentredWay::Written written = way.to_written(coordinates);
    const Numbers there(written.point.begin(), written.point.end());
    const double expected = density(there) + written.log_jacobian;
    if (!std::isfinite(expected) && !(found > -INFINITY)) continue;
    if (std::abs(found - expected) <= 1e-9 * (1.0 + std::abs(expected))) continue;
    if (density.overflows(there)) continue;
    const double spread = spread_at(density, there, random);
    if (!std::isfinite(spread) || std::abs(found - expected) <= kTimesNear * spread) continue;
    return Failure{
        "the density is the same in other coordinates",
        fmt::format("in coordinates {}, as written {}, spread {}", found, expected, spread)};
  }
  return {};
}

}  // namespace autumn::laws
