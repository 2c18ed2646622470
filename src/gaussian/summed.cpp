// This file sums up rows whose constants change, and comes back from the sums.
#include "gaussian/summed.h"

#include <algorithm>

#include "gaussian/eliminate.h"
#include "gaussian/equations/dot.h"

namespace autumn::gaussian {
namespace {

// The root of the mean square of constants, in units of their scale; as far as normal equations go.
constexpr double kFar = 1e7;

// x -= factor * y; returns the square of what is left.
double subtract(double factor, const double* y, double* x, std::size_t n) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) {
      const double left = x[i + k] - factor * y[i + k];
      x[i + k] = left;
      sums[k] += left * left;
    }
  }
  for (; i < n; ++i) {
    x[i] -= factor * y[i];
    sums[0] += x[i] * x[i];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

std::size_t scratch_size(const Summed& summed) {
  return 2 * summed.block.constants + summed.slots.size() + summed.sums.size();
}

Summing::Summing(const Summed& summed, const Inputs& inputs, std::span<double> memory)
    : summed_(summed), given_(inputs) {
  const std::size_t n = summed.block.constants, rows = summed.slots.size();
  constants_ = memory.first(n);
  bars_ = memory.subspan(n, n);
  left_ = memory.subspan(2 * n, rows);
  squares_ = memory.subspan(2 * n + rows, summed.sums.size());
  for (std::size_t k = 0; k < summed.other_slots.size(); ++k) {
    constants_[k] = inputs.constants[summed.other_slots[k]];
  }
  gather();
  std::int32_t scale = -1;
  double inverse = 1.0;
  for (std::size_t g = 0; g < summed.sums.size(); ++g) {
    const RowSums& sums = summed.sums[g];
    if (sums.scale != scale) inverse = inverse_scale(scale = sums.scale);
    squares_[g] = take(sums);
    look_at(sums, squares_[g], inverse);
  }
}

double Summing::inverse_scale(std::int32_t scale) const {
  return scale < 0 ? 1.0 : 1.0 / given_.scales[static_cast<std::size_t>(scale)];
}

void Summing::gather() {
  const std::uint32_t* slot = summed_.slots.data();
  if (summed_.is_plain) {
    std::copy_n(given_.constants.data() + *slot, left_.size(), left_.data());
    return;
  }
  for (std::size_t i = 0; i < left_.size(); ++i) {
    left_[i] = summed_.roots[i] * (summed_.constants[i] + given_.constants[slot[i]]);
  }
}

// What is left over is found by subtraction, one direction after the other, so that it is small
// where it should be.
double Summing::take(const RowSums& rows) {
  double* left = left_.data() + rows.first;
  const double* direction = summed_.directions.data() + rows.directions;
  double* constants = constants_.data() + rows.first_constant;
  double squares = 0.0;
  for (std::size_t k = 0; k < rows.kept; ++k, direction += rows.rows) {
    constants[k] = equations::dot(direction, left, rows.rows);
    squares = subtract(constants[k], direction, left, rows.rows);
  }
  return squares;
}

void Summing::look_at(const RowSums& rows, double squares, double inverse) {
  double all = squares;
  for (std::size_t k = 0; k < rows.kept; ++k) {
    const double sum = constants_[rows.first_constant + k];
    all += sum * sum;
  }
  rest_ += squares * inverse * inverse;
  const double most = kFar * kFar * static_cast<double>(rows.rows);
  is_near_ = is_near_ && all * inverse * inverse < most;
}

Inputs Summing::inputs() const {
  return {given_.coefficients, constants_, given_.scales};
}

Partials Summing::moved(const Partials& partials) const {
  Partials out = partials;
  if (!partials.constants.empty()) out.constants = bars_;
  return out;
}

void Summing::come_back(const RowSums& rows, double factor) const {
  double* bar = left_.data() + rows.first;
  const double* direction = summed_.directions.data() + rows.directions;
  for (std::size_t k = 0; k < rows.kept; ++k, direction += rows.rows) {
    const double by = bars_[rows.first_constant + k];
    for (std::size_t i = 0; i < rows.rows; ++i) bar[i] = factor * bar[i] + by * direction[i];
    factor = 1.0;
  }
}

void Summing::scatter(std::span<double> constants) const {
  const std::uint32_t* slot = summed_.slots.data();
  if (summed_.is_plain) {
    double* to = constants.data() + *slot;
    for (std::size_t i = 0; i < left_.size(); ++i) to[i] += left_[i];
    return;
  }
  for (std::size_t i = 0; i < left_.size(); ++i) {
    constants[slot[i]] += summed_.roots[i] * left_[i];
  }
}

void Summing::come_back(const Seed& seed, const Partials& partials) const {
  const bool has_constants = !partials.constants.empty();
  std::int32_t scale = -1;
  double inverse = 1.0;
  for (std::size_t g = 0; g < summed_.sums.size(); ++g) {
    const RowSums& sums = summed_.sums[g];
    if (sums.scale != scale) inverse = inverse_scale(scale = sums.scale);
    if (scale >= 0 && !partials.scales.empty()) {
      partials.scales[static_cast<std::size_t>(scale)] +=
          seed.residual * squares_[g] * inverse * inverse * inverse;
    }
    if (has_constants) come_back(sums, -seed.residual * inverse * inverse);
  }
  if (!has_constants) return;
  std::ranges::fill(partials.constants, 0.0);
  for (std::size_t k = 0; k < summed_.other_slots.size(); ++k) {
    partials.constants[summed_.other_slots[k]] += bars_[k];
  }
  scatter(partials.constants);
}

}  // namespace autumn::gaussian
