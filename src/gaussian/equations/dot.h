// This header adds up in four sums, because an addition need then not wait for the one before it.
#pragma once

#include <cmath>
#include <cstddef>

namespace autumn::gaussian::equations {

[[nodiscard]] inline double dot(const double* a, const double* b, std::size_t n) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < n; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The sum of the absolute values of products.
[[nodiscard]] inline double absolute_dot(const double* a, const double* b, std::size_t n) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += std::abs(a[i + k] * b[i + k]);
  }
  for (; i < n; ++i) sums[0] += std::abs(a[i] * b[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace autumn::gaussian::equations
