// This file is Gaussian elimination with partial pivoting.
#include "solve/lu_rows.h"

#include <algorithm>
#include <cmath>

namespace autumn::solve {
namespace {

// row -= factor * other
void subtract(double* __restrict row, const double* other, double factor, std::size_t count) {
  for (std::size_t c = 0; c < count; ++c) row[c] -= factor * other[c];
}

}  // namespace

bool LuRows::factor() {
  const std::size_t n = size_;
  double* const a = matrix_.data();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::fabs(a[n * i + k]) > std::fabs(a[n * pivot + k])) pivot = i;
    }
    pivots_[k] = pivot;
    if (pivot != k) std::swap_ranges(a + n * k, a + n * (k + 1), a + n * pivot);
    if (a[n * k + k] == 0.0 || !std::isfinite(a[n * k + k])) return false;
    // The inverse takes the place of the pivot.
    a[n * k + k] = 1.0 / a[n * k + k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[n * i + k] *= a[n * k + k];
      if (factor != 0.0) subtract(a + n * i + k + 1, a + n * k + k + 1, factor, n - k - 1);
    }
  }
  return true;
}

void LuRows::solve(double* rows, std::size_t columns) const {
  const std::size_t n = size_;
  const double* const a = matrix_.data();
  const auto row = [&](std::size_t i) { return rows + columns * i; };
  for (std::size_t k = 0; k < n; ++k) {
    if (pivots_[k] != k) std::swap_ranges(row(k), row(k + 1), row(pivots_[k]));
  }
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) subtract(row(i), row(k), a[n * i + k], columns);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) subtract(row(i), row(k), a[n * i + k], columns);
    for (std::size_t c = 0; c < columns; ++c) row(i)[c] *= a[n * i + i];
  }
}

}  // namespace autumn::solve
