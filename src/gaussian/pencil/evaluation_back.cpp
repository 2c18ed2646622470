// This file comes back from the value of a pencil to its derivatives by the inputs.
#include <algorithm>

#include "gaussian/pencil/evaluation.h"

namespace autumn::gaussian::pencil {
namespace {

// Two sums, because an addition need then not wait for the one before it.
double product(const ByInput& by_input, std::size_t input, const double* numbers) {
  const double* column = by_input.column(input);
  double even = 0.0, odd = 0.0;
  std::size_t i = 0;
  for (; i + 1 < by_input.rows; i += 2) {
    even += column[i] * numbers[i];
    odd += column[i + 1] * numbers[i + 1];
  }
  if (i < by_input.rows) even += column[i] * numbers[i];
  return even + odd;
}

}  // namespace

void Evaluation::write(const Seed& seed, const Partials& partials) {
  std::ranges::fill(partials.coefficients, 0.0);
  if (!partials.constants.empty()) write_constants(seed, partials.constants);
  if (partials.scales.empty()) return;
  Variances variances;
  if (border_ > 0) variances = border_variances();
  for (std::size_t k = 0; k < block_.scales; ++k) {
    const double over = 1.0 / inputs_.scales[k], over_square = over * over;
    const double rest = rest_of(k);
    const double variance = variance_of(pencil_.base, k, variances.of_base_left) +
                            variance_of(pencil_.other, k, variances.of_other_left);
    const double alone = count_of(k);
    const double count = variance == 0.0 ? alone : alone - variance * over_square;
    partials.scales[k] = 0.0;
    if (count == 0.0 && rest == 0.0) continue;
    partials.scales[k] = (seed.residual * rest * over_square - seed.determinant * count) * over;
  }
  add_to_scale(
      pencil_.base,
      seed.residual * sums_.squares_base - seed.determinant * (sums_.base - variances.by_base),
      partials.scales);
  add_to_scale(
      pencil_.other,
      seed.residual * sums_.squares_other - seed.determinant * (sums_.other - variances.by_other),
      partials.scales);
  add_border_scales(seed, partials.scales);
}

void Evaluation::write_constants(const Seed& seed, std::span<double> constants) const {
  std::ranges::fill(constants, 0.0);
  const double base = base_rest_ == 0.0 ? 0.0 : over_base_square_;
  const double other = other_rest_ == 0.0 ? 0.0 : over_other_square_;
  for (std::size_t k = 0; k < pencil_.inputs.size(); ++k) {
    const double sum = product(pencil_.differences, k + 1, slopes_) +
                       base * product(pencil_.base.left_over, k + 1, base_left_) +
                       other * product(pencil_.other.left_over, k + 1, other_left_);
    constants[pencil_.inputs[k]] = -seed.residual * sum;
  }
  add_border_constants(seed, constants);
}

void Evaluation::add_to_scale(const Side& side, double by_half_square,
                              std::span<double> scales) const {
  if (side.scale < 0) return;
  scales[static_cast<std::size_t>(side.scale)] += by_half_square * scale_of(side.scale);
}

}  // namespace autumn::gaussian::pencil
