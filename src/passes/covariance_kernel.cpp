// This file evaluates the log density of a Gaussian vector by its covariance, and its derivatives
// by the inverse: with a = K^-1 r they are (a a' - K^-1) / 2 and -a. An element below the diagonal
// stands for the one above, too, as it does for the Cholesky factor, and has twice that.
//
// With effects, K + Z S^2 Z', the inverse is K^-1 less a product of a few columns: W = L^-1 Z, B =
// 1
// + S W'W S and U = L^-T W S give K^-1 - U B^-1 U'. The effects that fit best are S t with B t = S
// W' L^-1 r, and the quadratic form is the squares of what they leave of L^-1 r, plus those of t.
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
  for (std::size_t j = 0; j < l.rows; ++j) sum += std::log(l.at(j, j));
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
  View l;                 // the factor of K, then its inverse
  std::span<double> a;    // L^-1 r less the effects, then L^-T of that
  View w;                 // L^-1 Z, then U times the inverse of the factor of B, transposed
  View gram;              // W'W
  View b;                 // the factor of B, then its inverse
  View b_inverse;         // of B
  std::span<double> t;    // the effects that fit best, in units of their scales
  std::span<double> fit;  // the same in units of W

  Work(std::span<double> scratch, std::size_t n, std::size_t effects) {
    const auto take = [&scratch](std::size_t count) {
      const std::span<double> taken = scratch.first(count);
      scratch = scratch.subspan(count);
      return taken;
    };
    l = dense::square(take(n * n).data(), n);
    a = take(n);
    w = {take(n * effects).data(), n, effects, n};
    gram = dense::square(take(effects * effects).data(), effects);
    b = dense::square(take(effects * effects).data(), effects);
    b_inverse = dense::square(take(effects * effects).data(), effects);
    t = take(effects);
    fit = take(effects);
  }

  static std::size_t size(std::size_t n, std::size_t effects) {
    return n * n + n + n * effects + 3 * effects * effects + 2 * effects;
  }
};

// From W: the Gram matrix, the factor of B, the effects that fit best, and what they leave. False
// if B has no factor.
bool take_effects(std::span<const double> scales, Work& work) {
  const std::size_t effects = scales.size();
  std::fill(work.gram.numbers, work.gram.numbers + effects * effects, 0.0);
  dense_kernels().multiply_add(1.0, dense::transposed(work.w), dense::plain(work.w), work.gram,
                               dense::Part::kLower);
  dense::mirror(work.gram);
  for (std::size_t j = 0; j < effects; ++j) {
    for (std::size_t i = j; i < effects; ++i) {
      work.b.at(i, j) = scales[i] * scales[j] * work.gram.at(i, j) + (i == j ? 1.0 : 0.0);
    }
  }
  if (!dense_kernels().cholesky(work.b, 0.0)) return false;
  std::ranges::fill(work.t, 0.0);
  multiply_add(1.0, dense::transposed(work.w), work.a, work.t);
  std::ranges::transform(work.t, scales, work.t.begin(), std::multiplies<>());
  dense_kernels().solve_left(work.b, as_column(work.t));
  dense_kernels().solve_left_transposed(work.b, as_column(work.t));
  std::ranges::transform(work.t, scales, work.fit.begin(), std::multiplies<>());
  multiply_add(-1.0, dense::plain(work.w), work.fit, work.a);
  return true;
}

// The derivative by a scale s, with z its column: s ((z'a)^2 - z' inverse z) where z'a = t / s, and
// the other term is row times column of S^-1 B^-1 S and W'W.
void scale_partials(std::span<const double> scales, const Work& work, std::span<double> partials) {
  for (std::size_t j = 0; j < partials.size(); ++j) {
    double sum = 0.0;
    for (std::size_t k = 0; k < scales.size(); ++k) {
      sum += work.b_inverse.at(j, k) * scales[k] * work.gram.at(k, j);
    }
    partials[j] = work.t[j] * work.t[j] / scales[j] - sum;
  }
}

class CovarianceKernel final : public expr::Kernel {
 public:
  explicit CovarianceKernel(std::vector<double> loadings) : loadings_(std::move(loadings)) {}

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
    return 500.0 + 4.0 * n * n + 0.06 * n * n * (n + 4.0 * p) + 0.2 * n * p * p;
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
    return std::make_shared<CovarianceKernel>(std::move(moved));
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
      std::ranges::copy(loadings_, work.w.numbers);
      dense_kernels().solve_left(work.l, work.w);
      if (!take_effects(operands[2], work)) return std::nullopt;
    }
    return -0.5 * (squared_length(work.a) + squared_length(work.t)) - log_diagonal(work.l) -
           log_diagonal(work.b);
  }

  void differentiate(std::span<const expr::Numbers> operands,
                     std::span<const std::span<double>> partials, Work& work) const {
    dense_kernels().solve_left_transposed(work.l, as_column(work.a));
    std::ranges::transform(work.a.first(partials[1].size()), partials[1].begin(), std::negate<>());
    if (!partials[0].empty()) by_covariance(operands, partials[0], work);
    if (loadings_.empty() || partials[2].empty()) return;
    dense_kernels().invert_lower(work.b);
    dense_kernels().square_of_inverse(work.b, work.b_inverse);
    scale_partials(operands[2], work, partials[2]);
  }

  void by_covariance(std::span<const expr::Numbers> operands, std::span<double> partials,
                     Work& work) const {
    const View inverse = dense::square(partials.data(), work.a.size());
    if (!loadings_.empty()) dense_kernels().solve_left_transposed(work.l, work.w);
    dense_kernels().invert_lower(work.l);
    dense_kernels().square_of_inverse(work.l, inverse);
    if (!loadings_.empty()) subtract_effects(operands[2], work, inverse);
    finish_partials(work.a, inverse);
  }

  static void subtract_effects(std::span<const double> scales, const Work& work,
                               const View& inverse) {
    for (std::size_t j = 0; j < scales.size(); ++j) {
      for (std::size_t i = 0; i < work.w.rows; ++i) work.w.at(i, j) *= scales[j];
    }
    dense_kernels().solve_right_transposed(work.b, work.w);
    dense_kernels().multiply_add(-1.0, dense::plain(work.w), dense::transposed(work.w), inverse,
                                 dense::Part::kLower);
  }

  std::vector<double> loadings_;  // Z
};

}  // namespace

std::shared_ptr<const expr::Kernel> covariance_kernel() {
  static const std::shared_ptr<const expr::Kernel> kKernel =
      std::make_shared<CovarianceKernel>(std::vector<double>{});
  return kKernel;
}

std::shared_ptr<const expr::Kernel> covariance_kernel(std::vector<double> loadings) {
  return std::make_shared<CovarianceKernel>(std::move(loadings));
}

}  // namespace autumn::passes
