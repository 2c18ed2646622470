// This file eliminates a cross, and says its value.
#include "gaussian/cross/evaluation.h"

#include <algorithm>
#include <cmath>

#include "gaussian/adjoint.h"
#include "gaussian/equations/dot.h"

namespace autumn::gaussian::cross {

using equations::dot;

bool Evaluation::eliminate() {
  if (!take_scales()) return false;
  fill_schur();
  fill_right();
  if (!factorise()) return false;
  solve();
  look_at_residuals();
  return equations::is_little({.sizes = sizes_,
                               .sum = squares_ / precision_,
                               .square = precision_,
                               .allowance = allowance()}) &&
         equations::is_little_of_slopes(lost_slopes(), rest_, allowance());
}

Parts Evaluation::value() const {
  return {.log_normaliser = q_.constant_term - logs_ + reciprocals_.log(), .rest = rest_};
}

bool Evaluation::take_scales() {
  for (std::size_t k = 0; k < inputs_.scales.size(); ++k) {
    const double scale = inputs_.scales[k];
    if (!(scale >= equations::kTiny) || !std::isfinite(scale)) return false;
    const double count = block_.scale_count[k] - q_.own_count[k];
    if (count != 0.0) logs_ += count * std::log(scale);
    rest_ += block_.scale_rest[k] / (scale * scale);
  }
  const double s = c_.scale < 0 ? 1.0 : inputs_.scales[static_cast<std::size_t>(c_.scale)];
  precision_ = 1.0 / (s * s);
  leaf_t_ = inputs_.scales[c_.leaf_scale];
  std::fill_n(t_, n_, 0.0);
  for (std::size_t k = 0; k < c_.columns; ++k) {
    t_[k] = c_.scale_of[k] < 0 ? 1.0 : inputs_.scales[static_cast<std::size_t>(c_.scale_of[k])];
  }
  return precision_ >= equations::kTiny && std::isfinite(precision_) &&
         c_.farthest / s < equations::kFar;
}

void Evaluation::fill_schur() {
  const double square = leaf_t_ * leaf_t_ * precision_;
  for (std::size_t i = 0; i < c_.leaves; ++i) {
    leaf_over_[i] = 1.0 / (1.0 + square * c_.of_leaves.squares[i]);
  }
  c_.kernels->scale(between(), leaf_over_, scaled_);
  c_.kernels->multiply({scaled_, c_.leaves, n_}, between(), upper(schur_));
  c_.kernels->complete({.schur = upper(schur_),
                        .gram = c_.gram.data(),
                        .precision = precision_,
                        .by = precision_ * square,
                        .t = t_,
                        .to = factor_});
}

void Evaluation::fill_right() {
  const double by = leaf_t_ * precision_;
  for (std::size_t i = 0; i < c_.leaves; ++i) {
    leaf_right_[i] = by * c_.of_leaves.right[i];
    leaf_slope_[i] = leaf_over_[i] * leaf_right_[i];
  }
  c_.kernels->add_rows(between(), leaf_slope_, spare_);
  for (std::size_t k = 0; k < n_; ++k) {
    mean_[k] = t_[k] * (precision_ * c_.of_rest.right[k] - by * spare_[k]);
  }
  for (const KnownRows& known : c_.known_rows) {
    for (std::size_t k = 0; k < known.columns.size(); ++k) {
      mean_[known.columns[k]] += known.known.right[k];
    }
  }
}

bool Evaluation::factorise() {
  for (std::size_t k = 0; k < c_.columns; ++k) {
    factor_[k * (n_ + 1)] += c_.is_innovation[k];
    diagonal_[k] = c_.is_innovation[k] + t_[k] * t_[k] * precision_ * c_.of_rest.squares[k];
  }
  for (const KnownRows& known : c_.known_rows) add_to_factor(known);
  for (std::size_t k = 0; k < c_.columns; ++k) {
    const bool is_odd = (k * 2654435761U >> 7 & 1U) != 0;
    const double unit = std::sqrt(diagonal_[k]);
    double* beside = factor_ + k * n_ + c_.columns;
    beside[0] = mean_[k];
    beside[1] = is_odd ? unit : -unit;
  }
  if (!c_.kernels->factorise(upper(factor_), reciprocal_)) return false;
  LogProduct leaves;
  leaves.multiply(std::span<const double>(leaf_over_, c_.leaves));
  logs_ -= 0.5 * leaves.log();
  for (std::size_t k = 0; k < c_.columns; ++k) {
    const double over = reciprocal_[k];
    if (!(diagonal_[k] * over * over < most_inflation())) return false;
  }
  reciprocals_.multiply(std::span<const double>(reciprocal_, c_.columns));
  return true;
}

void Evaluation::add_to_factor(const KnownRows& known) {
  for (std::size_t k = 0; k < known.columns.size(); ++k) {
    const std::size_t column = known.columns[k];
    factor_[column * n_ + column] += known.known.squares[k];
    diagonal_[column] += known.known.squares[k];
  }
  for (const KnownRows::Pair& pair : known.pairs) {
    const auto [low, high] = std::minmax(known.columns[pair.row], known.columns[pair.column]);
    factor_[low * n_ + high] += pair.number;
  }
}

void Evaluation::solve() {
  for (std::size_t k = 0; k < c_.columns; ++k) mean_[k] = factor_[k * n_ + c_.columns];
  c_.kernels->solve(upper(factor_), reciprocal_, mean_);
  std::fill_n(leaf_mean_, c_.leaves, 0.0);
  solve_leaves();
}

void Evaluation::solve_leaves() {
  const double by = leaf_t_ * precision_;
  for (std::size_t k = 0; k < n_; ++k) spare_[k] = t_[k] * mean_[k];
  c_.kernels->dot_rows(between(), spare_, leaf_slope_);
  for (std::size_t i = 0; i < c_.leaves; ++i) {
    leaf_mean_[i] += leaf_over_[i] * (leaf_right_[i] - by * leaf_slope_[i]);
  }
}

void Evaluation::look_at_residuals() {
  squares_ = c_.rest;
  for (std::size_t k = 0; k < n_; ++k) {
    spare_[k] = t_[k] * mean_[k] - c_.of_rest.origin[k];
    known_slope_[k] = 0.0;
  }
  look_at_leaves();
  c_.kernels->dot_rows({c_.gram.data(), c_.columns, n_}, spare_, product_);
  for (std::size_t k = 0; k < c_.columns; ++k) {
    const double d = spare_[k], product = slope_[k] + product_[k];
    squares_ += d * (product - 2.0 * c_.of_rest.gradient[k]);
    const double size = c_.of_rest.squares[k] * d * d;
    sizes_ += size * size;
    slope_[k] = product - c_.of_rest.gradient[k];
    rest_ += c_.is_innovation[k] * mean_[k] * mean_[k];
  }
  squares_ *= precision_;
  rest_ += squares_ + dot(leaf_mean_, leaf_mean_, c_.leaves);
  for (const KnownRows& known : c_.known_rows) look_at(known);
}

// slope_ is what leaves add to G d of the rest.
void Evaluation::look_at_leaves() {
  c_.kernels->dot_rows(between(), spare_, leaf_slope_);
  const Known& known = c_.of_leaves;
  double* d = leaf_distance_;
  for (std::size_t i = 0; i < c_.leaves; ++i) {
    d[i] = leaf_t_ * leaf_mean_[i] - known.origin[i];
    const double product = leaf_slope_[i] + known.squares[i] * d[i];
    squares_ += d[i] * (product - 2.0 * known.gradient[i]);
    const double size = known.squares[i] * d[i] * d[i];
    sizes_ += size * size;
    leaf_slope_[i] = product - known.gradient[i];
  }
  c_.kernels->add_rows(between(), d, slope_);
}

void Evaluation::look_at(const KnownRows& known) {
  const auto distance = [&](std::size_t k) {
    return mean_[known.columns[k]] - known.known.origin[k];
  };
  rest_ += known.rest;
  for (std::size_t k = 0; k < known.columns.size(); ++k) {
    const double product = known.known.squares[k] * distance(k);
    rest_ += distance(k) * (product - 2.0 * known.known.gradient[k]);
    known_slope_[known.columns[k]] += product - known.known.gradient[k];
  }
  for (const KnownRows::Pair& pair : known.pairs) {
    const double a = distance(pair.row), b = distance(pair.column);
    rest_ += 2.0 * a * b * pair.number;
    known_slope_[known.columns[pair.row]] += b * pair.number;
    known_slope_[known.columns[pair.column]] += a * pair.number;
  }
}

double Evaluation::lost_slopes() const {
  double lost = 0.0;
  for (std::size_t i = 0; i < c_.leaves; ++i) {
    lost += std::abs(leaf_mean_[i] * (leaf_mean_[i] + precision_ * leaf_t_ * leaf_slope_[i]));
  }
  for (std::size_t k = 0; k < c_.columns; ++k) {
    const double left = c_.is_innovation[k] * mean_[k] + precision_ * t_[k] * slope_[k];
    lost += std::abs(mean_[k] * (left + known_slope_[k]));
  }
  return lost;
}

// The squares of U^-T times signs in units of the diagonal are, for random signs, in the mean the
// sum of all inflations.
bool Evaluation::is_inflated() const {
  double sum = 0.0;
  for (std::size_t k = 0; k < c_.columns; ++k) {
    const double x = factor_[k * n_ + c_.columns + 1];
    sum += x * x;
  }
  return !(sum <= most_inflation());
}

// With U x = U^-T b + z the rest is drawn, and given it the leaves are independent.
void Evaluation::draw(std::span<const double> z, std::span<double> u) {
  for (std::size_t k = 0; k < c_.columns; ++k) {
    mean_[k] = factor_[k * n_ + c_.columns] + z[c_.rest_columns[k]];
  }
  c_.kernels->solve(upper(factor_), reciprocal_, mean_);
  for (std::size_t i = 0; i < c_.leaves; ++i) {
    leaf_mean_[i] = std::sqrt(leaf_over_[i]) * z[c_.leaf_columns[i]];
  }
  solve_leaves();
  std::ranges::copy(z, innovation_);  // those of columns that no row has
  for (std::size_t k = 0; k < c_.columns; ++k) innovation_[c_.rest_columns[k]] = mean_[k];
  for (std::size_t i = 0; i < c_.leaves; ++i) innovation_[c_.leaf_columns[i]] = leaf_mean_[i];
  q_.innovated.slots.fill(inputs_, {x_, q_.innovated.slots.size()});
  equations::columns_of({block_, q_.innovated, inputs_, {x_, q_.innovated.slots.size()}},
                        {innovation_, c_.all_columns}, u);
}

std::size_t scratch_size(const Cross& cross, const equations::Equations& equations) {
  return Evaluation::size(cross, equations);
}

bool draw(const Problem& problem, std::span<const double> z, std::span<double> u) {
  Evaluation evaluation(problem);
  if (!evaluation.eliminate() || evaluation.is_inflated()) return false;
  evaluation.draw(z, u);
  return true;
}

std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                        const Partials& partials) {
  Evaluation evaluation(problem);
  if (!evaluation.eliminate()) return std::nullopt;
  const bool is_good =
      is_wanted(partials) ? evaluation.come_back(seed, partials) : !evaluation.is_inflated();
  if (!is_good) return std::nullopt;
  const Parts parts = evaluation.value();
  if (!std::isfinite(parts.log_normaliser) || !std::isfinite(parts.rest)) return std::nullopt;
  return parts;
}

}  // namespace autumn::gaussian::cross
