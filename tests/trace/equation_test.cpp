// These tests compare roots of equations and integrals in programs, values and slopes, with closed
// forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trace/distribution_symbolic.h"
#include "trace/numbers.h"

namespace autumn::trace {
namespace {

using testing::error_of;
using testing::generated;
using testing::gradient;
using testing::must_trace;
using testing::transformed;

// x^2 = a, x y = b.
const std::string kSystem =
    "functions { vector f(vector y, vector theta, data array[] real x_r, data array[] int x_i) {"
    " return [y[1]^2 - theta[1], y[1] * y[2] - theta[2]]'; }"
    " vector g(vector y, real a, real b) { return [y[1]^2 - a, y[1] * y[2] - b]'; } }";

TEST(Roots, AreFoundWithTheirSlopes) {
  const std::string head =
      kSystem +
      "transformed data { array[0] real x_r; array[0] int x_i; }"
      " parameters { vector[2] theta; } transformed parameters { vector[2] y = ";
  for (const std::string call :
       {"algebra_solver(f, [1, 1]', theta, x_r, x_i)",
        "algebra_solver(f, [1, 1]', theta, x_r, x_i, 1e-10, 1e-8, 100)",
        "algebra_solver_newton(f, [1, 1]', theta, x_r, x_i)",
        "solve_newton(g, [1, 1]', theta[1], theta[2])",
        "solve_powell(g, [1, 1]', theta[1], theta[2])",
        "solve_newton_tol(g, [1, 1]', 1e-3, 1e-6, 100, theta[1], theta[2])",
        "solve_powell_tol(g, theta, 1e-10, 1e-6, 100, theta[1], theta[2])"}) {
    const Traced program = must_trace(head + call + "; }");
    const Numbers point{2.25, 3.0};
    const Numbers y = transformed(program, point);
    ASSERT_EQ(y.size(), 2U);
    EXPECT_NEAR(y[0], 1.5, 1e-14) << call;
    EXPECT_NEAR(y[1], 2.0, 1e-14) << call;
    // x = sqrt(a), y = b / sqrt(a).
    const Numbers first = gradient(program, point, 0);
    EXPECT_NEAR(first[0], 1.0 / 3.0, 1e-13) << call;
    EXPECT_NEAR(first[1], 0.0, 1e-13) << call;
    const Numbers second = gradient(program, point, 1);
    EXPECT_NEAR(second[0], -0.5 * 3.0 / std::pow(2.25, 1.5), 1e-13) << call;
    EXPECT_NEAR(second[1], 1.0 / 1.5, 1e-13) << call;
  }
}

TEST(Roots, OfKnownEquationsAreNumbers) {
  EXPECT_NEAR(generated("vector[2] y = solve_newton(g, [1, 1]', 2.25, 3.0);", kSystem)[1], 2.0,
              1e-14);
  EXPECT_NE(
      error_of(kSystem + "transformed data { vector[2] y = solve_newton(g, [1, 1]', -1.0, 3.0); }")
          .find("no root was found"),
      std::string::npos);
}

// Newton's full step overshoots here; damping leads to the root.
TEST(Roots, AreReachedFromFarAway) {
  const std::string functions = "functions { vector h(vector y, real a) { return atan(y - a); } }";
  EXPECT_NEAR(generated("vector[1] y = solve_newton(h, [40]', 2.5);", functions)[0], 2.5, 1e-10);
}

const std::string kIntegrands = R"(
  functions {
    real bell(real x, real xc, array[] real theta, data array[] real x_r, data array[] int x_i) {
      return exp(-0.5 * square((x - theta[1]) / theta[2]));
    }
    real power(real x, real xc, array[] real theta, data array[] real x_r, data array[] int x_i) {
      return x^theta[1];
    }
    real edge(real x, real xc, array[] real theta, data array[] real x_r, data array[] int x_i) {
      return x > 0.5 ? xc^(-0.5) : 0;
    }
  }
  transformed data { array[0] real x_r; array[0] int x_i; })";

TEST(Integrals, OverTheWholeLineHaveTheirClosedForm) {
  const Traced program = must_trace(
      kIntegrands +
      "parameters { array[2] real theta; } transformed parameters { real z ="
      " integrate_1d(bell, negative_infinity(), positive_infinity(), theta, x_r, x_i, 1e-12); }");
  const Numbers point{0.4, 1.7};
  EXPECT_NEAR(transformed(program, point)[0], 1.7 * std::sqrt(2 * std::numbers::pi), 1e-12);
  const Numbers slopes = gradient(program, point);
  EXPECT_NEAR(slopes[0], 0.0, 1e-11);
  EXPECT_NEAR(slopes[1], std::sqrt(2 * std::numbers::pi), 1e-11);
}

TEST(Integrals, HaveSlopesInTheirEnds) {
  const Traced program =
      must_trace(kIntegrands +
                 "parameters { real a; real b; array[1] real k; } transformed parameters { real z ="
                 " integrate_1d(power, a, b, k, x_r, x_i); }");
  const Numbers point{0.5, 2.0, 1.5};
  EXPECT_NEAR(transformed(program, point)[0], (std::pow(2.0, 2.5) - std::pow(0.5, 2.5)) / 2.5,
              1e-10);
  const Numbers slopes = gradient(program, point);
  EXPECT_NEAR(slopes[0], -std::pow(0.5, 1.5), 1e-12);
  EXPECT_NEAR(slopes[1], std::pow(2.0, 1.5), 1e-12);
  const auto by_power = [](double x) { return std::pow(x, 2.5) * (std::log(x) / 2.5 - 1 / 6.25); };
  EXPECT_NEAR(slopes[2], by_power(2.0) - by_power(0.5), 1e-10);
}

// Above one half xc is b - x without cancellation: the integral of (1 - x)^(-1/2) from 1/2 to 1 is
// sqrt(2). A jump at a half limits the accuracy.
TEST(Integrals, KnowTheDistanceToTheNearerEnd) {
  EXPECT_NEAR(
      generated("real z = integrate_1d(edge, 0, 1, {0.0}, x_r, x_i, 1e-2);", kIntegrands)[0],
      std::sqrt(2.0), 2e-2);
}

TEST(Integrals, HalfInfiniteOnesAreNumbersIfAllIsKnown) {
  EXPECT_NEAR(
      generated("real z = integrate_1d(power, 1, positive_infinity(), {-2.5}, x_r, x_i);"
                " real y = integrate_1d(bell, negative_infinity(), 0.0, {0.0, 1.0}, x_r, x_i);",
                kIntegrands)[0],
      1 / 1.5, 1e-9);
  EXPECT_NE(error_of(kIntegrands.substr(0, kIntegrands.rfind('}')) +
                     " real z = integrate_1d(power, 2, 1, {1.0}, x_r, x_i); }")
                .find("the lower end 2 is above the upper end 1"),
            std::string::npos);
}

TEST(MapRect, IsTheFunctionOfEveryShard) {
  const std::string functions =
      "functions { vector f(vector phi, vector theta, data array[] real x_r, data array[] int x_i) "
      "{"
      " return phi[1] * theta + x_r[1] + x_i[2]; } }";
  EXPECT_EQ(generated("vector[4] y = map_rect(f, [2.0]', {[1, 2]', [3, 4]'}, {{0.5}, {0.25}}, {{0, "
                      "1}, {0, 2}});",
                      functions),
            (Numbers{3.5, 5.5, 8.25, 10.25}));
  const Traced program =
      must_trace(functions +
                 "parameters { vector[1] phi; array[2] vector[1] theta; } transformed parameters { "
                 "vector[2] y ="
                 " map_rect(f, phi, theta, {{0.5}, {0.25}}, {{0, 1}, {0, 2}}); }");
  EXPECT_EQ(transformed(program, {2.0, 1.0, 3.0}), (Numbers{3.5, 8.25}));
  EXPECT_EQ(gradient(program, {2.0, 1.0, 3.0}, 1), (Numbers{3.0, 0.0, 2.0}));
}

}  // namespace
}  // namespace autumn::trace
