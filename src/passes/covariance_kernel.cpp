// This file evaluates the log density of a Gaussian vector by its covariance, and its derivatives
// by the inverse: with a = K^-1 r they are (a a' - K^-1) / 2 and -a. An element below the diagonal
// stands for the one above, too, as it does for the Cholesky factor, and has twice that.
#include "passes/covariance_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dense/kernels.h"

namespace autumn::passes {
namespace {

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

void copy_lower(const double* from, const dense::View& to) {
  for (std::size_t j = 0; j < to.cols; ++j) {
    std::copy(from + j * to.rows + j, from + (j + 1) * to.rows, &to.at(j, j));
  }
}

// From the inverse of K to the derivative by K.
void finish_partials(std::span<const double> a, const dense::View& inverse) {
  for (std::size_t j = 0; j < inverse.cols; ++j) {
    double* column = &inverse.at(0, j);
    std::fill(column, column + j, 0.0);
    for (std::size_t i = j; i < inverse.rows; ++i) column[i] = a[i] * a[j] - column[i];
    column[j] *= 0.5;
  }
}

class CovarianceKernel final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "covariance_density"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }

  // The factor, and K^-1 r.
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> operands) const override {
    // The choice of kernels allocates, so it is made while a program is laid out.
    static_cast<void>(dense_kernels());
    return operands[0].size() + operands[1].size();
  }

  // A factor, an inverse of it and its square, of n^3 / 3 operations each.
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    const double n = static_cast<double>(operands[1].size());
    return 500.0 + 4.0 * n * n + 0.06 * n * n * n;
  }

  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    const std::size_t n = operands[1].size();
    const dense::View l = dense::square(scratch.data(), n);
    const std::span<double> a = scratch.subspan(n * n, n);
    copy_lower(operands[0].data(), l);
    if (!dense_kernels().cholesky(l, 0.0)) {
      constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
      for (const std::span<double> output : outputs) std::ranges::fill(output, kNan);
      return;
    }
    std::ranges::copy(operands[1], a.begin());
    const dense::View column{a.data(), n, 1, n};
    dense_kernels().solve_left(l, column);
    if (!outputs[0].empty()) outputs[0][0] = -0.5 * squared_length(a) - log_diagonal(l);
    if (outputs[1].empty() && outputs[2].empty()) return;
    dense_kernels().solve_left_transposed(l, column);
    std::ranges::transform(a.first(outputs[2].size()), outputs[2].begin(), std::negate<>());
    if (!outputs[1].empty()) evaluate_by_covariance(l, a, outputs[1]);
  }

 private:
  static void evaluate_by_covariance(const dense::View& l, std::span<const double> a,
                                     std::span<double> partials) {
    const dense::View inverse = dense::square(partials.data(), a.size());
    dense_kernels().invert_lower(l);
    dense_kernels().square_of_inverse(l, inverse);
    finish_partials(a, inverse);
  }
};

}  // namespace

std::shared_ptr<const expr::Kernel> covariance_kernel() {
  static const std::shared_ptr<const expr::Kernel> kKernel = std::make_shared<CovarianceKernel>();
  return kKernel;
}

}  // namespace autumn::passes
