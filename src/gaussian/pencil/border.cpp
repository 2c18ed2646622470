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
  add_left(pencil_.base.left_over, base_left_, base_);
  add_left(pencil_.other.left_over, other_left_, other_);
  for (const BorderRow& row : pencil_.border_rows) {
    const double root = row.root / scale_of(block_.scale_slot[row.row]);
    system_.add(row.multiplier.data(), constant_of_row(row), root * root);
  }
  if (!system_.factor()) return false;
  const double root = system_.root_of_determinant();
  product_.multiply(root);
  product_.multiply(root);
  double* e = numbers_ + known_;
  system_.solve(e);
  add_border();
  for (const BorderRow& row : pencil_.border_rows) {
    const double x = residual_of(row);
    rest_ += x * x;
    far_border_ += std::abs(x) * size_of(row);
  }
  return true;
}

void Evaluation::add_left(const ByInput& rows, const double* constants, double scale) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    system_.add(border_row(rows, i).data(), -constants[i], 1.0 / (scale * scale));
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

double Evaluation::residual_of(const BorderRow& row) const {
  double x = constant_of_row(row);
  for (std::size_t b = 0; b < border_; ++b) x -= row.multiplier[b] * numbers_[known_ + b];
  return x * row.root / scale_of(block_.scale_slot[row.row]);
}

double Evaluation::size_of(const BorderRow& row) const {
  double sum = std::abs(constant_of_row(row));
  for (std::size_t b = 0; b < border_; ++b) {
    sum += std::abs(row.multiplier[b]) *
           (std::abs(pencil_.border_start[b]) + std::abs(numbers_[known_ + b]));
  }
  return sum * row.root / scale_of(block_.scale_slot[row.row]);
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
    sum += system_.variance(border_row(rows, i).data());
  }
  return sum;
}

void Evaluation::add_border_scales(const Seed& seed, std::span<double> scales) const {
  for (const BorderRow& row : pencil_.border_rows) {
    const std::int32_t slot = block_.scale_slot[row.row];
    if (slot < 0) continue;
    const double scale = scale_of(slot), root = row.root / scale, x = residual_of(row);
    const double variance = system_.variance(row.multiplier.data()) * root * root;
    scales[static_cast<std::size_t>(slot)] +=
        (seed.residual * x * x + seed.determinant * variance) / scale;
  }
}

void Evaluation::add_border_constants(const Seed& seed, std::span<double> constants) const {
  for (const BorderRow& row : pencil_.border_rows) {
    const std::int32_t slot = block_.constant_slot[row.row];
    if (slot < 0) continue;
    const double root = row.root / scale_of(block_.scale_slot[row.row]);
    constants[static_cast<std::size_t>(slot)] -= seed.residual * root * residual_of(row);
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
