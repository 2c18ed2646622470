// This file takes rows side by side that are numbers in the same columns.
#include <algorithm>

#include "gaussian/equations/evaluation.h"

namespace autumn::gaussian::equations {

// With s the reciprocal of a row's scale: f = s constant, and s f, of which the right-hand sides
// are products.
bool Evaluation::fill(const RowPack& pack) {
  const std::size_t n = pack.rows.size();
  double *scales = pack_scales_ + pack.first, *residuals = pack_residuals_ + pack.first;
  double* slopes = pack_slopes_ + pack.first;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t r = pack.rows[k], row = in_.rows[r];
    scales[k] = inverse_scale(block_.scale_slot[row]);
    residuals[k] = pack.roots[k] * (constant_of(block_, inputs_, row) - in_.shift[r]);
  }
  const bool is_near = q_.loops->scale_rows({n, scales, residuals, slopes}, kFar);
  const double* column = pack.numbers.data();
  for (const std::uint32_t p : pack.places) {
    right_[p] += q_.loops->dot(n, column, slopes);
    column += n;
  }
  return is_near;
}

void Evaluation::look_at(const RowPack& pack) {
  const std::size_t n = pack.rows.size();
  double* slopes = pack_slopes_ + pack.first;
  std::fill_n(slopes, n, 0.0);
  const double* column = pack.numbers.data();
  for (const std::uint32_t p : pack.places) {
    q_.loops->add(n, mean_[p], column, slopes);
    column += n;
  }
  rest_ +=
      q_.loops->finish_rows({n, pack_scales_ + pack.first, pack_residuals_ + pack.first, slopes});
  column = pack.numbers.data();
  for (const std::uint32_t p : pack.places) {
    imbalance_[p] += q_.loops->dot(n, column, slopes);
    column += n;
  }
}

void Evaluation::come_back(const RowPack& pack, const Seed& seed, const Partials& partials) {
  const double* residuals = pack_residuals_ + pack.first;
  const double* slopes = pack_slopes_ + pack.first;
  for (std::size_t k = 0; k < pack.rows.size(); ++k) {
    const std::uint32_t row = in_.rows[pack.rows[k]];
    const std::int32_t scale = block_.scale_slot[row], constant = block_.constant_slot[row];
    if (scale >= 0) scale_bars_[scale] += seed.residual * residuals[k] * residuals[k];
    if (constant < 0 || partials.constants.empty()) continue;
    partials.constants[constant] -= seed.residual * pack.roots[k] * slopes[k];
  }
}

}  // namespace autumn::gaussian::equations
