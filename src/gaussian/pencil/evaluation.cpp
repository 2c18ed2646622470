// This file evaluates a pencil: its value and draws.
#include "gaussian/pencil/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autumn::gaussian::pencil {
namespace {

// What rounding may take of the value, absolute and of the sum of squares, as in normal equations.
constexpr double kMostLost = 1e-9;
constexpr double kMostLostOf = 1e-12;
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
// The squares of smaller numbers may be zero, those of larger ones infinite.
constexpr double kTiny = 1e-150;
constexpr double kHuge = 1e150;

double squared_length(const double* numbers, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += numbers[i] * numbers[i];
  return sum;
}

}  // namespace

bool Evaluation::take_inputs() {
  numbers_[0] = 1.0;
  for (std::size_t k = 1; k < known_; ++k) {
    numbers_[k] = inputs_.constants[pencil_.inputs[k - 1]];
  }
  if (!take_scales()) return false;
  differences_ = add_up(pencil_.differences, moved_);
  base_left_ = add_up(pencil_.base.left_over, moved_base_);
  other_left_ = add_up(pencil_.other.left_over, moved_other_);
  weigh();
  return (border_ == 0 && pencil_.border_rows.empty()) || solve_border();
}

bool Evaluation::take_scales() {
  for (std::size_t k = 0; k < block_.scales; ++k) {
    const double scale = inputs_.scales[k];
    const bool may_be_zero = (is_of(pencil_.base, k) && pencil_.base.may_be_zero) ||
                             (is_of(pencil_.other, k) && pencil_.other.may_be_zero);
    if (may_be_zero ? !(scale >= 0.0) : !(scale > kTiny)) return false;
    if (!(scale < kHuge)) return false;
    const double count = count_of(k);
    if (count != 0.0) logs_ += count * std::log(scale);
    if (block_.scale_rest[k] != 0.0) rest_ += block_.scale_rest[k] / (scale * scale);
  }
  base_ = scale_of(pencil_.base.scale);
  other_ = scale_of(pencil_.other.scale);
  over_base_square_ = 1.0 / (base_ * base_);
  over_other_square_ = 1.0 / (other_ * other_);
  return base_ > kTiny || other_ > kTiny;
}

double Evaluation::weight(std::size_t i) const {
  const double s = pencil_.singular[i];
  return other_ * other_ + base_ * base_ * (s * s);
}

// The first w is the largest.
void Evaluation::weigh() {
  if (count_ == 0) return;
  const Product product = pencil_.kernels->weigh(
      {pencil_.singular.data(), count_, base_ * base_, other_ * other_, inverses_});
  if (is_moderate(weight(0)) && is_moderate(weight(count_ - 1))) {
    product_.multiply(product);
  } else {
    for (std::size_t i = 0; i < count_; ++i) product_.multiply(weight(i));
  }
}

const double* Evaluation::add_up(const ByInput& from, double* to) const {
  const double* sum = from.column(0);
  if (from.rows == 0) return sum;
  for (std::size_t k = 1; k < known_; ++k) sum = add_column(from, k, sum, to);
  return sum;
}

const double* Evaluation::add_more(const ByInput& from, const double* there, double* to) const {
  if (from.rows == 0) return there;
  for (std::size_t k = known_; k < known_ + border_; ++k) there = add_column(from, k, there, to);
  return there;
}

const double* Evaluation::add_column(const ByInput& from, std::size_t k, const double* there,
                                     double* to) const {
  pencil_.kernels->add({from.column(k), there, from.rows, numbers_[k], to});
  return to;
}

Summing Evaluation::summing() const {
  return {pencil_.singular.data(), inverses_, differences_, count_, slopes_};
}

bool Evaluation::sum_for_value() {
  sums_.squares = pencil_.kernels->square(summing());
  return finish();
}

bool Evaluation::sum_for_partials() {
  sums_ = pencil_.kernels->sum(summing());
  return finish();
}

bool Evaluation::finish() {
  base_rest_ = squared_length(base_left_, pencil_.base.left_over.rows);
  other_rest_ = squared_length(other_left_, pencil_.other.left_over.rows);
  if (base_rest_ != 0.0) rest_ += base_rest_ * over_base_square_;
  if (other_rest_ != 0.0) rest_ += other_rest_ * over_other_square_;
  rest_ += sums_.squares;
  logs_ += 0.5 * product_.log();
  if (!std::isfinite(rest_) || !std::isfinite(logs_)) return false;
  double far = 0.0;
  for (std::size_t k = 0; k < known_ + border_; ++k) {
    far += pencil_.lengths[k] * std::abs(numbers_[k]);
    if (!pencil_.left_lengths.empty()) far_left_ += pencil_.left_lengths[k] * std::abs(numbers_[k]);
  }
  const double columns = static_cast<double>(pencil_.columns.size());
  const double allowed = kMostLost * (1.0 + columns / 20.0) + kMostLostOf * rest_;
  return most_lost(far) <= allowed || lost(far) <= allowed;
}

// Because w is at least t^2, s^2 S^2, and twice s t S.
double Evaluation::most_lost(double far) const {
  const double count = static_cast<double>(count_);
  const double ratio = pencil_.singular_rounding * base_ / other_;
  const double moved = kRounding * far / other_;
  return count * (0.5 * ratio + ratio * ratio) + 2.0 * ratio * sums_.squares +
         moved * (2.0 * std::sqrt(count * sums_.squares) + count * moved) + lost_in_zeros() +
         lost_in_left_over() + lost_in_border();
}

double Evaluation::lost(double far) const {
  double roots = 0.0, others = 0.0, slopes = 0.0, squares_other = 0.0, squares_base = 0.0;
  for (std::size_t i = 0; i < count_; ++i) {
    const double s = pencil_.singular[i], slope = differences_[i] * inverses_[i];
    roots += s * inverses_[i];
    others += inverses_[i];
    slopes += std::abs(slope);
    squares_other += slope * slope;
    squares_base += s * slope * (s * slope);
  }
  const double step = pencil_.singular_rounding, base = base_ * base_, moved = kRounding * far;
  return base * step * (roots + step * others) +
         2.0 * base * step * std::sqrt(squares_other * squares_base) +
         moved * (2.0 * slopes + moved * others) + lost_in_zeros() + lost_in_left_over() +
         lost_in_border();
}

// A residual may be zero by chance alone, where it is the difference of large numbers.
double Evaluation::lost_in_border() const {
  return kRounding * (2.0 * far_border_ + kRounding * farther_border_);
}

// What is left over is a difference, which has the rounding of what it was taken from.
double Evaluation::lost_in_left_over() const {
  if (pencil_.other.left_over.rows == 0) return 0.0;
  const double rounding = kRounding * far_left_;
  return (2.0 * std::sqrt(other_rest_) + rounding) * rounding / (other_ * other_);
}

double Evaluation::lost_in_zeros() const {
  if (pencil_.dropped == 0.0) return 0.0;
  const double other = other_ * other_;
  const double ratio = pencil_.singular_rounding * base_ / other_;
  return ratio * ratio * (pencil_.dropped + other_rest_ / other);
}

void Evaluation::draw(std::span<const double> z, std::span<double> u) {
  draw_border(z.last(border_), u);
  const std::size_t n = pencil_.columns.size();
  const double* moves = add_more(pencil_.moves, add_up(pencil_.moves, coordinates_), coordinates_);
  if (moves != coordinates_) std::copy_n(moves, n, coordinates_);
  for (std::size_t i = 0; i < count_; ++i) {
    const double s = pencil_.singular[i], root = std::sqrt(inverses_[i]);
    coordinates_[i] += base_ * root * (s * base_ * root * differences_[i] + other_ * z[i]);
  }
  for (std::size_t i = count_; i < n; ++i) coordinates_[i] += base_ * z[i];
  std::ranges::copy(pencil_.start, turned_);
  const double* column = pencil_.back.data();
  for (std::size_t i = 0; i < n; ++i, column += n) {
    const double x = coordinates_[i];
    for (std::size_t j = 0; j < n; ++j) turned_[j] += column[j] * x;
  }
  for (std::size_t j = 0; j < n; ++j) u[pencil_.columns[j]] = turned_[j];
}

std::size_t scratch_size(const Pencil& pencil) {
  return Evaluation::size(pencil);
}

std::optional<Parts> parts(const Problem& problem) {
  Evaluation evaluation(problem);
  if (!evaluation.take_inputs() || !evaluation.sum_for_value()) return std::nullopt;
  return evaluation.parts();
}

std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                        const Partials& partials) {
  Evaluation evaluation(problem);
  if (!evaluation.take_inputs() || !evaluation.sum_for_partials()) return std::nullopt;
  evaluation.write(seed, partials);
  return evaluation.parts();
}

bool draw(const Problem& problem, std::span<const double> z, std::span<double> u) {
  Evaluation evaluation(problem);
  if (!evaluation.take_inputs() || !evaluation.sum_for_value()) return false;
  evaluation.draw(z, u);
  return true;
}

}  // namespace autumn::gaussian::pencil
