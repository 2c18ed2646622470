// This file factors A A' + C C': by the sum where its pivots keep their digits, else by rotations
// of one column of C after the other into the triangle, which form no square.
#include "collapse/rules/updated_triangle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "expr/kernel.h"

namespace autumn::collapse {
namespace {

using Values = std::span<const double>;
using expr::Shape;
using expr::Term;

// A pivot that is less than this of its diagonal has lost too many digits.
constexpr double kLeastPivot = 1e-4;

// Lower triangles are whole k x k matrices in storage order, of which the part above is not read.
class Triangle {
 public:
  Triangle(std::size_t k, std::span<double> numbers) : k_(k), numbers_(numbers) {}

  [[nodiscard]] double& at(std::size_t i, std::size_t j) { return numbers_[i + k_ * j]; }

  void set(Values a, Values c) {
    if (set_by_sum(a, c)) return;
    std::ranges::copy(a, numbers_.begin());
    rotate_in_all(c);
  }

  void rotate_in_all(Values c) {
    std::vector<double> x(k_);
    for (std::size_t n = 0; n < c.size() / k_; ++n) {
      std::copy_n(c.begin() + static_cast<std::ptrdiff_t>(n * k_), k_, x.begin());
      rotate_in(x);
    }
  }

  // (A A' + C C')^-1 x.
  void solve(std::span<double> x) {
    for (std::size_t j = 0; j < k_; ++j) {
      x[j] /= at(j, j);
      for (std::size_t i = j + 1; i < k_; ++i) x[i] -= at(i, j) * x[j];
    }
    for (std::size_t j = k_; j-- > 0;) {
      for (std::size_t i = j + 1; i < k_; ++i) x[j] -= at(i, j) * x[i];
      x[j] /= at(j, j);
    }
  }

  [[nodiscard]] double log_det() {
    double sum = 0.0;
    for (std::size_t j = 0; j < k_; ++j) sum += std::log(at(j, j));
    return sum;
  }

 private:
  // False if digits were lost, or nothing is a number.
  [[nodiscard]] bool set_by_sum(Values a, Values c) {
    std::ranges::fill(numbers_, 0.0);
    for (std::size_t n = 0; n < k_; ++n) add_square(a.subspan(n * k_, k_), n);
    for (std::size_t n = 0; n < c.size() / k_; ++n) add_square(c.subspan(n * k_, k_), 0);
    for (std::size_t j = 0; j < k_; ++j) {
      const double diagonal = at(j, j);
      for (std::size_t m = 0; m < j; ++m) at(j, j) -= at(j, m) * at(j, m);
      if (!(at(j, j) > kLeastPivot * diagonal) || !std::isfinite(diagonal)) return false;
      at(j, j) = std::sqrt(at(j, j));
      for (std::size_t i = j + 1; i < k_; ++i) {
        for (std::size_t m = 0; m < j; ++m) at(i, j) -= at(i, m) * at(j, m);
        at(i, j) /= at(j, j);
      }
    }
    return true;
  }

  // Adds x x', whose first elements are zero.
  void add_square(Values x, std::size_t first) {
    for (std::size_t j = first; j < k_; ++j) {
      for (std::size_t i = j; i < k_; ++i) at(i, j) += x[i] * x[j];
    }
  }

  void rotate_in(std::span<double> x) {
    for (std::size_t j = 0; j < k_; ++j) {
      const double length = std::hypot(at(j, j), x[j]);
      if (length == 0.0) continue;
      const double cosine = at(j, j) / length;
      const double sine = x[j] / length;
      at(j, j) = length;
      for (std::size_t i = j + 1; i < k_; ++i) {
        const double below = at(i, j);
        at(i, j) = cosine * below + sine * x[i];
        x[i] = cosine * x[i] - sine * below;
      }
    }
  }

  std::size_t k_;
  std::span<double> numbers_;
};

std::size_t side_of(Values square) {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(square.size()))));
}

class LogDetKernel final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "updated_log_det"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> operands) const override {
    return operands[0].size();
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    const double k = static_cast<double>(operands[0].rows);
    return 30.0 + 2.0 * k * static_cast<double>(operands[0].size() + operands[1].size());
  }

  // The partials are (A A' + C C')^-1 times A and C.
  void evaluate(std::span<const Values> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    const std::size_t k = side_of(operands[0]);
    Triangle triangle(k, scratch.first(k * k));
    triangle.set(operands[0], operands[1]);
    if (!outputs[0].empty()) outputs[0][0] = triangle.log_det();
    for (std::size_t i = 0; i < 2; ++i) {
      if (outputs[1 + i].empty()) continue;
      std::ranges::copy(operands[i], outputs[1 + i].begin());
      for (std::size_t n = 0; n < operands[i].size() / k; ++n) {
        triangle.solve(outputs[1 + i].subspan(n * k, k));
      }
    }
  }
};

class FactorKernel final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "updated_factor"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return operands[0];
  }
  void evaluate(std::span<const Values> operands, std::span<const std::span<double>> outputs,
                std::span<double>) const override {
    const std::size_t k = side_of(operands[0]);
    if (!outputs[0].empty()) {
      Triangle triangle(k, outputs[0]);
      triangle.set(operands[0], operands[1]);
      for (std::size_t j = 1; j < k; ++j) {
        for (std::size_t i = 0; i < j; ++i) triangle.at(i, j) = 0.0;
      }
    }
    for (const std::span<double> partials : outputs.subspan(1)) {
      std::ranges::fill(partials, std::numeric_limits<double>::quiet_NaN());
    }
  }
};

template <typename OneKernel>
Term applied(Term a, Term c) {
  const expr::NodeId operands[] = {a.id(), c.id()};
  expr::Builder& builder = a.builder();
  return {builder, builder.part(builder.kernel(std::make_shared<OneKernel>(), operands), 0)};
}

}  // namespace

Term updated_log_det(Term a, Term c) {
  return applied<LogDetKernel>(a, c);
}

Term updated_factor(Term a, Term c) {
  return applied<FactorKernel>(a, c);
}

std::vector<double> triangle_of_columns(std::size_t k, std::span<const double> c) {
  std::vector<double> numbers(k * k, 0.0);
  Triangle(k, numbers).rotate_in_all(c);
  return numbers;
}

}  // namespace autumn::collapse
