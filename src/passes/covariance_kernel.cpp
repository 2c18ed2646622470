// This file evaluates the log density of a Gaussian vector by its covariance, and its derivatives
// by the inverse: with a = K^-1 r they are (a a' - K^-1) / 2 and -a. An element below the diagonal
// stands for the one above, too, as it does for the Cholesky factor, and has twice that.
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
#include "expr/rounding.h"

namespace autumn::passes {
namespace {

using dense::View;
using expr::Shape;

const dense::Kernels& dense_kernels() {
  static const dense::Kernels& kernels = dense::kernels(default_instruction_set());
  return kernels;
}

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

// From the inverse of the covariance to the derivative by it.
void finish_partials(std::span<const double> a, const View& inverse) {
  for (std::size_t j = 0; j < inverse.cols; ++j) {
    double* column = &inverse.at(0, j);
    std::fill(column, column + j, 0.0);
    for (std::size_t i = j; i < inverse.rows; ++i) column[i] = a[i] * a[j] - column[i];
    column[j] *= 0.5;
  }
}

// Where the numbers of an evaluation are.
struct Work {
  View l;               // the factor of K, then its inverse
  std::span<double> a;  // L^-1 r less the effects, then L^-T of that
  View w;               // W, then U
  View rows;            // [W, L^-1 r; 1, 0], reflected
  View triangle;        // R', then its inverse
  View inverse;         // of R'R
  std::span<double> t;  // the effects that fit best, in units of their scales

  Work(std::span<double> scratch, std::size_t n, std::size_t effects) {
    const auto take = [&scratch](std::size_t count) {
      const std::span<double> taken = scratch.first(count);
      scratch = scratch.subspan(count);
      return taken;
    };
    l = dense::square(take(n * n).data(), n);
    a = take(n);
    w = {take(n * effects).data(), n, effects, n};
    const std::size_t height = n + effects, width = effects + 1;
    rows = {take(height * width).data(), height, width, height};
    triangle = dense::square(take(effects * effects).data(), effects);
    inverse = dense::square(take(effects * effects).data(), effects);
    t = take(effects);
  }

  static std::size_t size(std::size_t n, std::size_t effects) {
    return n * n + n + n * effects + (n + effects) * (effects + 1) + 2 * effects * effects +
           effects;
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

class CovarianceKernel final : public expr::Kernel {
 public:
  explicit CovarianceKernel(EffectColumns effects)
      : loadings_(std::move(effects.loadings)), is_flat_(std::move(effects.is_flat)) {}

  [[nodiscard]] std::string_view name() const override { return "covariance_density"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }

  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> operands) const override {
    // The choice of kernels allocates, so it is made while a program is laid out.
    static_cast<void>(dense_kernels());
    return Work::size(operands[1].size(), effects(operands[1].size()));
  }

  // A factor, an inverse of it and its square, of n^3 / 3 operations each.
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    const double n = static_cast<double>(operands[1].size());
    const double p = static_cast<double>(effects(operands[1].size()));
    return 500.0 + 6.0 * n * n + 0.025 * n * n * (n + 4.0 * p) + 2.0 * n * p * p;
  }

  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    const std::size_t n = operands[1].size();
    Work work(scratch, n, effects(n));
    const std::optional<double> value = factorise(operands, work);
    if (!value) {
      constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
      for (const std::span<double> output : outputs) std::ranges::fill(output, kNan);
      return;
    }
    if (!outputs[0].empty()) outputs[0][0] = *value;
    const auto is_wanted = [](std::span<double> output) { return !output.empty(); };
    if (std::ranges::none_of(outputs.subspan(1), is_wanted)) return;
    differentiate(operands, outputs.subspan(1), work);
  }

  [[nodiscard]] std::shared_ptr<const expr::Kernel> nudged(Random& random) const override {
    if (loadings_.empty()) return nullptr;
    std::vector<double> moved = loadings_;
    for (double& x : moved) x = expr::nudged(x, random);
    return std::make_shared<CovarianceKernel>(EffectColumns{std::move(moved), is_flat_});
  }

 private:
  [[nodiscard]] std::size_t effects(std::size_t n) const { return loadings_.size() / n; }

  [[nodiscard]] std::optional<double> factorise(std::span<const expr::Numbers> operands,
                                                Work& work) const {
    copy_lower(operands[0].data(), work.l);
    if (!dense_kernels().cholesky(work.l, 0.0)) return std::nullopt;
    std::ranges::copy(operands[1], work.a.begin());
    dense_kernels().solve_left(work.l, as_column(work.a));
    if (!loadings_.empty()) {
      for (std::size_t k = 0; k < loadings_.size(); ++k) {
        const std::size_t effect = k / work.w.rows;
        work.w.numbers[k] = is_flat_[effect] ? loadings_[k] : loadings_[k] * operands[2][effect];
      }
      dense_kernels().solve_left(work.l, work.w);
      if (!take_effects(work, is_flat_)) return std::nullopt;
    }
    double squares = squared_length(work.a);
    for (std::size_t j = 0; j < work.t.size(); ++j) {
      if (!is_flat_[j]) squares += work.t[j] * work.t[j];
    }
    return -0.5 * squares - log_diagonal(work.l) - log_diagonal(work.triangle);
  }

  void differentiate(std::span<const expr::Numbers> operands,
                     std::span<const std::span<double>> partials, Work& work) const {
    dense_kernels().solve_left_transposed(work.l, as_column(work.a));
    std::ranges::transform(work.a.first(partials[1].size()), partials[1].begin(), std::negate<>());
    if (!partials[0].empty()) by_covariance(partials[0], work);
    if (loadings_.empty() || partials[2].empty()) return;
    dense_kernels().invert_lower(work.triangle);
    dense_kernels().square_of_inverse(work.triangle, work.inverse);
    scale_partials(operands[2], work, partials[2]);
    for (std::size_t j = 0; j < partials[2].size(); ++j) {
      if (is_flat_[j]) partials[2][j] = 0.0;
    }
  }

  void by_covariance(std::span<double> partials, Work& work) const {
    const View inverse = dense::square(partials.data(), work.a.size());
    if (!loadings_.empty()) dense_kernels().solve_left_transposed(work.l, work.w);
    dense_kernels().invert_lower(work.l);
    dense_kernels().square_of_inverse(work.l, inverse);
    if (!loadings_.empty()) {
      dense_kernels().solve_right_transposed(work.triangle, work.w);
      dense_kernels().multiply_add(-1.0, dense::plain(work.w), dense::transposed(work.w), inverse,
                                   dense::Part::kLower);
    }
    finish_partials(work.a, inverse);
  }

  std::vector<double> loadings_;  // Z
  std::vector<bool> is_flat_;     // per column
};

}  // namespace

std::shared_ptr<const expr::Kernel> covariance_kernel() {
  static const std::shared_ptr<const expr::Kernel> kKernel =
      std::make_shared<CovarianceKernel>(EffectColumns{});
  return kKernel;
}

std::shared_ptr<const expr::Kernel> covariance_kernel(EffectColumns effects) {
  return std::make_shared<CovarianceKernel>(std::move(effects));
}

}  // namespace autumn::passes
