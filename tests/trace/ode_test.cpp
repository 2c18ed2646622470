// These tests compare differential equations in programs, values and slopes, with closed forms,
// differences and a reference.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "trace/distribution_symbolic.h"
#include "trace/numbers.h"

namespace autumn::trace {
namespace {

using testing::error_of;
using testing::generated;
using testing::gradient;
using testing::must_trace;
using testing::transformed;

const std::string kDecayEquation =
    "functions { vector decay(real t, vector y, real k) { return -k * y; } }";

TEST(Ode, DecayHasItsClosedForm) {
  for (const std::string solver : {"ode_rk45", "ode_ckrk", "ode_bdf", "ode_adams"}) {
    const Traced program =
        must_trace(kDecayEquation +
                   "parameters { vector[1] y0; real k; } transformed parameters {"
                   " array[3] vector[1] y = " +
                   solver + "(decay, y0, 0, {0.5, 1, 2}, k); }");
    const Numbers point{1.5, 0.8};
    const Numbers states = transformed(program, point);
    ASSERT_EQ(states.size(), 3U);
    const double times[] = {0.5, 1.0, 2.0};
    for (std::size_t n = 0; n < 3; ++n) {
      const double e = std::exp(-0.8 * times[n]);
      EXPECT_NEAR(states[n], 1.5 * e, 2e-6) << solver;
      const Numbers slopes = gradient(program, point, n);
      EXPECT_NEAR(slopes[0], e, 2e-6) << solver;
      EXPECT_NEAR(slopes[1], -1.5 * times[n] * e, 2e-6) << solver;
    }
  }
}

const std::string kLotkaVolterra = R"(
  functions {
    array[] real lotka_volterra(real t, array[] real z, array[] real theta, array[] real x_r,
                                array[] int x_i) {
      real u = z[1];
      real v = z[2];
      return {(theta[1] - theta[2] * v) * u, (-theta[3] + theta[4] * u) * v};
    }
  }
  transformed data { array[2] real x_r = {0, 0}; array[0] int x_i; array[3] real ts = {1, 5, 20}; })";

// Classical Runge-Kutta with steps so small that its error is below 1e-11.
std::array<double, 2> reference(const Numbers& p, double t) {
  const auto f = [&](const std::array<double, 2>& z) {
    return std::array<double, 2>{(p[2] - p[3] * z[1]) * z[0], (-p[4] + p[5] * z[0]) * z[1]};
  };
  const auto ahead = [](const std::array<double, 2>& z, double h, const std::array<double, 2>& k) {
    return std::array<double, 2>{z[0] + h * k[0], z[1] + h * k[1]};
  };
  std::array<double, 2> z{p[0], p[1]};
  const int steps = static_cast<int>(std::lround(t * 2000.0));
  const double h = t / steps;
  for (int i = 0; i < steps; ++i) {
    const auto k1 = f(z);
    const auto k2 = f(ahead(z, 0.5 * h, k1));
    const auto k3 = f(ahead(z, 0.5 * h, k2));
    const auto k4 = f(ahead(z, h, k3));
    for (std::size_t s = 0; s < 2; ++s) z[s] += h / 6.0 * (k1[s] + 2 * k2[s] + 2 * k3[s] + k4[s]);
  }
  return z;
}

TEST(Ode, LotkaVolterraAgreesWithAReferenceInValuesAndSlopes) {
  const Numbers point{30.0, 4.0, 0.55, 0.028, 0.80, 0.024};
  struct Method {
    const char* solver;
    const char* control;
    double tolerance;
  };
  // Relative to the size of a value or slope.
  const Method cases[] = {{"integrate_ode_rk45", ", 1e-9, 1e-9, 1e6", 1e-6},
                          {"integrate_ode_rk45", "", 1e-3},
                          {"integrate_ode_bdf", "", 1e-6},
                          {"integrate_ode_adams", "", 1e-6}};
  for (const Method& c : cases) {
    const Traced program = must_trace(
        kLotkaVolterra +
        "parameters { array[2] real z0; array[4] real theta; } transformed"
        " parameters { array[3, 2] real z = " +
        std::string(c.solver) + "(lotka_volterra, z0, 0, ts, theta, x_r, x_i" + c.control + "); }");
    const Numbers states = transformed(program, point);
    ASSERT_EQ(states.size(), 6U);
    const double times[] = {1.0, 5.0, 20.0};
    for (std::size_t n = 0; n < 3; ++n) {
      const auto z = reference(point, times[n]);
      for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_NEAR(states[n + 3 * s], z[s], c.tolerance * z[s]) << c.solver;
      }
    }
    if (c.tolerance > 1e-6) continue;
    const Numbers slopes = gradient(program, point, 2);
    for (std::size_t k = 0; k < point.size(); ++k) {
      Numbers up = point;
      Numbers down = point;
      const double h = 1e-5 * point[k];
      up[k] += h;
      down[k] -= h;
      const double difference = (reference(up, 20.0)[0] - reference(down, 20.0)[0]) / (2.0 * h);
      EXPECT_NEAR(slopes[k], difference, 3e-6 * std::fabs(difference)) << c.solver << " " << k;
    }
  }
}

// y' = 0 before t = 1, then -k y: y(t) = y0 exp(-k (t - 1)).
TEST(Ode, RightSidesMayBranchOnTheTime) {
  const std::string function =
      "functions { vector f(real t, vector y, real k) {"
      " if (t > 1) return -k * y; else return rep_vector(0, 1); } } ";
  for (const std::string solver : {"ode_rk45_tol", "ode_bdf_tol", "ode_adams_tol"}) {
    const Traced program = must_trace(
        function + "parameters { real k; } transformed parameters { array[2] vector[1] y = " +
        solver + "(f, [2]', 0, {0.9, 3}, 1e-9, 1e-9, 100000, k); }");
    const Numbers states = transformed(program, {0.5});
    EXPECT_NEAR(states[0], 2.0, 1e-6) << solver;
    EXPECT_NEAR(states[1], 2.0 * std::exp(-1.0), 1e-6) << solver;
    EXPECT_NEAR(gradient(program, {0.5}, 1)[0], -4.0 * std::exp(-1.0), 1e-5) << solver;
  }
}

// y' = 1 until y = 1, then y' = 2; the bound is data of the function and a loop finds it.
TEST(Ode, RightSidesMayBranchOnTheStateAndLoop) {
  const Numbers x = generated(
      "array[2] vector[1] y = ode_rk45_tol(f, [0]', 0, {0.5, 2}, 1e-9, 1e-9, 100000, {1, 5});",
      "functions { vector f(real t, vector y, array[] real ends) { int i = 1;"
      " while (i < 3 && y[1] > ends[min({i, 2})]) i += 1; return [i]'; } }");
  ASSERT_EQ(x.size(), 2U);
  EXPECT_NEAR(x[0], 0.5, 1e-7);
  EXPECT_NEAR(x[1], 3.0, 1e-6);
}

TEST(Ode, TimesMayBeParameters) {
  const Traced program =
      must_trace(kDecayEquation +
                 "parameters { real t0; array[2] real ts; } transformed parameters {"
                 " array[2] vector[1] y = ode_bdf(decay, [2]', t0, ts, 0.5); }");
  const Numbers point{0.3, 1.0, 2.0};
  const double end = 2.0 * std::exp(-0.5 * 1.7);
  EXPECT_NEAR(transformed(program, point)[1], end, 1e-8);
  const Numbers slopes = gradient(program, point, 1);
  EXPECT_NEAR(slopes[0], 0.5 * end, 1e-7);
  EXPECT_NEAR(slopes[1], 0.0, 1e-12);
  EXPECT_NEAR(slopes[2], -0.5 * end, 1e-7);
  EXPECT_TRUE(std::isnan(transformed(program, {1.5, 1.0, 2.0})[0]));
}

TEST(Ode, ASolverThatDoesNotArriveGivesNaN) {
  const Numbers x = generated("array[1] vector[1] y = ode_rk45(f, [1]', 0, {2});",
                              "functions { vector f(real t, vector y) { return y .* y; } }");
  ASSERT_EQ(x.size(), 1U);
  EXPECT_TRUE(std::isnan(x[0]));
}

// Right sides of every kind: zeros in Jacobians, matrices, operations that have no form in single
// numbers, functions, branches. Slopes are those of differences.
TEST(Ode, SlopesAreThoseOfDifferences) {
  const char* const right_sides[] = {
      "return -a[1] * y;",
      "return [y[2] - a[1] * y[1], -a[2] * y[1], a[3] * sin(t)]';",
      "matrix[3, 3] m = [[a[1], 1, 0], [0, -a[2], a[3]], [1, 0, -1]]; return 0.3 * m * y;",
      "matrix[3, 3] m = add_diag(0.1 * a * y', 2 + a); return -mdivide_left(m, y);",
      "return a - y * log_sum_exp(y .* a) / (1 + dot_self(y));",
      "vector[3] d = cumulative_sum(a) - y; if (y[1] > 1) d[3] = a[1] * y[2]; return d;",
      "return [max(y), inv_logit(a[1] * y[1]), pow(1 + square(y[2]), a[2])]' - 2 * y;"};
  for (const std::string right_side : right_sides) {
    for (const std::string solver : {"ode_rk45_tol", "ode_bdf_tol", "ode_adams_tol"}) {
      const Traced program =
          must_trace("functions { vector f(real t, vector y, vector a) {" + right_side +
                     "} } parameters { vector[3] y0; vector[3] a; } transformed parameters {"
                     " array[2] vector[3] y = " +
                     solver + "(f, y0, 0, {0.4, 1}, 1e-11, 1e-11, 100000, a); }");
      const Numbers point{1.2, -0.3, 0.7, 0.9, 0.4, 1.1};
      for (std::size_t n = 0; n < 6; ++n) {
        const Numbers slopes = gradient(program, point, n);
        for (std::size_t k = 0; k < point.size(); ++k) {
          Numbers up = point;
          Numbers down = point;
          up[k] += 1e-4;
          down[k] -= 1e-4;
          const double difference =
              (transformed(program, up)[n] - transformed(program, down)[n]) / 2e-4;
          EXPECT_NEAR(slopes[k], difference, 1e-6) << solver << ": " << right_side << n << k;
        }
      }
    }
  }
}

// What was evaluated before, and where, does not matter.
TEST(Ode, EvaluationsDoNotSeeEachOther) {
  const std::string text = kDecayEquation +
                           "parameters { vector[2] y0; real k; } transformed parameters {"
                           " array[2] vector[2] y = ode_bdf(decay, y0, 0, {0.5, 2}, k); }";
  const Traced used = must_trace(text);
  for (const double k : {0.1, 30.0, -2.0}) (void)gradient(used, {1.0, 2.0, k});
  const Numbers point{1.5, -0.5, 0.8};
  EXPECT_EQ(gradient(used, point, 3), gradient(must_trace(text), point, 3));
}

TEST(Ode, KnownAndSymbolicSolutionsAreTheSame) {
  const std::string call = "ode_rk45(decay, [1, 2]', 0, {0.5, 1}, k)";
  const Traced program = must_trace(
      kDecayEquation +
      "parameters { real k; } transformed parameters { array[2] vector[2] y = " + call + "; }");
  const Numbers known =
      generated("array[2] vector[2] y; { real k = 0.7; y = " + call + "; }", kDecayEquation);
  ASSERT_EQ(known.size(), 4U);
  const Numbers symbolic = transformed(program, {0.7});
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(known[k], symbolic[k], 2e-6);
}

TEST(Ode, MistakesHaveMessages) {
  const std::string rest = "transformed data { array[2] vector[1] y = ode_rk45(decay, ";
  EXPECT_NE(
      error_of(kDecayEquation + rest + "[1]', 0, {2, 1}, 0.5); }").find("in increasing order"),
      std::string::npos);
  EXPECT_NE(
      error_of(kDecayEquation + rest + "[1]', 1, {1, 2}, 0.5); }").find("less than the first"),
      std::string::npos);
  EXPECT_NE(error_of("functions { vector f(real t, vector y) { return [1, 2]'; } } transformed data"
                     " { array[1] vector[1] y = ode_rk45(f, [1]', 0, {2}); }")
                .find("has 2 elements, but there is 1 state"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::trace
