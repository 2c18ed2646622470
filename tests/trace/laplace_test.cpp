// These tests compare Laplace's approximation with exact marginals where it is exact, with its
// formula evaluated apart from it, with quadrature, and its slopes with differences.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "trace/numbers.h"
#include "trace/slopes.h"

namespace autumn::trace {
namespace {

constexpr const char* kLaplaceFunctions = R"(functions {
  matrix K(array[] real p, real alpha, real rho) {
    return add_diag(gp_exp_quad_cov(p, alpha, rho), 1e-3);
  }
  matrix one(real s) { return [[square(s)]]; }
  real gaussian(vector t, vector y, real sigma) { return normal_lpdf(y | t, sigma); }
  real dense(vector t, vector y, matrix A, real sigma) { return normal_lpdf(y | A * t, sigma); }
  real student(vector t, vector y, real nu) { return student_t_lpdf(y | nu, t, 0.5); }
  real counts(vector t, array[] int y, real shift) { return poisson_log_lpmf(y | t + shift); }
  real fixed(vector t, vector y, data real sigma) { return normal_lpdf(y | t, sigma); }
  real solver(vector t, vector y) { return bessel_first_kind(1, t[1]) + y[1]; }
}
transformed data {
  array[4] real p = {0.1, 0.6, 1.3, 1.9};
  vector[4] y = [0.4, -0.3, 1.2, 0.8]';
  array[4] int n = {1, 0, 4, 2};
  array[4] int b = {1, 0, 1, 1};
  array[6] int m = {1, 0, 4, 2, 3, 1};
  array[6] int g = {1, 2, 3, 4, 4, 1};
  array[4] int id = {1, 2, 3, 4};
  matrix[4, 4] A = [[1, 0.5, 0, 0], [0.2, 1, 0.3, 0], [0, -0.4, 1, 0.1], [0.6, 0, 0, 1]];
  vector[4] zero = rep_vector(0, 4);
}
parameters { vector[3] x; }
model { target += )";

const Numbers kAt{0.9, 0.7, 0.6};

Numbers laplace_slopes(const std::string& term, const Numbers& x = kAt) {
  return testing::slopes_of(kLaplaceFunctions + term + "; }", x);
}

void expect_same(const std::string& term, const std::string& expected, double tolerance) {
  const Numbers a = laplace_slopes(term);
  const Numbers b = laplace_slopes(expected);
  ASSERT_EQ(a.size(), b.size()) << term;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i], b[i], tolerance * (1 + std::abs(b[i]))) << term << ' ' << i;
  }
}

// ---- where it is exact ----

TEST(Laplace, IsExactForNormalObservations) {
  expect_same("laplace_marginal(gaussian, (y, x[3]), K, (p, x[1], x[2]))",
              "multi_normal_lpdf(y | zero, add_diag(K(p, x[1], x[2]), square(x[3])))", 1e-9);
}

TEST(Laplace, IsExactForNormalObservationsOfSums) {
  expect_same(
      "laplace_marginal_tol(dense, (y, A, x[3]), K, (p, x[1], x[2]), zero, 1e-8, 100, 4, 1, 0)",
      "multi_normal_lpdf(y | zero, add_diag(quad_form_sym(K(p, x[1], x[2]), A'), square(x[3])))",
      1e-9);
}

TEST(Laplace, IsTheSameInAllItsForms) {
  const std::string first = "laplace_marginal(counts, (m[1:4], x[3]), K, (p, x[1], x[2]))";
  const std::string covariance = "K, (p, x[1], x[2])";
  expect_same("laplace_marginal(counts, (m[1:4], x[3]), 1, " + covariance + ")", first, 1e-9);
  expect_same("laplace_marginal_tol(counts, (m[1:4], x[3]), " + covariance +
                  ", x[1] * y, 1e-6, 100, 2, 3, 10)",
              first, 1e-9);
  expect_same("laplace_marginal_tol(counts, (m[1:4], x[3]), 4, " + covariance +
                  ", (y, 1e-6, 100, 2, 10, 1))",
              first, 1e-9);
  expect_same(
      "laplace_marginal_poisson_log_lpmf(m[1:4] | id, rep_vector(x[3], 4), " + covariance + ")",
      first, 1e-9);
  expect_same(
      "0; m[1:4] ~ laplace_marginal_poisson_log(id, rep_vector(x[3], 4), " + covariance + ")",
      first, 1e-9);
  expect_same("laplace_marginal_tol_poisson_log_lupmf(m[1:4] | id, rep_vector(x[3], 4), " +
                  covariance + ", zero, 1e-6, 100, 1, 1, 0)",
              first, 1e-9);
}

// ---- one latent number, by its formula and by quadrature ----

struct OneNumber {
  std::string call;  // with the standard deviation x[1], the offset x[2], the dispersion x[3]
  std::function<double(double t)> log_likelihood;
};

std::vector<OneNumber> one_number_cases() {
  const double offset = kAt[1];
  const double phi = kAt[2];
  return {
      {"laplace_marginal_poisson_log_lpmf({2, 3} | {1, 1}, [x[2]]', one, (x[1], ))",
       [=](double t) {
         const double eta = t + offset;
         return 5 * eta - 2 * std::exp(eta) - std::lgamma(3.0) - std::lgamma(4.0);
       }},
      {"laplace_marginal_bernoulli_logit_lpmf({1, 0, 1} | {1, 1, 1}, [x[2]]', one, (x[1], ))",
       [=](double t) {
         const double eta = t + offset;
         return 2 * eta - 3 * std::log1p(std::exp(eta));
       }},
      {"laplace_marginal_neg_binomial_2_log_lpmf({4} | {1}, x[3], [x[2]]', one, (x[1], ))",
       [=](double t) {
         const double eta = t + offset;
         return std::lgamma(4 + phi) - std::lgamma(phi) - std::lgamma(5.0) + 4 * eta +
                phi * std::log(phi) - (4 + phi) * std::log(phi + std::exp(eta));
       }},
  };
}

// The highest point by golden sections, and the curvature by differences.
double formula(const std::function<double(double)>& log_likelihood, double variance) {
  const auto joint = [&](double t) { return log_likelihood(t) - 0.5 * t * t / variance; };
  double low = -10;
  double high = 10;
  constexpr double kGolden = 0.6180339887498949;
  while (high - low > 1e-9) {
    const double a = high - kGolden * (high - low);
    const double b = low + kGolden * (high - low);
    (joint(a) < joint(b) ? low : high) = joint(a) < joint(b) ? a : b;
  }
  const double mode = 0.5 * (low + high);
  constexpr double kStep = 1e-3;
  const auto f = [&](double step) { return log_likelihood(mode + step); };
  const double curvature =
      -(16 * (f(kStep) + f(-kStep)) - (f(2 * kStep) + f(-2 * kStep)) - 30 * f(0)) /
      (12 * kStep * kStep);
  return joint(mode) - 0.5 * std::log1p(variance * curvature);
}

double integral(const std::function<double(double)>& log_likelihood, double variance) {
  double sum = 0.0;
  constexpr double kStep = 1e-3;
  for (double t = -12; t < 12; t += kStep) {
    sum += kStep * std::exp(log_likelihood(t) - 0.5 * t * t / variance);
  }
  return std::log(sum / std::sqrt(2 * std::numbers::pi * variance));
}

TEST(Laplace, IsItsFormulaForOneLatentNumberAndNearTheIntegral) {
  for (const OneNumber& c : one_number_cases()) {
    const double found = laplace_slopes(c.call)[0];
    const double variance = kAt[0] * kAt[0];
    EXPECT_NEAR(found, formula(c.log_likelihood, variance), 1e-7) << c.call;
    EXPECT_NEAR(found, integral(c.log_likelihood, variance), 0.05) << c.call;
  }
}

// ---- slopes ----

TEST(Laplace, HasTheSlopesOfItsValues) {
  std::vector<std::string> terms{
      "laplace_marginal(counts, (n, x[3]), K, (p, x[1], x[2]))",
      "laplace_marginal_tol(dense, (y, A * x[2], x[3]), K, (p, x[1], x[2]), zero, 1e-8, 100, 4, 1, "
      "0)",
      "laplace_marginal(student, (y * x[3], 4 + x[2]), K, (p, x[1], x[2]))",
      "laplace_marginal_poisson_log_lpmf(m | g, x[3] * y, K, (p, x[1], x[2]))",
      "laplace_marginal_bernoulli_logit_lpmf(b | id, x[3] * y, K, (p, x[1], x[2]))",
      "laplace_marginal_neg_binomial_2_log_lpmf(n | id, x[3], x[2] * y, K, (p, x[1], x[2]))",
      "x[3] + laplace_marginal_neg_binomial_2_log_lpmf(n | id, 2, x[2] * y, K, (p, x[1], x[2]))",
      "laplace_marginal_neg_binomial_2_log_lpmf(n | id, exp(x[3] * y), y, K, (p, x[1], x[2]))"};
  for (const OneNumber& c : one_number_cases()) terms.push_back(c.call);
  for (const std::string& term : terms) {
    const Numbers found = laplace_slopes(term);
    ASSERT_EQ(found.size(), 4U) << term;
    for (std::size_t i = 0; i < 3; ++i) {
      constexpr double kStep = 1e-3;
      const auto at = [&](double step) {
        Numbers x = kAt;
        x[i] += step;
        return laplace_slopes(term, x)[0];
      };
      const double slope =
          (8 * (at(kStep) - at(-kStep)) - (at(2 * kStep) - at(-2 * kStep))) / (12 * kStep);
      EXPECT_NEAR(found[i + 1], slope, 1e-7 * (1 + std::abs(slope))) << term << ' ' << i;
    }
  }
}

// ---- draws ----

// Two normal observations of one latent number: the posterior is known.
TEST(Laplace, DrawsTheLatentNumbersAfterTheData) {
  const Numbers draws = testing::generated(
      "array[4000] vector[1] t; for (i in 1:4000) t[i] = laplace_latent_rng(f, ([1.2, 0.4]', ), "
      "one, (0.9, ));",
      "functions { real f(vector t, vector y) { return normal_lpdf(y | t[1], 0.5); } matrix "
      "one(real s) { return [[square(s)]]; } }");
  ASSERT_EQ(draws.size(), 4000U);
  double mean = 0.0;
  double square = 0.0;
  for (const double t : draws) {
    mean += t / 4000;
    square += t * t / 4000;
  }
  const double precision = 1 / 0.81 + 2 / 0.25;
  const double sd = 1 / std::sqrt(precision);
  EXPECT_NEAR(mean, (1.6 / 0.25) / precision, 5 * sd / std::sqrt(4000.0));
  EXPECT_NEAR(std::sqrt(square - mean * mean), sd, 5 * sd / std::sqrt(8000.0));
}

TEST(Laplace, DrawsWithDistributionsThatHaveNames) {
  const std::string functions = "functions { matrix one(real s) { return [[square(s)]]; } }";
  for (const std::string name : {"poisson_log", "bernoulli_logit", "neg_binomial_2_log"}) {
    const std::string dispersion = name == "neg_binomial_2_log" ? "1.5, " : "";
    const std::string arguments = "_rng({1}, {1}, " + dispersion + "[0.3]', one, (0.9, )";
    const Numbers draws = testing::generated("vector[1] t = laplace_latent_" + name + arguments +
                                                 "); vector[1] u = laplace_latent_tol_" + name +
                                                 arguments + ", [0.1]', 1e-6, 100, 1, 1, 0);",
                                             functions);
    ASSERT_EQ(draws.size(), 2U) << name;
    for (const double t : draws) EXPECT_LT(std::abs(t), 5) << name;
    EXPECT_NE(draws[0], draws[1]) << name;
  }
}

// ---- what it refuses ----

TEST(Laplace, SaysWhatItCannotDo) {
  const std::string start = kLaplaceFunctions;
  EXPECT_NE(testing::error_of(start + "laplace_marginal(solver, (y, ), K, (p, x[1], x[2])); }")
                .find("no derivatives of higher order"),
            std::string::npos);
  EXPECT_NE(testing::error_of(start + "laplace_marginal_poisson_log_lpmf(n | {1, 2, 3, 5}, y, K, "
                                      "(p, x[1], x[2])); }")
                .find("must be between 1 and 4"),
            std::string::npos);
}

TEST(Laplace, WantsToKnowItsControlParameters) {
  const auto error = [](const std::string& control) {
    return testing::error_of(std::string(kLaplaceFunctions) +
                             "laplace_marginal_tol(counts, (n, x[3]), K, (p, x[1], x[2]), zero, " +
                             control + "); }");
  };
  EXPECT_NE(error("x[1], 100, 1, 1, 0").find("the tolerance depends on parameters"),
            std::string::npos);
  EXPECT_NE(error("-1, 100, 1, 1, 0").find("the tolerance must be positive"), std::string::npos);
  EXPECT_NE(error("1e-6, 0, 1, 1, 0").find("the number of steps must be positive"),
            std::string::npos);
  EXPECT_NE(error("1e-6, 100, 5, 1, 0").find("blocks are larger"), std::string::npos);
  EXPECT_NE(error("1e-6, 100, 1, 4, 0").find("the solver must be 1, 2 or 3"), std::string::npos);
  EXPECT_EQ(error("1e-6, 100, 1, 3, 0"), "(no error)");
}

TEST(Laplace, ChecksItsForm) {
  const auto errors = [](const std::string& term) {
    stan::Sources sources("test.stan", kLaplaceFunctions + term + "; }");
    stan::ParseResult parsed = stan::parse(sources);
    EXPECT_TRUE(parsed.is_ok()) << stan::render(parsed.errors, sources);
    const auto found = stan::check(parsed.program);
    return found.empty() ? "" : to_text(found[0]);
  };
  EXPECT_NE(errors("laplace_marginal(counts, (n, x[3]), K)").find("are not those of its form"),
            std::string::npos);
  EXPECT_NE(errors("laplace_marginal(counts, (n, y), K, (p, x[1], x[2]))").find("needs a function"),
            std::string::npos);
  EXPECT_NE(errors("laplace_marginal(counts, (n, x[3]), one, (p, x[1], x[2]))")
                .find("needs a function `matrix one"),
            std::string::npos);
  EXPECT_NE(errors("laplace_marginal(fixed, (y, x[3]), K, (p, x[1], x[2]))")
                .find("takes this argument as data"),
            std::string::npos);
  EXPECT_EQ(errors("laplace_marginal(fixed, (x[3] * y, 0.5), K, (p, x[1], x[2]))"), "");
  EXPECT_NE(errors("laplace_marginal_tol(counts, (n, x[3]), K, (p, x[1], x[2]), 1)")
                .find("are not those of its form"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::trace
