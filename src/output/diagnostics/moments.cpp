// This file computes mean, variance and quantiles of plain numbers, as R defines them.
#include "output/diagnostics/moments.h"

#include <array>
#include <cmath>
#include <limits>

namespace autumn::output {
namespace {

// Partial sums side by side, because an addition need then not wait for the one before it; their
// order is fixed, so that the bits are the same everywhere.
template <typename Function>
double sum_of(std::span<const double> values, Function f) {
  constexpr std::size_t kLanes = 8;
  std::array<double, kLanes> part{};
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) part[k] += f(values[i + k]);
  }
  for (; i < values.size(); ++i) part[0] += f(values[i]);
  return ((part[0] + part[4]) + (part[1] + part[5])) + ((part[2] + part[6]) + (part[3] + part[7]));
}

}  // namespace

double mean(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double first = sum_of(values, [](double v) { return v; }) / n;
  if (!std::isfinite(first)) return first;
  return first + sum_of(values, [first](double v) { return v - first; }) / n;
}

double variance_around(double centre, std::span<const double> values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double sum = sum_of(values, [centre](double v) { return (v - centre) * (v - centre); });
  return sum / static_cast<double>(values.size() - 1);
}

double variance(std::span<const double> values) {
  return variance_around(mean(values), values);
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
