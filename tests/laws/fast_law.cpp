// Both at the point and at its neighbours, where rounding differs.
#include "laws/fast_law.h"

#include <fmt/format.h>

#include <cmath>

#include "laws/law_at.h"

namespace autumn::laws {

using collapse::testing::InterpretedDensity;

Found fast_law(const engine::Prepared& prepared, const InterpretedDensity& density,
               const std::vector<double>& u, const char* law) {
  const auto value_at = [&](const std::vector<double>& at) {
    const double slow = density(at);
    const double fast = collapse::testing::evaluate_at(prepared, at).value;
    return Spread::Value{fast - slow, {fast, slow}};
  };
  const Spread::Value value = value_at(u);
  const double fast = value.densities[0];
  const double slow = value.densities[1];
  if (is_rejected(slow) && is_rejected(fast)) return {};
  if (std::abs(slow) > kLargestSize || std::abs(fast) > kLargestSize) return {};
  const double tolerance = 1e-9 * (1.0 + std::abs(slow));
  if (std::abs(fast - slow) <= tolerance) return {};
  Spread spread(value);
  for (std::uint64_t k = 1; k <= kNeighbours; ++k) {
    std::vector<double> moved = u;
    Mover(k).move(moved);
    spread.add(k, value_at(moved));
  }
  if (std::abs(fast - slow) <= tolerance + spread.rounding()) return {};
  return Failure{law, fmt::format("fast {}, interpreted {}", fast, slow)};
}

}  // namespace autumn::laws
