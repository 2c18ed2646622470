// This file has the part of the border in an evaluation of a pencil.
#include <algorithm>
#include <cmath>

#include "gaussian/pencil/evaluation.h"

namespace autumn::gaussian::pencil {

Evaluation::Row Evaluation::border_row(const ByInput& rows, std::size_t i) const {
  Row row{};
  for (std::size_t b = 0; b < border_; ++b) row[b] = rows.column(known_ + b)[i];
  return row;
}

void Evaluation::add_differences() {
  if (border_ == 1) {
    border_sums_ = pencil_.kernels->border({pencil_.singular.data(), inverses_, differences_,
                                            pencil_.differences.column(known_), count_});
    return system_.add_to_one(border_sums_.squares, -border_sums_.products);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    system_.add(border_row(pencil_.differences, i).data(), -differences_[i], inverses_[i]);
  }
}

bool Evaluation::solve_border() {
  if (count_ > 0) add_differences();
  add_left(pencil_.base.left_over, base_left_, over_base_square_);
  add_left(pencil_.other.left_over, other_left_, over_other_square_);
  for (std::size_t k = 0; k < pencil_.border_rows.size(); ++k) {
    const BorderRow& row = pencil_.border_rows[k];
    const double root = row.root / scale_of(block_.scale_slot[row.row]);
    border_residuals_[k].root = root;
    add_row(row.multiplier.data(), constant_of_row(row), root * root);
  }
  if (!system_.factor()) return false;
  system_.multiply_into(product_);
  double* e = numbers_ + known_;
  system_.solve(e);
  add_border();
  for (std::size_t k = 0; k < pencil_.border_rows.size(); ++k) {
    Residual& residual = border_residuals_[k];
    residual = residual_of(pencil_.border_rows[k], residual.root);
    rest_ += residual.x * residual.x;
    far_border_ += std::abs(residual.x) * residual.size;
    farther_border_ += residual.size * residual.size;
  }
  return true;
}

void Evaluation::add_row(const double* row, double constant, double weight) {
  if (border_ != 1) return system_.add(row, constant, weight);
  const double x = weight * row[0];
  system_.add_to_one(x * row[0], x * constant);
}

void Evaluation::add_left(const ByInput& rows, const double* constants, double weight) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (border_ == 1) {
      add_row(rows.column(known_) + i, -constants[i], weight);
    } else {
      system_.add(border_row(rows, i).data(), -constants[i], weight);
    }
  }
}

void Evaluation::add_border() {
  differences_ = add_more(pencil_.differences, differences_, moved_);
  base_left_ = add_more(pencil_.base.left_over, base_left_, moved_base_);
  other_left_ = add_more(pencil_.other.left_over, other_left_, moved_other_);
}

double Evaluation::constant_of_row(const BorderRow& row) const {
  const std::int32_t slot = block_.constant_slot[row.row];
  return slot < 0 ? row.constant : row.constant + inputs_.constants[slot];
}

Evaluation::Residual Evaluation::residual_of(const BorderRow& row, double root) const {
  double x = constant_of_row(row), size = std::abs(x);
  for (std::size_t b = 0; b < border_; ++b) {
    const double multiplier = row.multiplier[b], e = numbers_[known_ + b];
    x -= multiplier * e;
    size += std::abs(multiplier) * (std::abs(pencil_.border_start[b]) + std::abs(e));
  }
  return {.root = root, .x = x * root, .size = size * root};
}

Variances Evaluation::border_variances() const {
  Variances out;
  if (border_ == 1) {
    const double one = 1.0, variance = system_.variance(&one);
    out.by_other = variance * border_sums_.by_other;
    out.by_base = variance * border_sums_.by_base;
  } else {
    add_variances(out);
  }
  out.of_base_left = variance_of_rows(pencil_.base.left_over);
  out.of_other_left = variance_of_rows(pencil_.other.left_over);
  return out;
}

void Evaluation::add_variances(Variances& out) const {
  for (std::size_t i = 0; i < count_; ++i) {
    const double s = pencil_.singular[i];
    const double x =
        system_.variance(border_row(pencil_.differences, i).data()) * inverses_[i] * inverses_[i];
    out.by_other += x;
    out.by_base += s * s * x;
  }
}

double Evaluation::variance_of_rows(const ByInput& rows) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    sum += border_ == 1 ? system_.variance(rows.column(known_) + i)
                        : system_.variance(border_row(rows, i).data());
  }
  return sum;
}

void Evaluation::add_border_scales(const Seed& seed, std::span<double> scales) const {
  for (std::size_t k = 0; k < pencil_.border_rows.size(); ++k) {
    const BorderRow& row = pencil_.border_rows[k];
    const std::int32_t slot = block_.scale_slot[row.row];
    if (slot < 0) continue;
    const auto& [root, x, size] = border_residuals_[k];
    const double variance = system_.variance(row.multiplier.data()) * root * root;
    scales[static_cast<std::size_t>(slot)] +=
        (seed.residual * x * x + seed.determinant * variance) / scale_of(slot);
  }
}

void Evaluation::add_border_constants(const Seed& seed, std::span<double> constants) const {
  for (std::size_t k = 0; k < pencil_.border_rows.size(); ++k) {
    const std::int32_t slot = block_.constant_slot[pencil_.border_rows[k].row];
    if (slot < 0) continue;
    const Residual& residual = border_residuals_[k];
    constants[static_cast<std::size_t>(slot)] -= seed.residual * residual.root * residual.x;
  }
}

void Evaluation::draw_border(std::span<const double> z, std::span<double> u) {
  if (border_ == 0) return;
  double* e = numbers_ + known_;
  Row mean{};
  std::copy_n(e, border_, mean.begin());
  system_.noise(z.data(), e);
  add_border();  // of the noise, to where the mean is
  for (std::size_t b = 0; b < border_; ++b) {
    e[b] += mean[b];
    u[pencil_.border[b]] = pencil_.border_start[b] + e[b];
  }
}

}  // namespace autumn::gaussian::pencil
