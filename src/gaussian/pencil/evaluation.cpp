// This file evaluates a pencil: its value, its derivatives, and draws.
#include <algorithm>
#include <cmath>
#include <limits>

#include "gaussian/eliminate.h"
#include "gaussian/log_product.h"
#include "gaussian/pencil/pencil.h"

namespace autumn::gaussian::pencil {
namespace {

// What rounding may take of the value, absolute and of the sum of squares, as in normal equations.
constexpr double kMostLost = 1e-9;
constexpr double kMostLostOf = 1e-12;
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
// The squares of smaller numbers may be zero, those of larger ones infinite.
constexpr double kTiny = 1e-150;
constexpr double kHuge = 1e150;

// Sums over the singular values S, with w = t^2 + s^2 S^2 and differences d.
struct Sums {
  double squares = 0.0;        // d^2 / w
  double squares_other = 0.0;  // d^2 / w^2: minus the derivative of `squares` by t^2
  double squares_base = 0.0;   // S^2 d^2 / w^2: the same by s^2
  double other = 0.0;          // 1 / w: the derivative of the sum of log w by t^2
  double base = 0.0;           // S^2 / w
  double lost_singular = 0.0;  // what a unit of rounding of S does to the value, over s^2
  double lost_constants = 0.0;
};

class PencilEvaluation {
 public:
  explicit PencilEvaluation(const Problem& problem)
      : block_(problem.block),
        pencil_(problem.pencil),
        inputs_(problem.inputs),
        count_(pencil_.singular.size()),
        numbers_(problem.scratch.data()),
        differences_(numbers_ + pencil_.inputs.size() + 1),
        slopes_(differences_ + count_),
        base_left_(slopes_ + count_),
        other_left_(base_left_ + pencil_.base.left_over.rows),
        coordinates_(other_left_ + pencil_.other.left_over.rows) {}

  static std::size_t size(const Pencil& p) {
    return p.inputs.size() + 1 + 2 * p.singular.size() + p.base.left_over.rows +
           p.other.left_over.rows + p.columns;
  }

  // False if there is no answer.
  [[nodiscard]] bool take_inputs() {
    numbers_[0] = 1.0;
    far_ = pencil_.farthest;
    for (std::size_t k = 0; k < pencil_.inputs.size(); ++k) {
      numbers_[k + 1] = inputs_.constants[pencil_.inputs[k]];
      far_ += std::abs(numbers_[k + 1]);
    }
    if (!take_scales()) return false;
    add_up(pencil_.differences, differences_);
    add_up(pencil_.base.left_over, base_left_);
    add_up(pencil_.other.left_over, other_left_);
    return true;
  }

  // The value needs fewer sums than its derivatives.
  [[nodiscard]] bool sum_for_value() {
    const double base = base_ * base_, other = other_ * other_;
    for (std::size_t i = 0; i < count_; ++i) {
      const double s = pencil_.singular[i], w = other + base * (s * s), inverse = 1.0 / w;
      const double d = differences_[i], square = d * d * inverse;
      product_.multiply(w);
      sums_.squares += square;
      sums_.lost_singular += s * inverse * (1.0 + 2.0 * square);
      sums_.lost_constants += std::abs(d) * inverse;
    }
    return add_left_over();
  }

  [[nodiscard]] bool sum_for_partials() {
    const double base = base_ * base_, other = other_ * other_;
    for (std::size_t i = 0; i < count_; ++i) {
      const double s = pencil_.singular[i], w = other + base * (s * s), inverse = 1.0 / w;
      const double d = differences_[i], slope = d * inverse, square = d * slope;
      const double turned = s * slope;
      product_.multiply(w);
      slopes_[i] = slope;
      sums_.squares += square;
      sums_.squares_other += slope * slope;
      sums_.squares_base += turned * turned;
      sums_.other += inverse;
      sums_.base += s * s * inverse;
      sums_.lost_singular += s * inverse * (1.0 + 2.0 * square);
      sums_.lost_constants += std::abs(slope);
    }
    return add_left_over();
  }

  [[nodiscard]] Parts parts() const {
    return {.log_normaliser = pencil_.constant_term - logs_, .rest = rest_};
  }

  void write(const Seed& seed, const Partials& partials) {
    std::ranges::fill(partials.coefficients, 0.0);
    if (!partials.constants.empty()) write_constants(seed, partials.constants);
    if (partials.scales.empty()) return;
    for (std::size_t k = 0; k < block_.scales; ++k) {
      const double scale = inputs_.scales[k];
      const double count = count_of(k), rest = rest_of(k);
      partials.scales[k] = 0.0;
      if (count == 0.0 && rest == 0.0) continue;
      partials.scales[k] =
          (seed.residual * rest / (scale * scale) - seed.determinant * count) / scale;
    }
    add_to_scale(pencil_.base, seed.residual * sums_.squares_base - seed.determinant * sums_.base,
                 partials);
    add_to_scale(pencil_.other,
                 seed.residual * sums_.squares_other - seed.determinant * sums_.other, partials);
  }

  void draw(std::span<const double> z, std::span<double> u) {
    add_up(pencil_.moves, coordinates_);
    for (std::size_t i = 0; i < count_; ++i) {
      const double s = pencil_.singular[i];
      const double root = std::sqrt(other_ * other_ + base_ * base_ * (s * s));
      coordinates_[i] += base_ / root * (s * base_ / root * differences_[i] + other_ * z[i]);
    }
    for (std::size_t i = count_; i < z.size(); ++i) coordinates_[i] += base_ * z[i];
    std::ranges::copy(pencil_.start, u.begin());
    const double* column = pencil_.back.data();
    for (std::size_t i = 0; i < z.size(); ++i, column += z.size()) {
      const double x = coordinates_[i];
      for (std::size_t j = 0; j < u.size(); ++j) u[j] += column[j] * x;
    }
  }

 private:
  [[nodiscard]] bool is_of(const Side& side, std::size_t scale) const {
    return side.scale >= 0 && static_cast<std::size_t>(side.scale) == scale;
  }

  // How often the logarithm of a scale stands in the value beside those in w.
  [[nodiscard]] double count_of(std::size_t scale) const {
    double count = block_.scale_count[scale];
    if (is_of(pencil_.base, scale)) count -= pencil_.base.coordinates;
    if (is_of(pencil_.other, scale)) count -= pencil_.other.coordinates;
    return count;
  }

  // The sum of squares that is over a scale alone.
  [[nodiscard]] double rest_of(std::size_t scale) const {
    double rest = block_.scale_rest[scale];
    if (is_of(pencil_.base, scale)) rest += base_rest_;
    if (is_of(pencil_.other, scale)) rest += other_rest_;
    return rest;
  }

  [[nodiscard]] bool take_scales() {
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
    base_ = scale_of(pencil_.base);
    other_ = scale_of(pencil_.other);
    return base_ > kTiny || other_ > kTiny;
  }

  [[nodiscard]] double scale_of(const Side& side) const {
    return side.scale < 0 ? 1.0 : inputs_.scales[static_cast<std::size_t>(side.scale)];
  }

  void add_up(const ByInput& from, double* to) const {
    if (from.rows == 0) return;
    std::copy_n(from.column(0), from.rows, to);
    for (std::size_t k = 1; k <= pencil_.inputs.size(); ++k) {
      const double* column = from.column(k);
      for (std::size_t i = 0; i < from.rows; ++i) to[i] += column[i] * numbers_[k];
    }
  }

  // Whether digits are left.
  [[nodiscard]] bool add_left_over() {
    base_rest_ = squared_length(base_left_, pencil_.base.left_over.rows);
    other_rest_ = squared_length(other_left_, pencil_.other.left_over.rows);
    if (base_rest_ != 0.0) rest_ += base_rest_ / (base_ * base_);
    if (other_rest_ != 0.0) rest_ += other_rest_ / (other_ * other_);
    rest_ += sums_.squares;
    logs_ += 0.5 * product_.log();
    const double columns = static_cast<double>(pencil_.columns);
    const double allowed = kMostLost * (1.0 + columns / 20.0) + kMostLostOf * rest_;
    const double lost = base_ * base_ * pencil_.singular_rounding * sums_.lost_singular +
                        2.0 * kRounding * far_ * sums_.lost_constants;
    return lost <= allowed && std::isfinite(rest_) && std::isfinite(logs_);
  }

  static double squared_length(const double* numbers, std::size_t count) {
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) sum += numbers[i] * numbers[i];
    return sum;
  }

  void write_constants(const Seed& seed, std::span<double> constants) const {
    std::ranges::fill(constants, 0.0);
    const double base = base_rest_ == 0.0 ? 0.0 : 1.0 / (base_ * base_);
    const double other = other_rest_ == 0.0 ? 0.0 : 1.0 / (other_ * other_);
    for (std::size_t k = 0; k < pencil_.inputs.size(); ++k) {
      const double sum = product(pencil_.differences, k + 1, slopes_) +
                         base * product(pencil_.base.left_over, k + 1, base_left_) +
                         other * product(pencil_.other.left_over, k + 1, other_left_);
      constants[pencil_.inputs[k]] = -seed.residual * sum;
    }
  }

  static double product(const ByInput& by_input, std::size_t input, const double* numbers) {
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

  // From the derivative by half the square of a scale.
  void add_to_scale(const Side& side, double by_half_square, const Partials& partials) const {
    if (side.scale < 0) return;
    partials.scales[static_cast<std::size_t>(side.scale)] += by_half_square * scale_of(side);
  }

  const Block& block_;
  const Pencil& pencil_;
  const Inputs& inputs_;
  std::size_t count_;
  double *numbers_, *differences_, *slopes_, *base_left_, *other_left_, *coordinates_;
  double base_ = 1.0, other_ = 1.0;  // scales
  double logs_ = 0.0, rest_ = 0.0, base_rest_ = 0.0, other_rest_ = 0.0, far_ = 0.0;
  LogProduct product_;
  Sums sums_;
};

}  // namespace

std::size_t scratch_size(const Pencil& pencil) {
  return PencilEvaluation::size(pencil);
}

std::optional<Parts> parts(const Problem& problem) {
  PencilEvaluation evaluation(problem);
  if (!evaluation.take_inputs() || !evaluation.sum_for_value()) return std::nullopt;
  return evaluation.parts();
}

std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                        const Partials& partials) {
  PencilEvaluation evaluation(problem);
  if (!evaluation.take_inputs() || !evaluation.sum_for_partials()) return std::nullopt;
  evaluation.write(seed, partials);
  return evaluation.parts();
}

bool draw(const Problem& problem, std::span<const double> z, std::span<double> u) {
  PencilEvaluation evaluation(problem);
  if (!evaluation.take_inputs() || !evaluation.sum_for_value()) return false;
  evaluation.draw(z, u);
  return true;
}

}  // namespace autumn::gaussian::pencil
