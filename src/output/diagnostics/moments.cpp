// This file computes mean, variance and quantiles of plain numbers, as R defines them.
#include "output/diagnostics/moments.h"

#include <cmath>
#include <limits>

namespace autumn::output {

double mean(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const double v : values) sum += v;
  const double first = sum / n;
  if (!std::isfinite(first)) return first;
  double rest = 0;
  for (const double v : values) rest += v - first;
  return first + rest / n;
}

double variance(std::span<const double> values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double centre = mean(values);
  double sum = 0;
  for (const double v : values) sum += (v - centre) * (v - centre);
  return sum / static_cast<double>(values.size() - 1);
}

double quantile_of_sorted(std::span<const double> sorted, double probability) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  // The same operations in the same order as R's quantile(): draws are compared with the result, so
  // the last bit counts.
  const double index = static_cast<double>(sorted.size() - 1) * probability;
  const auto low = static_cast<std::size_t>(std::floor(index));
  const auto high = static_cast<std::size_t>(std::ceil(index));
  const double h = index - static_cast<double>(low);
  if (h <= 0 || sorted[low] == sorted[high]) return sorted[low];
  return (1 - h) * sorted[low] + h * sorted[high];
}

}  // namespace autumn::output
