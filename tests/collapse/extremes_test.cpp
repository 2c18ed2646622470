// Numbers survive the extremes through the whole engine, against arithmetic with 100 digits.
#include <gtest/gtest.h>

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "collapse/law_checks.h"
#include "trace/program.h"

namespace autumn::collapse::testing {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_100;

const Exact kPi = boost::math::constants::pi<Exact>();

engine::Prepared prepared(const std::string& text, const PlanOptions& options = {}) {
  const Result<trace::Traced> traced = trace::testing::traced(text);
  EXPECT_TRUE(traced.is_ok()) << (traced.is_ok() ? "" : to_text(traced.error()));
  return std::move(engine::prepare(traced.value(), options)).value();
}

// Value and gradient of the engine at u against an exact log density and its central differences
// (with a step of 1e-30 they have 60 digits).
template <typename Density>
void expect_exact(const engine::Prepared& p, const std::vector<double>& u, const Density& exact) {
  const DensityAt found = evaluate_at(p, u);
  const std::vector<Exact> at(u.begin(), u.end());
  const double value = static_cast<double>(exact(at));
  EXPECT_NEAR(found.value, value, 1e-12 * (1.0 + std::abs(value)));
  const Exact step("1e-30");
  for (std::size_t k = 0; k < u.size(); ++k) {
    std::vector<Exact> above = at;
    std::vector<Exact> below = at;
    above[k] += step;
    below[k] -= step;
    const double slope = static_cast<double>((exact(above) - exact(below)) / (2 * step));
    EXPECT_NEAR(found.gradient[k], slope, 1e-12 * (1.0 + std::abs(slope))) << "dimension " << k;
  }
}

constexpr double kY[] = {28, 8, -3, 7, -1, 1, 18, 12};
constexpr double kSigma[] = {15, 10, 16, 11, 9, 11, 10, 18};

// tau = exp(u) with its half Cauchy prior (without the 2, as Stan has it) and Jacobian;
// y_j ~ N(mu, sigma_j^2 + tau^2) with mu ~ N(0, 5^2) integrated out.
Exact eight_schools(const std::vector<Exact>& u) {
  const Exact tau = exp(u[0]);
  Exact determinant = 1, precision = Exact(1) / 25, weighted = 0, squares = 0;
  for (std::size_t j = 0; j < 8; ++j) {
    const Exact variance = Exact(kSigma[j]) * kSigma[j] + tau * tau;
    determinant *= variance;
    precision += 1 / variance;
    weighted += kY[j] / variance;
    squares += Exact(kY[j]) * kY[j] / variance;
  }
  const Exact normal = -(8 * log(2 * kPi) + log(determinant) + log(25 * precision) + squares -
                         weighted * weighted / precision) /
                       2;
  return normal - log(kPi * 5 * (1 + tau * tau / 25)) + u[0];
}

constexpr const char* kSchoolsData =
    "transformed data { vector[8] y = [28, 8, -3, 7, -1, 1, 18, 12]';"
    "  vector[8] sigma = [15, 10, 16, 11, 9, 11, 10, 18]'; }";

constexpr double kTaus[] = {1e-10, 1e-9, 1e-8, 1e-6, 1e-4, 1e-2, 0.5, 1, 5, 1e2, 1e4, 1e6};

TEST(Extremes, EightSchoolsCentred) {
  const engine::Prepared p = prepared(std::string(kSchoolsData) + R"(
    parameters { real mu; vector[8] theta; real<lower=0> tau; }
    model { mu ~ normal(0, 5); tau ~ cauchy(0, 5); theta ~ normal(mu, tau); y ~ normal(theta, sigma); })");
  ASSERT_EQ(p.dimension, 1U);
  for (const double tau : kTaus) {
    SCOPED_TRACE(tau);
    expect_exact(p, {std::log(tau)}, eight_schools);
  }
}

TEST(Extremes, EightSchoolsNoncentred) {
  const engine::Prepared p = prepared(std::string(kSchoolsData) + R"(
    parameters { real mu; vector[8] z; real<lower=0> tau; }
    transformed parameters { vector[8] theta = mu + tau * z; }
    model { mu ~ normal(0, 5); tau ~ cauchy(0, 5); z ~ std_normal(); y ~ normal(theta, sigma); })");
  ASSERT_EQ(p.dimension, 1U);
  for (const double tau : kTaus) {
    SCOPED_TRACE(tau);
    expect_exact(p, {std::log(tau)}, eight_schools);
  }
}

// The residual sum of squares of a straight line, by exact arithmetic on the doubles of the data.
struct Line {
  Exact rest;
  Exact determinant;  // of X'X
};
Line straight_line(const std::vector<double>& x, const std::vector<double>& y) {
  Exact n = x.size(), sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Exact a = x[i], b = y[i];
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
    syy += b * b;
  }
  const Exact cxx = sxx - sx * sx / n, cxy = sxy - sx * sy / n, cyy = syy - sy * sy / n;
  return {cyy - cxy * cxy / cxx, n * cxx};
}

// sigma = exp(u) without a prior, so that only the Jacobian is added.
TEST(Extremes, RegressionWithAnOffsetKeepsItsResiduals) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  const std::vector<double> y = {1e8 + 1, 1e8 - 1, 1e8 + 2, 1e8, 1e8 - 2, 1e8 + 3};
  const Line line = straight_line(x, y);
  EXPECT_NEAR(static_cast<double>(line.rest), 17.5 - 6.25 / 17.5, 1e-12);
  const engine::Prepared p = prepared(R"(
    transformed data { vector[6] x = [1, 2, 3, 4, 5, 6]';
      vector[6] y = [100000001, 99999999, 100000002, 100000000, 99999998, 100000003]'; }
    parameters { real a; real b; real<lower=0> sigma; }
    model { y ~ normal(a + b * x, sigma); })",
                                      {.keep = {"sigma"}});
  ASSERT_EQ(p.dimension, 1U);
  for (const double sigma : {0.1, 1.0, 10.0}) {
    const auto exact = [&](const std::vector<Exact>& u) {
      const Exact s = exp(u[0]);
      return Exact(-4 * log(2 * kPi) / 2 - 4 * u[0] - log(line.determinant) / 2 -
                   line.rest / (2 * s * s) + u[0]);
    };
    // The data have sixteen digits, of which the offset takes eight.
    const DensityAt found = evaluate_at(p, std::vector<double>{std::log(sigma)});
    const double value = static_cast<double>(exact({Exact(std::log(sigma))}));
    EXPECT_NEAR(found.value, value, 1e-6 * (1.0 + std::abs(value))) << sigma;
  }
}

// kappa from 1e-3 to 1e20 and m = 0.3 of the repeated binary trials, with flat priors: rising
// factorials as sums of logarithms.
TEST(Extremes, RepeatedBinaryTrials) {
  constexpr int kN[] = {45, 45, 10, 1, 308};
  constexpr int kSuccesses[] = {18, 0, 10, 1, 77};
  const engine::Prepared p = prepared(R"(
    transformed data { array[5] int n = {45, 45, 10, 1, 308}; array[5] int y = {18, 0, 10, 1, 77}; }
    parameters { real<lower=0, upper=1> m; real<lower=0> kappa; vector<lower=0, upper=1>[5] theta; }
    model { theta ~ beta(m * kappa, (1 - m) * kappa); y ~ binomial(n, theta); })");
  ASSERT_EQ(p.dimension, 2U);
  // Products rather than sums of logarithms: the exponents of Exact reach far enough.
  const auto exact = [&](const std::vector<Exact>& u) {
    const Exact m = 1 / (1 + exp(-u[0])), kappa = exp(u[1]);
    Exact ratio = m * (1 - m) * kappa;
    for (std::size_t j = 0; j < 5; ++j) {
      const int failures = kN[j] - kSuccesses[j];
      for (int k = 0; k < kSuccesses[j]; ++k) ratio *= (m * kappa + k) / (k + 1);
      for (int k = 0; k < failures; ++k) ratio *= ((1 - m) * kappa + k) / (k + 1);
      for (int k = 0; k < kN[j]; ++k) ratio *= (k + 1) / (kappa + k);
    }
    return Exact(log(ratio));
  };
  for (int e = -3; e <= 20; ++e) {
    SCOPED_TRACE(e);
    expect_exact(p, {std::log(0.3 / 0.7), e * std::log(10.0)}, exact);
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
