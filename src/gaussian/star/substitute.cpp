// This file puts innovations in the place of the own columns of a group.
//
// The own row of column j is c_j - u_j - P_j . x = residual for shared columns x, so that with the
// innovation w_j = u_j - (c_j - P_j . x) a row c - R . u - S . x becomes
//   (c - R . c_own) - R . w - (S - R P) . x
#include <algorithm>
#include <cmath>

#include "gaussian/star/star.h"

namespace autumn::gaussian::star {
namespace {

// to -= x * y, group by group.
void subtract_product(double* to, const double* x, const double* y) {
  for (std::size_t g = 0; g < kGroups; ++g) to[g] -= x[g] * y[g];
}

// Of what was taken from the constants of a row, the largest number.
double largest_product(const double* x, const double* y) {
  double largest = 0.0;
  for (std::size_t g = 0; g < kGroups; ++g) largest = std::max(largest, std::abs(x[g] * y[g]));
  return largest;
}

}  // namespace

void substitute(const Run& run, double* numbers, std::span<double> moved) {
  const double* own_rows = numbers + run.rows_size();
  const Sizes sizes = run.sizes();
  for (std::size_t i = 0; i < run.rows; ++i) {
    double* row = numbers + kGroups * i * run.row_width();
    double* others = row + kGroups * sizes.row_own();
    for (std::size_t k = 0; k < sizes.row_own(); ++k) {
      const double* own_row = own_rows + kGroups * sizes.own_of(i, k) * run.own_width();
      for (std::size_t c = 0; c < run.own_width(); ++c) {
        subtract_product(others + kGroups * c, row + kGroups * k, own_row + kGroups * c);
      }
      const double* constant = own_row + kGroups * run.met.size();
      moved[i] = std::max(moved[i], largest_product(row + kGroups * k, constant));
    }
  }
}

void substitute_back(const Run& run, const double* numbers, double* bars) {
  const std::size_t rows_size = run.rows_size();
  std::fill(bars + rows_size, bars + run.batch_size(), 0.0);
  const Sizes sizes = run.sizes();
  for (std::size_t i = 0; i < run.rows; ++i) {
    const std::size_t row = kGroups * i * run.row_width();
    for (std::size_t k = 0; k < sizes.row_own(); ++k) {
      const std::size_t own_row = rows_size + kGroups * sizes.own_of(i, k) * run.own_width();
      for (std::size_t c = 0; c < run.own_width(); ++c) {
        const double* bar = bars + row + kGroups * (sizes.row_own() + c);
        subtract_product(bars + row + kGroups * k, bar, numbers + own_row + kGroups * c);
        subtract_product(bars + own_row + kGroups * c, bar, numbers + row + kGroups * k);
      }
    }
  }
}

}  // namespace autumn::gaussian::star
