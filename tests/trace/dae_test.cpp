// These tests compare differential-algebraic equations in programs, values and slopes, with closed
// forms and differences.
#include <gtest/gtest.h>

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

// y1 decays at rate k, and y2 is what is left of c.
const std::string kDecay =
    "functions { vector decay(real t, vector y, vector yp, real k, real c) {"
    " return [yp[1] + k * y[1], y[1] + y[2] - c]'; } }";

TEST(Dae, DecayHasItsClosedFormInValuesAndSlopes) {
  for (const std::string call :
       {"dae(decay, y0, yp0, 0, {0.5, 1, 2}, k, c)",
        "dae_tol(decay, y0, yp0, 0, {0.5, 1, 2}, 1e-9, 1e-9, 1000, k, c)"}) {
    const Traced program = must_trace(
        kDecay +
        "parameters { real a; real k; real c; } transformed parameters {"
        " array[3] vector[2] y; { vector[2] y0 = [a, c - a]'; vector[2] yp0 = [-k * a, k * a]';"
        " y = " +
        call + "; } }");
    const double a = 1.5;
    const double k = 0.8;
    const double c = 2.5;
    const Numbers states = transformed(program, {a, k, c});
    ASSERT_EQ(states.size(), 6U);
    const double times[] = {0.5, 1.0, 2.0};
    for (std::size_t n = 0; n < 3; ++n) {
      const double e = std::exp(-k * times[n]);
      EXPECT_NEAR(states[n], a * e, 1e-7) << call;
      EXPECT_NEAR(states[3 + n], c - a * e, 1e-7) << call;
      const Numbers first = gradient(program, {a, k, c}, n);
      EXPECT_NEAR(first[0], e, 1e-6) << call;
      EXPECT_NEAR(first[1], -a * times[n] * e, 1e-6) << call;
      EXPECT_NEAR(first[2], 0.0, 1e-6) << call;
      const Numbers second = gradient(program, {a, k, c}, 3 + n);
      EXPECT_NEAR(second[0], -e, 1e-6) << call;
      EXPECT_NEAR(second[1], a * times[n] * e, 1e-6) << call;
      EXPECT_NEAR(second[2], 1.0, 1e-6) << call;
    }
  }
}

// Three reactions of which one is fast, and a sum that is kept (Robertson).
const std::string kReactions = R"(
  functions {
    vector reactions(real t, vector y, vector yp, vector theta) {
      real fast = theta[2] * y[2] * y[3];
      return [yp[1] + theta[1] * y[1] - fast,
              yp[2] - theta[1] * y[1] + fast + theta[3] * square(y[2]), sum(y) - 1]';
    }
  })";

TEST(Dae, StiffReactionsHaveTheSlopesOfDifferences) {
  const Traced program = must_trace(
      kReactions +
      "parameters { vector[3] theta; } transformed parameters { array[2] vector[3] y;"
      " { vector[3] yp0 = [-theta[1], theta[1], 0]';"
      " y = dae_tol(reactions, [1, 0, 0]', yp0, 0, {0.4, 40}, 1e-10, 1e-12, 100000, theta); } }");
  const Numbers point{0.04, 1e4, 3e7};
  const Numbers states = transformed(program, point);
  // Published values of this problem (IDA's example at the same times).
  EXPECT_NEAR(states[0], 9.8517e-01, 1e-5);
  EXPECT_NEAR(states[1], 7.1583e-01, 1e-5);
  EXPECT_NEAR(states[2], 3.3864e-05, 1e-9);
  EXPECT_NEAR(states[0] + states[2] + states[4], 1.0, 1e-9);
  const Numbers slopes = gradient(program, point, 1);
  for (std::size_t k = 0; k < 3; ++k) {
    Numbers up = point;
    Numbers down = point;
    const double h = 1e-3 * point[k];
    up[k] += h;
    down[k] -= h;
    const double difference =
        (transformed(program, up)[1] - transformed(program, down)[1]) / (2 * h);
    EXPECT_NEAR(slopes[k], difference, 1e-4 * std::fabs(difference)) << k;
  }
}

TEST(Dae, KnownSolutionsRunInGeneratedQuantities) {
  const Numbers x = generated(
      "array[2] vector[2] y = dae(decay, [2, 1]', [-1, 1]', 0, {1, 3}, 0.5, 3.0);", kDecay);
  ASSERT_EQ(x.size(), 4U);
  EXPECT_NEAR(x[0], 2.0 * std::exp(-0.5), 1e-7);
  EXPECT_NEAR(x[1], 2.0 * std::exp(-1.5), 1e-7);
  EXPECT_NEAR(x[3], 3.0 - 2.0 * std::exp(-1.5), 1e-7);
}

TEST(Dae, AStartThatDoesNotFitIsRefused) {
  const Traced program =
      must_trace(kDecay +
                 "parameters { real k; } transformed parameters { array[1] vector[2] y ="
                 " dae(decay, [2, 1]', [-1, 1]', 0, {1}, k, 3.0); }");
  EXPECT_TRUE(std::isfinite(transformed(program, {0.5})[0]));
  EXPECT_TRUE(std::isnan(transformed(program, {0.6})[0]));
  const std::string head = "transformed data { array[1] vector[2] y = dae(decay, ";
  EXPECT_NE(error_of(kDecay + head + "[2, 1]', [-1, 1]', 0, {1}, 0.6, 3.0); }")
                .find("is not zero at the initial time"),
            std::string::npos);
  EXPECT_NE(error_of(kDecay + head + "[2, 1]', [-1]', 0, {1}, 0.5, 3.0); }")
                .find("the initial state has 2 elements, but its derivative has 1"),
            std::string::npos);
  EXPECT_NE(error_of("functions { vector f(real t, vector y, vector yp) { return [1, 2]'; } }"
                     " transformed data { array[1] vector[1] y = dae(f, [1]', [1]', 0, {2}); }")
                .find("the residual of the differential-algebraic equation has 2 elements, but "
                      "there is 1 state"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::trace
