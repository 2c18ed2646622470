// This file evaluates a pencil: its value, its derivatives, and draws.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gaussian/eliminate.h"
#include "gaussian/log_product.h"
#include "gaussian/pencil/pencil.h"
#include "gaussian/pencil/small_system.h"

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
  double slopes = 0.0;         // |d| / w
  double roots = 0.0;          // S / w
};

class PencilEvaluation {
 public:
  explicit PencilEvaluation(const Problem& problem)
      : block_(problem.block),
        pencil_(problem.pencil),
        inputs_(problem.inputs),
        count_(pencil_.singular.size()),
        border_(pencil_.border.size()),
        known_(pencil_.inputs.size() + 1),
        system_(border_),
        numbers_(problem.scratch.data()),
        differences_(numbers_ + known_ + border_),
        slopes_(differences_ + count_),
        inverses_(slopes_ + count_),
        base_left_(inverses_ + count_),
        other_left_(base_left_ + pencil_.base.left_over.rows),
        coordinates_(other_left_ + pencil_.other.left_over.rows),
        turned_(coordinates_ + pencil_.columns.size()) {}

  static std::size_t size(const Pencil& p) {
    return p.inputs.size() + 1 + p.border.size() + 3 * p.singular.size() + p.base.left_over.rows +
           p.other.left_over.rows + 2 * p.columns.size();
  }

  // False if there is no answer, as those below.
  [[nodiscard]] bool take_inputs() {
    numbers_[0] = 1.0;
    for (std::size_t k = 1; k < known_; ++k) {
      numbers_[k] = inputs_.constants[pencil_.inputs[k - 1]];
    }
    if (!take_scales()) return false;
    add_up(pencil_.differences, differences_);
    add_up(pencil_.base.left_over, base_left_);
    add_up(pencil_.other.left_over, other_left_);
    weigh();
    return border_ == 0 || solve_border();
  }

  // The value needs fewer sums than its derivatives.
  [[nodiscard]] bool sum_for_value() {
    for (std::size_t i = 0; i < count_; ++i) {
      const double s = pencil_.singular[i], inverse = inverses_[i], d = differences_[i];
      const double slope = d * inverse, turned = s * slope;
      sums_.squares += d * slope;
      sums_.squares_other += slope * slope;
      sums_.squares_base += turned * turned;
      sums_.other += inverse;
      sums_.slopes += std::abs(slope);
      sums_.roots += s * inverse;
    }
    return finish();
  }

  [[nodiscard]] bool sum_for_partials() {
    for (std::size_t i = 0; i < count_; ++i) {
      const double s = pencil_.singular[i], inverse = inverses_[i], d = differences_[i];
      const double slope = d * inverse, turned = s * slope;
      slopes_[i] = slope;
      sums_.squares += d * slope;
      sums_.squares_other += slope * slope;
      sums_.squares_base += turned * turned;
      sums_.other += inverse;
      sums_.base += s * s * inverse;
      sums_.slopes += std::abs(slope);
      sums_.roots += s * inverse;
    }
    return finish();
  }

  [[nodiscard]] Parts parts() const {
    return {.log_normaliser = pencil_.constant_term - logs_, .rest = rest_};
  }

  void write(const Seed& seed, const Partials& partials) {
    std::ranges::fill(partials.coefficients, 0.0);
    if (!partials.constants.empty()) write_constants(seed, partials.constants);
    if (partials.scales.empty()) return;
    Variances variances;
    if (border_ > 0) variances = border_variances();
    for (std::size_t k = 0; k < block_.scales; ++k) {
      const double scale = inputs_.scales[k], square = scale * scale;
      const double rest = rest_of(k), variance = variance_of(variances, k);
      const double count = variance == 0.0 ? count_of(k) : count_of(k) - variance / square;
      partials.scales[k] = 0.0;
      if (count == 0.0 && rest == 0.0) continue;
      partials.scales[k] = (seed.residual * rest / square - seed.determinant * count) / scale;
    }
    add_to_scale(
        pencil_.base,
        seed.residual * sums_.squares_base - seed.determinant * (sums_.base - variances.by_base),
        partials);
    add_to_scale(
        pencil_.other,
        seed.residual * sums_.squares_other - seed.determinant * (sums_.other - variances.by_other),
        partials);
    if (border_ > 0) add_border_rows(seed, partials);
  }

  void draw(std::span<const double> z, std::span<double> u) {
    draw_border(z.last(border_), u);
    add_up_all(pencil_.moves, coordinates_);
    const std::size_t n = pencil_.columns.size();
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

  // What the small system has of derivatives: traces of its inverse times sums of rows.
  struct Variances {
    double by_base = 0.0, by_other = 0.0;            // by half the squares of the scales, in w
    double of_base_left = 0.0, of_other_left = 0.0;  // of rows left over
  };

  [[nodiscard]] double variance_of(const Variances& variances, std::size_t scale) const {
    double variance = 0.0;
    if (is_of(pencil_.base, scale)) variance += variances.of_base_left;
    if (is_of(pencil_.other, scale)) variance += variances.of_other_left;
    return variance;
  }

  // The numbers of one row for the columns of the border.
  using Row = std::array<double, SmallSystem::kMost>;
  [[nodiscard]] Row border_row(const ByInput& rows, std::size_t i) const {
    Row row{};
    for (std::size_t b = 0; b < border_; ++b) row[b] = rows.column(known_ + b)[i];
    return row;
  }

  void weigh() {
    const double base = base_ * base_, other = other_ * other_;
    for (std::size_t i = 0; i < count_; ++i) {
      const double s = pencil_.singular[i], w = other + base * (s * s);
      inverses_[i] = 1.0 / w;
      product_.multiply(w);
    }
  }

  [[nodiscard]] bool solve_border() {
    for (std::size_t i = 0; i < count_; ++i) {
      system_.add(border_row(pencil_.differences, i).data(), -differences_[i], inverses_[i]);
    }
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
    }
    return true;
  }

  // Rows left over have the scale of their side.
  void add_left(const ByInput& rows, const double* constants, double scale) {
    for (std::size_t i = 0; i < rows.rows; ++i) {
      system_.add(border_row(rows, i).data(), -constants[i], 1.0 / (scale * scale));
    }
  }

  // Moves what depends on the border to where it is now.
  void add_border() {
    add_more(pencil_.differences, differences_);
    add_more(pencil_.base.left_over, base_left_);
    add_more(pencil_.other.left_over, other_left_);
  }

  [[nodiscard]] double constant_of_row(const BorderRow& row) const {
    const std::int32_t slot = block_.constant_slot[row.row];
    return slot < 0 ? row.constant : row.constant + inputs_.constants[slot];
  }

  [[nodiscard]] double residual_of(const BorderRow& row) const {
    double x = constant_of_row(row);
    for (std::size_t b = 0; b < border_; ++b) x -= row.multiplier[b] * numbers_[known_ + b];
    return x * row.root / scale_of(block_.scale_slot[row.row]);
  }

  [[nodiscard]] Variances border_variances() const {
    Variances out;
    for (std::size_t i = 0; i < count_; ++i) {
      const double s = pencil_.singular[i];
      const double x =
          system_.variance(border_row(pencil_.differences, i).data()) * inverses_[i] * inverses_[i];
      out.by_other += x;
      out.by_base += s * s * x;
    }
    out.of_base_left = variance_of_rows(pencil_.base.left_over);
    out.of_other_left = variance_of_rows(pencil_.other.left_over);
    return out;
  }

  [[nodiscard]] double variance_of_rows(const ByInput& rows) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < rows.rows; ++i) {
      sum += system_.variance(border_row(rows, i).data());
    }
    return sum;
  }

  // Partials of border rows: by their scales, and by their constants.
  void add_border_rows(const Seed& seed, const Partials& partials) const {
    for (const BorderRow& row : pencil_.border_rows) {
      const std::int32_t slot = block_.scale_slot[row.row];
      if (slot < 0) continue;
      const double scale = scale_of(slot), root = row.root / scale, x = residual_of(row);
      const double variance = system_.variance(row.multiplier.data()) * root * root;
      partials.scales[static_cast<std::size_t>(slot)] +=
          (seed.residual * x * x + seed.determinant * variance) / scale;
    }
  }

  void draw_border(std::span<const double> z, std::span<double> u) {
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
    base_ = scale_of(pencil_.base.scale);
    other_ = scale_of(pencil_.other.scale);
    return base_ > kTiny || other_ > kTiny;
  }

  [[nodiscard]] double scale_of(std::int32_t slot) const {
    return slot < 0 ? 1.0 : inputs_.scales[static_cast<std::size_t>(slot)];
  }

  // What is known and what inputs add, without the border.
  void add_up(const ByInput& from, double* to) const {
    if (from.rows == 0) return;
    std::copy_n(from.column(0), from.rows, to);
    for (std::size_t k = 1; k < known_; ++k) add_column(from, k, to);
  }
  void add_more(const ByInput& from, double* to) const {
    for (std::size_t k = known_; k < known_ + border_; ++k) add_column(from, k, to);
  }
  void add_up_all(const ByInput& from, double* to) const {
    add_up(from, to);
    add_more(from, to);
  }
  void add_column(const ByInput& from, std::size_t k, double* to) const {
    const double* column = from.column(k);
    for (std::size_t i = 0; i < from.rows; ++i) to[i] += column[i] * numbers_[k];
  }

  // Whether digits are left.
  [[nodiscard]] bool finish() {
    base_rest_ = squared_length(base_left_, pencil_.base.left_over.rows);
    other_rest_ = squared_length(other_left_, pencil_.other.left_over.rows);
    if (base_rest_ != 0.0) rest_ += base_rest_ / (base_ * base_);
    if (other_rest_ != 0.0) rest_ += other_rest_ / (other_ * other_);
    rest_ += sums_.squares;
    logs_ += 0.5 * product_.log();
    const double columns = static_cast<double>(pencil_.columns.size());
    const double allowed = kMostLost * (1.0 + columns / 20.0) + kMostLostOf * rest_;
    return lost() <= allowed && std::isfinite(rest_) && std::isfinite(logs_);
  }

  // What rounding may have done to the value. The singular values and vectors are those of a matrix
  // that is not far from B F^-1, which moves the determinant, the squares, and what was taken for
  // zero; and differences are of larger numbers.
  [[nodiscard]] double lost() const {
    const double step = pencil_.singular_rounding, base = base_ * base_;
    double far = 0.0;
    for (std::size_t k = 0; k < known_ + border_; ++k) {
      far += pencil_.lengths[k] * std::abs(numbers_[k]);
    }
    double sum = base * step * (sums_.roots + step * sums_.other) +
                 2.0 * base * step * std::sqrt(sums_.squares_other * sums_.squares_base) +
                 2.0 * kRounding * far * sums_.slopes;
    if (pencil_.dropped > 0.0) {
      const double other = other_ * other_;
      sum += base * step * step / other * (pencil_.dropped + other_rest_ / other);
    }
    return sum;
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
    for (const BorderRow& row : pencil_.border_rows) {
      const std::int32_t slot = block_.constant_slot[row.row];
      if (slot < 0) continue;
      const double root = row.root / scale_of(block_.scale_slot[row.row]);
      constants[static_cast<std::size_t>(slot)] -= seed.residual * root * residual_of(row);
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
    partials.scales[static_cast<std::size_t>(side.scale)] += by_half_square * scale_of(side.scale);
  }

  const Block& block_;
  const Pencil& pencil_;
  const Inputs& inputs_;
  std::size_t count_, border_, known_;  // singular values; columns; one and inputs
  SmallSystem system_;
  double *numbers_, *differences_, *slopes_, *inverses_, *base_left_, *other_left_, *coordinates_,
      *turned_;
  double base_ = 1.0, other_ = 1.0;  // scales
  double logs_ = 0.0, rest_ = 0.0, base_rest_ = 0.0, other_rest_ = 0.0;
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
