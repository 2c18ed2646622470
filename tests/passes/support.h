// This header has helpers of the tests of passes: random arrays, test kernels, and numerical
// derivatives.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "expr/interpret.h"
#include "expr/term.h"
#include "passes/differentiate.h"
#include "passes/rewrite.h"

namespace autumn::passes::testing {

using expr::Array;
using expr::Builder;
using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;
using expr::Term;

inline Array random_array(std::mt19937_64& random, Shape shape, double low, double high) {
  Array array{shape, std::vector<double>(shape.size())};
  for (double& x : array.numbers) {
    x = low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
  }
  return array;
}

// The derivative of f at 0 by Ridders' extrapolation of central differences: about 1e-10 relative
// for smooth f.
template <typename F>
double derivative(F f, double h) {
  constexpr std::size_t kSteps = 10;
  constexpr double kRatio = 1.4;
  std::array<std::array<double, kSteps>, kSteps> table{};
  double best = std::numeric_limits<double>::quiet_NaN();
  double best_error = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < kSteps; ++i, h /= kRatio) {
    table[0][i] = (f(h) - f(-h)) / (2 * h);
    double factor = kRatio * kRatio;
    for (std::size_t j = 1; j <= i; ++j, factor *= kRatio * kRatio) {
      table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
      const double error = std::max(std::fabs(table[j][i] - table[j - 1][i]),
                                    std::fabs(table[j][i] - table[j - 1][i - 1]));
      if (error <= best_error) {
        best_error = error;
        best = table[j][i];
      }
    }
  }
  return best;
}

inline double value_of(const Graph& graph, std::span<const Array> inputs) {
  return interpret(graph, std::span(graph.outputs()).first(1), inputs)[0].numbers[0];
}

// The gradient law: every element of the gradient of output 0 agrees with numerical derivatives to
// `tolerance`, relative to max(1, its size).
inline void expect_gradient(const Graph& graph, std::vector<Array> inputs, double tolerance,
                            const std::string& what, double h = 0.01) {
  const Graph gradient = differentiate(graph).graph;
  ASSERT_TRUE(check(gradient).is_ok()) << what;
  const std::vector<Array> values = interpret(gradient, inputs);
  ASSERT_EQ(values.size(), inputs.size() + graph.outputs().size()) << what;
  EXPECT_EQ(values[0].numbers[0], value_of(graph, inputs)) << what;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    ASSERT_EQ(values[1 + s].shape, inputs[s].shape) << what;
    for (std::size_t i = 0; i < inputs[s].numbers.size(); ++i) {
      const double at = inputs[s].numbers[i];
      const double expected = derivative(
          [&](double step) {
            inputs[s].numbers[i] = at + step;
            return value_of(graph, inputs);
          },
          h);
      inputs[s].numbers[i] = at;
      EXPECT_NEAR(values[1 + s].numbers[i], expected,
                  tolerance * std::max(1.0, std::fabs(expected)))
          << what << ", input " << s << ", element " << i;
    }
  }
}

// 0.5 x' A x for symmetric A, and its partials A x and 0.5 x x'.
class QuadraticForm final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "quadratic_form"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }
  void evaluate(std::span<const expr::Numbers> in, std::span<const std::span<double>> out,
                std::span<double> /*scratch*/) const override {
    const std::size_t n = in[0].size();
    out[0][0] = 0.0;
    std::fill(out[1].begin(), out[1].end(), 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) {
        const double a = in[1][i + j * n];
        out[0][0] += 0.5 * in[0][i] * a * in[0][j];
        out[1][i] += 0.5 * a * in[0][j];
        out[1][j] += 0.5 * a * in[0][i];
        out[2][i + j * n] = 0.5 * in[0][i] * in[0][j];
      }
    }
  }
};

// (x, s) -> the 2 x 2 matrix with columns (s x0, x0 x1) and (sin s, x1^2), and its Jacobians.
class SmallMap final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "small_map"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::matrix(2, 2);
  }
  void evaluate(std::span<const expr::Numbers> in, std::span<const std::span<double>> out,
                std::span<double> /*scratch*/) const override {
    const double a = in[0][0];
    const double b = in[0][1];
    const double s = in[1][0];
    const double value[] = {s * a, a * b, std::sin(s), b * b};
    const double by_x[] = {s, b, 0, 0, 0, a, 0, 2 * b};
    const double by_s[] = {a, 0, std::cos(s), 0};
    std::copy(std::begin(value), std::end(value), out[0].begin());
    std::copy(std::begin(by_x), std::end(by_x), out[1].begin());
    std::copy(std::begin(by_s), std::end(by_s), out[2].begin());
  }
};

}  // namespace autumn::passes::testing
