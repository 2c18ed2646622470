// This file evaluates the log density of Gaussian vectors by their covariances, and its derivatives
// by the inverses: with a = K^-1 r they are sums of (a a' - K^-1) / 2, and -a. An element below the
// diagonal stands for the one above, too, as it does for the Cholesky factor, and has twice that.
//
// With effects, K + Z S^2 Z', let W = L^-1 Z S. Reflections turn [W; 1] into a triangle R, of which
// no square is taken, so that columns of Z may be alike. With U = L^-T W R^-1 the inverse is K^-1 -
// U U'. The effects that fit L^-1 r best are S t, with t by the same reflections, and the quadratic
// form is the squares of what they leave, plus those of t.
#include "passes/covariance_kernel.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "dense/kernels.h"
#include "expr/adjoint_kernel.h"
#include "expr/rounding.h"
#include "passes/dense_kernels.h"

namespace autumn::passes {
namespace {

using dense::View;
using expr::Shape;

double log_diagonal(const dense::ConstView& l) {
  double sum = 0.0;
  for (std::size_t j = 0; j < l.rows; ++j) sum += std::log(std::fabs(l.at(j, j)));
  return sum;
}

double squared_length(std::span<const double> x) {
  double sum = 0.0;
  for (const double number : x) sum += number * number;
  return sum;
}

View as_column(std::span<double> x) {
  return {x.data(), x.size(), 1, x.size()};
}

void copy_lower(const double* from, const View& to) {
  for (std::size_t j = 0; j < to.cols; ++j) {
    std::copy(from + j * to.rows + j, from + (j + 1) * to.rows, &to.at(j, j));
  }
}

// to += alpha x y, for a vector y.
void multiply_add(double alpha, const dense::Operand& x, std::span<double> y,
                  std::span<double> to) {
  dense_kernels().multiply_add(alpha, x, dense::plain(as_column(y)), as_column(to),
                               dense::Part::kWhole);
}

// A covariance, and where the vectors are that have it.
struct Same {
  View l;  // the factor of K, then its inverse
  std::size_t first;
  std::size_t items;

  // Of numbers of all vectors: those of these, side by side.
  [[nodiscard]] View of(double* numbers) const { return {numbers + first, l.rows, items, l.rows}; }
};

// From the inverse of the covariance, once for each vector, to the derivative by it.
void finish_partials(const View& a, const View& inverses) {
  if (a.cols > 1) {
    dense_kernels().multiply_add(-1.0, dense::plain(a), dense::transposed(a), inverses,
                                 dense::Part::kLower);
  }
  for (std::size_t j = 0; j < inverses.cols; ++j) {
    double* column = &inverses.at(0, j);
    std::fill(column, column + j, 0.0);
    for (std::size_t i = j; i < inverses.rows; ++i) {
      column[i] = a.cols > 1 ? -column[i] : a.at(i, 0) * a.at(j, 0) - column[i];
    }
    column[j] *= 0.5;
  }
}

// Where the numbers of an evaluation are.
struct Work {
  double* factors;
  std::span<double> a;  // L^-1 r less the effects, then L^-T of that
  View w;               // W, then U
  View rows;            // [W, L^-1 r; 1, 0], reflected
  View triangle;        // R', then its inverse
  View inverse;         // of R'R
  std::span<double> t;  // the effects that fit best, in units of their scales

  Work(std::span<double> scratch, std::size_t factors_size, std::size_t n, std::size_t effects) {
    const auto take = [&scratch](std::size_t count) {
      const std::span<double> taken = scratch.first(count);
      scratch = scratch.subspan(count);
      return taken;
    };
    factors = take(factors_size).data();
    a = take(n);
    w = {take(n * effects).data(), n, effects, n};
    const std::size_t height = n + effects, width = effects + 1;
    rows = {take(effects == 0 ? 0 : height * width).data(), height, width, height};
    triangle = dense::square(take(effects * effects).data(), effects);
    inverse = dense::square(take(effects * effects).data(), effects);
    t = take(effects);
  }

  static std::size_t size(std::size_t factors_size, std::size_t n, std::size_t effects) {
    const std::size_t reflected = effects == 0 ? 0 : (n + effects) * (effects + 1);
    return factors_size + n + n * effects + reflected + 2 * effects * effects + effects;
  }
};

double dot(const double* x, const double* y, std::size_t n) {
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// Column j, from its diagonal on, becomes a multiple of the first unit vector, which is returned;
// the columns after it are reflected along, and its place keeps the reflection.
double reflect(const View& rows, std::size_t j) {
  const std::size_t height = rows.rows - j;
  double* column = &rows.at(j, j);
  const double diagonal = -std::copysign(std::sqrt(dot(column, column, height)), column[0]);
  column[0] -= diagonal;
  const double scale = -1.0 / (diagonal * column[0]);
  for (std::size_t k = j + 1; k < rows.cols; ++k) {
    double* other = &rows.at(j, k);
    const double share = scale * dot(column, other, height);
    for (std::size_t i = 0; i < height; ++i) other[i] -= share * column[i];
  }
  return diagonal;
}

// A flat effect has no row of its own.
void fill_rows(const Work& work, const std::vector<bool>& is_flat) {
  const std::size_t n = work.w.rows, effects = work.w.cols;
  for (std::size_t j = 0; j <= effects; ++j) {
    const double* from = j < effects ? &work.w.at(0, j) : work.a.data();
    std::copy(from, from + n, &work.rows.at(0, j));
    for (std::size_t i = 0; i < effects; ++i)
      work.rows.at(n + i, j) = i == j && !is_flat[i] ? 1.0 : 0.0;
  }
}

// From W and L^-1 r: the triangle, the effects that fit best, and what they leave. False if a
// number is not finite.
bool take_effects(Work& work, const std::vector<bool>& is_flat) {
  const std::size_t effects = work.w.cols;
  fill_rows(work, is_flat);
  for (std::size_t j = 0; j < effects; ++j) {
    work.triangle.at(j, j) = reflect(work.rows, j);
    if (!std::isfinite(work.triangle.at(j, j)) || work.triangle.at(j, j) == 0.0) return false;
    for (std::size_t k = j + 1; k < effects; ++k) work.triangle.at(k, j) = work.rows.at(j, k);
  }
  std::copy_n(&work.rows.at(0, effects), effects, work.t.begin());
  dense_kernels().solve_left_transposed(work.triangle, as_column(work.t));
  multiply_add(-1.0, dense::plain(work.w), work.t, work.a);
  return true;
}

// By the logarithm of a scale it is t^2 less what the data say of the effect, between 0 and 1.
void scale_partials(std::span<const double> scales, const Work& work, std::span<double> partials) {
  for (std::size_t j = 0; j < partials.size(); ++j) {
    partials[j] = (work.t[j] * work.t[j] - (1.0 - work.inverse.at(j, j))) / scales[j];
  }
}

// What value, derivatives and draws stand on.
class Covariances {
 public:
  explicit Covariances(CovarianceShape shape) : shape_(std::move(shape)) {}

  [[nodiscard]] std::size_t kinds() const { return shape_.items.size(); }
  [[nodiscard]] bool has_effects() const { return !shape_.effects.is_flat.empty(); }
  [[nodiscard]] const std::vector<bool>& is_flat() const { return shape_.effects.is_flat; }
  [[nodiscard]] std::size_t effects() const { return is_flat().size(); }

  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> operands) const {
    // The choice of kernels allocates, so it is made while a program is laid out.
    static_cast<void>(dense_kernels());
    std::size_t factors = 0;
    for (std::size_t k = 0; k < kinds(); ++k) factors += operands[k].size();
    return Work::size(factors, operands[kinds()].size(), effects());
  }

  // A factor, an inverse of it and its square, of n^3 / 3 operations each, and solves.
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const {
    constexpr double kAlways = 200.0, kPerCovariance = 300.0, kPerNumber = 6.0;
    constexpr double kPerOperation = 0.025, kPerReflection = 2.0, kPerNumberOfAlike = 18.0;
    const double p = static_cast<double>(effects());
    double sum = kAlways;
    for (std::size_t k = 0; k < kinds(); ++k) {
      const double n = operands[k].rows, items = static_cast<double>(shape_.items[k]);
      sum += kPerCovariance + kPerNumber * n * n +
             kPerOperation * n * n * (n + 4.0 * p * items + 3.0 * (items - 1.0));
      if (shape_.items[k] > 1) sum += kPerNumberOfAlike * n * items;
    }
    return sum + kPerReflection * static_cast<double>(operands[kinds()].size()) * p * p;
  }

  [[nodiscard]] Work work(std::span<const expr::Numbers> operands,
                          std::span<double> scratch) const {
    std::size_t factors = 0;
    for (std::size_t k = 0; k < kinds(); ++k) factors += operands[k].size();
    return {scratch, factors, operands[kinds()].size(), effects()};
  }

  template <typename Function>
  void each(std::span<const expr::Numbers> operands, const Work& work, Function function) const {
    double* factor = work.factors;
    std::size_t first = 0;
    for (std::size_t k = 0; k < kinds(); ++k) {
      const auto n = static_cast<std::size_t>(std::lround(std::sqrt(operands[k].size())));
      function(k, Same{dense::square(factor, n), first, shape_.items[k]});
      factor += n * n;
      first += n * shape_.items[k];
    }
  }

  // Nothing if a covariance has no factor, or the effects are no numbers.
  [[nodiscard]] std::optional<double> factorise(std::span<const expr::Numbers> operands,
                                                Work& work) const {
    std::ranges::copy(operands[kinds()], work.a.begin());
    load_effects(operands, work);
    double logs = 0.0;
    bool has_factors = true;
    each(operands, work, [&](std::size_t k, const Same& same) {
      if (!has_factors) return;
      copy_lower(operands[k].data(), same.l);
      has_factors = dense_kernels().cholesky(same.l, 0.0);
      if (!has_factors) return;
      dense_kernels().solve_left(same.l, same.of(work.a.data()));
      for_effects(same, work.w,
                  [&](const View& part) { dense_kernels().solve_left(same.l, part); });
      logs += static_cast<double>(same.items) * log_diagonal(same.l);
    });
    if (!has_factors || (has_effects() && !take_effects(work, is_flat()))) return std::nullopt;
    double squares = squared_length(work.a);
    for (std::size_t j = 0; j < work.t.size(); ++j) {
      if (!is_flat()[j]) squares += work.t[j] * work.t[j];
    }
    return -0.5 * squares - logs - log_diagonal(work.triangle);
  }

  // The columns of effects, as far as vectors of one covariance have them: vectors side by side.
  template <typename Function>
  static void for_effects(const Same& same, const View& w, Function function) {
    if (same.items == 1 && w.cols != 0) {
      function(w.block(same.first, 0, same.l.rows, w.cols));
      return;
    }
    for (std::size_t j = 0; j < w.cols; ++j) function(same.of(&w.at(0, j)));
  }

  [[nodiscard]] std::optional<CovarianceShape> nudged(Random& random) const {
    if (!has_effects()) return std::nullopt;
    CovarianceShape moved = shape_;
    for (double& x : moved.effects.loadings) x = expr::nudged(x, random);
    return moved;
  }

 private:
  void load_effects(std::span<const expr::Numbers> operands, const Work& work) const {
    const std::vector<double>& loadings = shape_.effects.loadings;
    for (std::size_t k = 0; k < loadings.size(); ++k) {
      const std::size_t effect = k / work.w.rows;
      work.w.numbers[k] =
          is_flat()[effect] ? loadings[k] : loadings[k] * operands[kinds() + 1][effect];
    }
  }

  CovarianceShape shape_;  // Z and more
};

void fill_with_nan(std::span<const std::span<double>> outputs) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const std::span<double> output : outputs) std::ranges::fill(output, kNan);
}

class CovarianceKernel final : public expr::Kernel {
 public:
  explicit CovarianceKernel(CovarianceShape shape) : covariances_(std::move(shape)) {}

  [[nodiscard]] std::string_view name() const override { return "covariance_density"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> operands) const override {
    return covariances_.scratch_size(operands);
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    return covariances_.nanoseconds(operands);
  }

  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    Work work = covariances_.work(operands, scratch);
    const std::optional<double> value = covariances_.factorise(operands, work);
    if (!value) return fill_with_nan(outputs);
    if (!outputs[0].empty()) outputs[0][0] = *value;
    const auto is_wanted = [](std::span<double> output) { return !output.empty(); };
    if (std::ranges::none_of(outputs.subspan(1), is_wanted)) return;
    differentiate(operands, outputs.subspan(1), work);
  }

  [[nodiscard]] std::shared_ptr<const expr::Kernel> nudged(Random& random) const override {
    std::optional<CovarianceShape> moved = covariances_.nudged(random);
    return moved ? std::make_shared<CovarianceKernel>(*std::move(moved)) : nullptr;
  }

 private:
  void differentiate(std::span<const expr::Numbers> operands,
                     std::span<const std::span<double>> partials, Work& work) const {
    const std::size_t kinds = covariances_.kinds();
    covariances_.each(operands, work, [&](std::size_t, const Same& same) {
      dense_kernels().solve_left_transposed(same.l, same.of(work.a.data()));
    });
    const std::span<double> by_residual = partials[kinds];
    std::ranges::transform(work.a.first(by_residual.size()), by_residual.begin(), std::negate<>());
    by_covariances(operands, partials.first(kinds), work);
    if (!covariances_.has_effects() || partials[kinds + 1].empty()) return;
    dense_kernels().invert_lower(work.triangle);
    dense_kernels().square_of_inverse(work.triangle, work.inverse);
    scale_partials(operands[kinds + 1], work, partials[kinds + 1]);
    for (std::size_t j = 0; j < partials[kinds + 1].size(); ++j) {
      if (covariances_.is_flat()[j]) partials[kinds + 1][j] = 0.0;
    }
  }

  void by_covariances(std::span<const expr::Numbers> operands,
                      std::span<const std::span<double>> partials, Work& work) const {
    const auto is_wanted = [](std::span<double> output) { return !output.empty(); };
    if (std::ranges::none_of(partials, is_wanted)) return;
    if (covariances_.has_effects()) {
      covariances_.each(operands, work, [&](std::size_t, const Same& same) {
        Covariances::for_effects(same, work.w, [&](const View& part) {
          dense_kernels().solve_left_transposed(same.l, part);
        });
      });
      dense_kernels().solve_right_transposed(work.triangle, work.w);
    }
    covariances_.each(operands, work, [&](std::size_t k, const Same& same) {
      if (!partials[k].empty()) by_covariance(same, work, partials[k]);
    });
  }

  static void by_covariance(const Same& same, const Work& work, std::span<double> partials) {
    const View inverses = dense::square(partials.data(), same.l.rows);
    dense_kernels().invert_lower(same.l);
    dense_kernels().square_of_inverse(same.l, inverses);
    if (same.items != 1) {
      for (double& x : partials) x *= static_cast<double>(same.items);
    }
    Covariances::for_effects(same, work.w, [&](const View& part) {
      dense_kernels().multiply_add(-1.0, dense::plain(part), dense::transposed(part), inverses,
                                   dense::Part::kLower);
    });
    finish_partials(same.of(work.a.data()), inverses);
  }

  Covariances covariances_;
};

// With precision R'R in units of the scales, t + R^-1 z.
class EffectsKernel final : public expr::AdjointKernel {
 public:
  explicit EffectsKernel(CovarianceShape shape) : covariances_(std::move(shape)) {}

  [[nodiscard]] std::string_view name() const override { return "effects_given_residual"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return Shape::vector(operands[covariances_.kinds() + 2].size());
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> operands) const override {
    return covariances_.scratch_size(operands);
  }

  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    Work work = covariances_.work(operands, scratch);
    if (!covariances_.factorise(operands, work)) return fill_with_nan(outputs);
    const std::span<double> effects = outputs[0];
    const expr::Numbers scales = operands[covariances_.kinds() + 1];
    std::ranges::copy(operands[covariances_.kinds() + 2], effects.begin());
    dense_kernels().solve_left_transposed(work.triangle, as_column(effects));
    for (std::size_t j = 0; j < effects.size(); ++j) {
      effects[j] = (effects[j] + work.t[j]) * (covariances_.is_flat()[j] ? 1.0 : scales[j]);
    }
  }

  [[nodiscard]] std::shared_ptr<const expr::Kernel> nudged(Random& random) const override {
    std::optional<CovarianceShape> moved = covariances_.nudged(random);
    return moved ? std::make_shared<EffectsKernel>(*std::move(moved)) : nullptr;
  }

 private:
  Covariances covariances_;
};

}  // namespace

// Of one vector there is one kernel, so that equal operations are one.
std::shared_ptr<const expr::Kernel> covariance_kernel() {
  static const std::shared_ptr<const expr::Kernel> kKernel =
      std::make_shared<CovarianceKernel>(CovarianceShape{});
  return kKernel;
}

std::shared_ptr<const expr::Kernel> covariance_kernel(CovarianceShape shape) {
  return std::make_shared<CovarianceKernel>(std::move(shape));
}

std::shared_ptr<const expr::Kernel> effects_kernel(CovarianceShape shape) {
  return std::make_shared<EffectsKernel>(std::move(shape));
}

}  // namespace autumn::passes
