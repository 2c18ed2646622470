// These tests look at wiener, the tails of von_mises, lkj_cov, gaussian_dlm_obs, and truncation by
// functions of the user.
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

// Slopes of the first transformed parameter against extrapolated differences.
void expect_slopes(const Traced& program, Numbers point) {
  const Numbers slopes = gradient(program, point);
  for (std::size_t i = 0; i < point.size(); ++i) {
    const double x = point[i];
    const auto central = [&](double h) {
      point[i] = x + h;
      const double above = transformed(program, point)[0];
      point[i] = x - h;
      const double below = transformed(program, point)[0];
      point[i] = x;
      return (above - below) / (2 * h);
    };
    const double slope = (4 * central(5e-5) - central(1e-4)) / 3;
    EXPECT_NEAR(slopes[i], slope, 1e-7 * (1 + std::fabs(slope))) << i;
  }
}

// Both series of the first passage with many terms, in long double; they agree where both converge.
double passage(double t, double a, double w, double v, bool is_small) {
  const long double x = t / (a * a);
  const long double pi = std::numbers::pi_v<long double>;
  long double total = 0;
  for (int k = is_small ? -60 : 1; k <= 60; ++k) {
    if (is_small) {
      total += (w + 2 * k) * std::exp(-(w + 2 * k) * (w + 2 * k) / (2 * x)) /
               std::sqrt(2 * pi * x * x * x);
    } else {
      total += pi * k * std::exp(-k * k * pi * pi * x / 2) * std::sin(k * pi * w);
    }
  }
  return static_cast<double>(std::log(total / (a * a)) - v * a * w - v * v * t / 2);
}

TEST(Wiener, IsTheFirstPassageThroughTheUpperBoundary) {
  const Traced program = must_trace(
      "parameters { real y; real a; real tau; real b; real d; } transformed parameters {"
      " real z = wiener_lpdf(y | a, tau, b, d); }");
  for (const double t : {0.02, 0.3, 0.7, 1.4, 6.0}) {
    const Numbers point{t + 0.2, 1.4, 0.2, 0.35, -0.8};
    const double small = passage(t, 1.4, 0.65, 0.8, true);
    const double large = passage(t, 1.4, 0.65, 0.8, false);
    const double expected = t > 1 ? large : small;
    if (t > 0.2) {
      EXPECT_NEAR(small, large, 1e-9 * std::fabs(small));
    }
    EXPECT_NEAR(transformed(program, point)[0], expected, 1e-12 * (1 + std::fabs(expected))) << t;
    expect_slopes(program, point);
  }
  // Before the process starts there is no density.
  EXPECT_EQ(transformed(program, {0.1, 1.4, 0.2, 0.35, -0.8})[0], -INFINITY);
}

TEST(Wiener, WithAVaryingDriftIsAMixtureOfFixedOnes) {
  double mixture = 0;
  const double h = 0.01;
  for (double z = -9; z <= 9; z += h) {
    mixture += h * std::exp(passage(0.6, 1.4, 0.65, -(0.5 + 0.7 * z), true) - 0.5 * z * z) /
               std::sqrt(2 * std::numbers::pi);
  }
  EXPECT_NEAR(generated("real z = wiener_lpdf(0.8 | 1.4, 0.2, 0.35, 0.5, 0.7);")[0],
              std::log(mixture), 1e-10);
}

// By mpmath, adaptive quadrature of the passage with a normal drift over start and time, 15 digits.
TEST(Wiener, WithVaryingStartsAndTimesAgreesWithQuadrature) {
  const std::pair<const char*, double> cases[] = {
      {"0.8 | 1.4, 0.2, 0.35, 0.5, 0.7, 0.1, 0.1", -0.714512295423028},
      // The process may start after the observation.
      {"0.25 | 1.4, 0.2, 0.35, 0.5, 0.7, 0.3, 0.2", -6.17154885172895},
      {"0.5 | 2.0, 0.3, 0.5, 1.2, 0.4, 0.6, 0.4", -0.986603469175864},
      {"0.8 | 1.4, 0.2, 0.35, -0.5, 0, 0, 0.3", -1.35091678088535},
      {"1.7 | 1.1, 0.2, 0.6, -0.5, 0.3, 0.5, 0", -5.74042507359614}};
  for (const auto& [arguments, expected] : cases) {
    const std::string call = "wiener_lpdf(" + std::string(arguments) + ")";
    EXPECT_NEAR(generated("real z = " + call + ";")[0], expected, 1e-8) << call;
  }
}

TEST(Wiener, WithoutWidthsIsTheOneWithANormalDrift) {
  const Numbers x = generated(
      "real a = wiener_lpdf(0.8 | 1.4, 0.2, 0.35, 0.5, 0.7);"
      "real b = wiener_lpdf(0.8 | 1.4, 0.2, 0.35, 0.5, 0.7, 0, 0);");
  EXPECT_NEAR(x[0], x[1], 1e-13);
}

TEST(Wiener, WithSevenArgumentsHasSlopesAndTakesVectors) {
  const Traced program = must_trace(
      "parameters { real<lower=0> y; real<lower=0> a; real<lower=0> t; real<lower=0,upper=1> w;"
      " real v; real<lower=0> sv; real<lower=0,upper=1> sw; real<lower=0> st; }"
      " transformed parameters { real z = wiener_lpdf(y | a, t, w, v, sv, sw, st); }");
  expect_slopes(program, {0.8, 1.4, 0.2, 0.35, 0.5, 0.7, 0.1, 0.1});
  expect_slopes(program, {0.35, 1.4, 0.2, 0.35, 0.5, 0.7, 0.3, 0.25});
  const Traced vectors = must_trace(
      "parameters { vector[2] a; } transformed parameters { real z = wiener_lpdf([0.8, 0.25]' | a,"
      " [0.2, 0.2]', [0.35, 0.35]', [0.5, 0.5]', [0.7, 0.7]', [0.1, 0.3]', [0.1, 0.2]'); }");
  EXPECT_NEAR(transformed(vectors, {1.4, 1.4})[0], -0.714512295423028 - 6.17154885172895, 1e-8);
  // A start outside of the boundaries, and an observation before the process starts.
  EXPECT_EQ(transformed(program, {0.8, 1.4, 0.2, 0.1, 0.5, 0.7, 0.3, 0.1})[0], -INFINITY);
  EXPECT_EQ(transformed(program, {0.1, 1.4, 0.2, 0.35, 0.5, 0.7, 0.3, 0.1})[0], -INFINITY);
}

TEST(VonMises, HasTailsThatAddUpToOne) {
  const Traced program = must_trace(
      "parameters { real y; real mu; real<lower=0> k; } transformed parameters {"
      " real z = von_mises_lcdf(y | mu, k); real c = von_mises_lccdf(y | mu, k);"
      " real p = von_mises_cdf(y | mu, k); }");
  for (const double kappa : {0.01, 1.0, 30.0, 2000.0}) {
    for (const double mu : {0.3, 2.9, -4.0}) {
      for (const double y : {-2.0, 0.25, 3.0}) {
        const Numbers x = transformed(program, {y, mu, kappa});
        EXPECT_NEAR(std::exp(x[0]) + std::exp(x[1]), 1.0, 1e-12) << kappa << " " << mu << " " << y;
        EXPECT_NEAR(std::exp(x[0]), x[2], 1e-15);
      }
    }
  }
  // The trapezoidal rule is exact for periodic integrands; half a period of cos is not, so by many
  // points.
  double area = 0;
  const int n = 400000;
  const double low = -std::numbers::pi;
  const double width = (0.7 - low) / n;
  for (int i = 0; i < n; ++i)
    area += width * std::exp(2.5 * std::cos(low + (i + 0.5) * width - 0.4));
  const double whole = 2 * std::numbers::pi * std::cyl_bessel_i(0.0, 2.5);
  EXPECT_NEAR(transformed(program, {0.7, 0.4, 2.5})[0], std::log(area / whole), 1e-10);
  expect_slopes(program, {0.7, 0.4, 2.5});
  expect_slopes(program, {-1.7, 2.4, 8.0});
}

TEST(VonMises, CanBeTruncated) {
  const Traced program = must_trace(
      "parameters { real<lower=-1, upper=1> y; real mu; } model { y ~ von_mises(mu, 2) T[-1, 1]; "
      "}");
  EXPECT_GE(program.model.factors.size(), 2U);
}

TEST(LkjCov, IsLognormalScalesAndLkjCorrelations) {
  const Numbers z = generated(
      "matrix[2,2] S = [[4, 1.2], [1.2, 9]]; real a = lkj_cov_lpdf(S | [0.1, 0.2]', [1, 2]', 1.5);"
      " real b = lognormal_lpdf([2, 3]' | [0.1, 0.2]', [1, 2]') + lkj_corr_lpdf([[1, 0.2], [0.2, "
      "1]] | 1.5);");
  EXPECT_NEAR(z[4], z[5], 1e-13);
}

// Two observations of one state: a bivariate normal.
TEST(GaussianDlm, IsTheJointNormalOfTheObservations) {
  const std::string call = "gaussian_dlm_obs_lpdf(y | F, G, V, W, m0, C0)";
  const std::string sizes = "matrix[1,2] y; matrix[1,1] F; matrix[1,1] G; ";
  const Traced program = must_trace("parameters { " + sizes +
                                    "vector[1] V; matrix[1,1] W; vector[1] m0; matrix[1,1] C0; }"
                                    " transformed parameters { real z = " +
                                    call + "; }");
  const double f = 1.3, g = 0.8, v = 0.5, w = 0.4, m = 0.6, c = 1.1, y1 = 0.9, y2 = -0.2;
  const double r1 = g * g * c + w;
  const double r2 = g * g * r1 + w;
  const double s11 = f * f * r1 + v, s22 = f * f * r2 + v, s12 = f * f * g * r1;
  const double e1 = y1 - f * g * m, e2 = y2 - f * g * g * m;
  const double det = s11 * s22 - s12 * s12;
  const double expected = -std::log(2 * std::numbers::pi) - 0.5 * std::log(det) -
                          0.5 * (s22 * e1 * e1 - 2 * s12 * e1 * e2 + s11 * e2 * e2) / det;
  const Numbers point{y1, y2, f, g, v, w, m, c};
  EXPECT_NEAR(transformed(program, point)[0], expected, 1e-13);
  expect_slopes(program, point);
  const Traced full = must_trace("parameters { " + sizes +
                                 "matrix[1,1] V; matrix[1,1] W; vector[1] m0; matrix[1,1] C0; }"
                                 " transformed parameters { real z = " +
                                 call + "; }");
  EXPECT_NEAR(transformed(full, point)[0], expected, 1e-13);
}

TEST(UserTruncation, DividesByTheProbabilityOfTheInterval) {
  const std::string functions =
      "functions { real decay_lpdf(real y, real k) { return log(k) - k * y; }"
      " real decay_lcdf(real y, real k) { return log1m_exp(-k * y); }"
      " real decay_lccdf(real y, real k) { return -k * y; }"
      " real lone_lpdf(real y, real k) { return -k * y; }"
      " real steps_lpmf(int y, real p) { return log1m(p) + y * log(p); }"
      " real steps_lccdf(int y, real p) { return (y + 1) * log(p); } }";
  const auto total = [&](const std::string& statement, const Numbers& point) {
    const Traced program =
        must_trace(functions + "parameters { real<lower=0> k; } model { " + statement + " }");
    expr::Builder builder(program.model.graph);
    std::vector<expr::NodeId> roots;
    for (const model::Factor& factor : program.model.factors)
      roots.push_back(model::log_density(builder, factor));
    const expr::Graph graph = std::move(builder).finish({});
    double sum = 0;
    for (const auto& array : interpret(graph, roots, testing::arrays_of(graph, point)))
      sum += array.numbers[0];
    return sum;
  };
  const double k = 0.7;
  EXPECT_NEAR(total("1.5 ~ decay(k) T[1, ];", {k}), std::log(k) - k * 0.5, 1e-14);
  EXPECT_NEAR(total("1.5 ~ decay(k) T[, 2];", {k}),
              std::log(k) - k * 1.5 - std::log1p(-std::exp(-2 * k)), 1e-14);
  EXPECT_NEAR(total("1.5 ~ decay(k) T[1, 2];", {k}),
              std::log(k) - k * 1.5 - std::log(std::exp(-k) - std::exp(-2 * k)), 1e-13);
  EXPECT_EQ(total("0.5 ~ decay(k) T[1, ];", {k}), -INFINITY);
  // P(Y >= 2) = p^2.
  EXPECT_NEAR(total("3 ~ steps(k) T[2, ];", {k}), std::log1p(-k) + std::log(k), 1e-14);
  EXPECT_NE(error_of(functions + "parameters { real k; } model { 1.0 ~ lone(k) T[0, ]; }")
                .find("needs the function `lone_lccdf`"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::trace
