// This file comes back from the value of a cross to its derivatives by the scales.
#include <algorithm>
#include <cmath>

#include "gaussian/cross/evaluation.h"
#include "gaussian/equations/dot.h"

namespace autumn::gaussian::cross {

using equations::dot;

bool Evaluation::come_back(const Seed& seed, const Partials& partials) {
  if (!invert()) return false;
  c_.kernels->dot_three(upper(inverse_), upper(schur_), t_, spare_);
  const double of_main = dot(t_, spare_, c_.columns);
  const double lost = std::abs(trace_with(of_main) - static_cast<double>(c_.columns));
  if (!(lost <= equations::kMostLostTrace * allowance())) return false;
  const double by_leaf_t = slope_by_leaves();
  write({.by_t = spare_, .by_leaf_t = by_leaf_t, .by_log_precision = of_main + leaf_t_ * by_leaf_t},
        seed, partials);
  return true;
}

bool Evaluation::invert() {
  c_.kernels->invert(upper(factor_), reciprocal_, work_, upper(inverse_));
  bool is_good = true;
  for (std::size_t k = 0; k < c_.columns; ++k) {
    is_good &= inverse_[k * (n_ + 1)] * diagonal_[k] <= most_inflation();
  }
  return is_good;
}

double Evaluation::trace_with(double of_main) const {
  double sum = of_main;
  for (std::size_t k = 0; k < c_.columns; ++k) sum += c_.is_innovation[k] * inverse_[k * (n_ + 1)];
  for (const KnownRows& known : c_.known_rows) {
    for (std::size_t k = 0; k < known.columns.size(); ++k) {
      sum += known.known.squares[k] * inverse_[known.columns[k] * (n_ + 1)];
    }
    for (const KnownRows::Pair& pair : known.pairs) {
      const auto [low, high] = std::minmax(known.columns[pair.row], known.columns[pair.column]);
      sum += 2.0 * pair.number * inverse_[low * n_ + high];
    }
  }
  return sum;
}

// (1 - V_ii) / t of each, without a difference of numbers that are alike.
double Evaluation::slope_by_leaves() {
  const Rows scaled{scaled_, c_.leaves, n_};
  c_.kernels->multiply(scaled, scaled, upper(work_));
  c_.kernels->dot_three(upper(inverse_), upper(work_), t_, product_);
  const double with_rest = dot(t_, product_, c_.columns);
  const double alone = dot(leaf_over_, c_.of_leaves.squares.data(), c_.leaves);
  return leaf_t_ * precision_ * (alone - precision_ * with_rest);
}

void Evaluation::write(const Slopes& slopes, const Seed& seed, const Partials& partials) const {
  if (!partials.constants.empty()) std::ranges::fill(partials.constants, 0.0);
  if (!partials.coefficients.empty()) std::ranges::fill(partials.coefficients, 0.0);
  if (partials.scales.empty()) return;
  for (std::size_t k = 0; k < inputs_.scales.size(); ++k) {
    const double scale = inputs_.scales[k], count = block_.scale_count[k] - q_.own_count[k];
    const double rest = seed.residual * block_.scale_rest[k] / (scale * scale);
    partials.scales[k] = (rest - seed.determinant * count) / scale;
  }
  if (c_.scale >= 0) {
    const auto s = static_cast<std::size_t>(c_.scale);
    partials.scales[s] +=
        (seed.residual * squares_ + seed.determinant * slopes.by_log_precision) / inputs_.scales[s];
  }
  partials.scales[c_.leaf_scale] -=
      seed.residual * precision_ * dot(leaf_slope_, leaf_mean_, c_.leaves) +
      seed.determinant * slopes.by_leaf_t;
  for (std::size_t k = 0; k < c_.columns; ++k) {
    if (c_.scale_of[k] < 0) continue;
    partials.scales[static_cast<std::size_t>(c_.scale_of[k])] -=
        seed.residual * precision_ * slope_[k] * mean_[k] + seed.determinant * slopes.by_t[k];
  }
}

}  // namespace autumn::gaussian::cross
