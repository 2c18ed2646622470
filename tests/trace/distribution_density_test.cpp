// These tests look at densities and cdfs as functions of the language: vectorisation, fused forms,
// messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "dist/list.h"
#include "trace/distribution_symbolic.h"
#include "trace/distributions/distribution.h"
#include "trace/numbers.h"

namespace autumn::trace {
namespace {

using testing::generated;
using testing::gradient;
using testing::must_trace;
using testing::traced;
using testing::transformed;

const char* const kGiven = R"(
  transformed data {
    vector[3] v = [0.5, 1.5, 2.5]';
    row_vector[3] r = [0.1, 0.2, 0.3];
    array[3] real a = {1.1, 1.2, 1.3};
    array[3] int n = {0, 2, 3};
    array[3] int c = {1, 3, 2};
    array[2] vector[2] p = {[1, 2]', [-0.5, 0.3]'};
    array[2] row_vector[2] q = {[0.2, 0.1], [0, 1]};
    matrix[2, 2] S = [[2, 0.5], [0.5, 1]];
    matrix[2, 2] L = cholesky_decompose(S);
    array[2] vector[3] t = {[0.2, 0.3, 0.5]', [0.6, 0.3, 0.1]'};
    array[2] vector[2] cuts = {[-1, 1]', [0, 0.5]'};
  })";

// Both numbers that the block makes are equal.
void expect_same(const std::string& whole, const std::string& parts) {
  const Numbers x = generated("real whole = " + whole + "; real parts = " + parts + ";", kGiven);
  ASSERT_EQ(x.size(), 2U) << whole;
  EXPECT_TRUE(std::isfinite(x[0])) << whole;
  EXPECT_NEAR(x[0], x[1], 1e-13 * (1.0 + std::fabs(x[1]))) << whole;
}

TEST(Densities, OfContainersAreSumsOfScalars) {
  expect_same("normal_lpdf(v | r, a)",
              "normal_lpdf(v[1] | r[1], a[1]) + normal_lpdf(v[2] | r[2], a[2])"
              " + normal_lpdf(v[3] | r[3], a[3])");
  expect_same("normal_lpdf(0.5 | v, 2)",
              "normal_lpdf(v[1] | 0.5, 2) + normal_lpdf(v[2] | 0.5, 2)"
              " + normal_lpdf(v[3] | 0.5, 2)");
  expect_same("uniform_lpdf(r | -1, v)", "-log(1.5) - log(2.5) - log(3.5)");
  expect_same("poisson_lpmf(n | a)",
              "poisson_lpmf(0 | 1.1) + poisson_lpmf(2 | 1.2) + poisson_lpmf(3 | 1.3)");
  expect_same("binomial_lpmf(n | 4, r)",
              "binomial_lpmf(0 | 4, 0.1) + binomial_lpmf(2 | 4, 0.2) + binomial_lpmf(3 | 4, 0.3)");
  expect_same("student_t_lcdf(v | 3, 0, a)",
              "student_t_lcdf(0.5 | 3, 0, 1.1) + student_t_lcdf(1.5 | 3, 0, 1.2)"
              " + student_t_lcdf(2.5 | 3, 0, 1.3)");
  expect_same("gamma_cdf(v | 2, 1)",
              "gamma_cdf(0.5 | 2, 1) * gamma_cdf(1.5 | 2, 1)"
              " * gamma_cdf(2.5 | 2, 1)");
  expect_same("beta_binomial_lccdf(n | 5, a, 2)",
              "beta_binomial_lccdf(0 | 5, 1.1, 2) + beta_binomial_lccdf(2 | 5, 1.2, 2)"
              " + beta_binomial_lccdf(3 | 5, 1.3, 2)");
}

TEST(Densities, OfArraysOfItemsAreSumsOverItems) {
  expect_same("multi_normal_lpdf(p | q, S)",
              "multi_normal_lpdf(p[1] | q[1], S) + multi_normal_lpdf(p[2] | q[2], S)");
  expect_same("multi_normal_cholesky_lpdf(p | q[2], L)",
              "multi_normal_lpdf(p[1] | q[2], S) + multi_normal_lpdf(p[2] | q[2], S)");
  expect_same("multi_student_t_lpdf(p | 4, q, S)",
              "multi_student_t_lpdf(p[1] | 4, q[1], S) + multi_student_t_lpdf(p[2] | 4, q[2], S)");
  expect_same("dirichlet_lpdf(t | v)", "dirichlet_lpdf(t[1] | v) + dirichlet_lpdf(t[2] | v)");
  expect_same("categorical_lpmf(c | t[1])", "log(t[1, 1]) + log(t[1, 3]) + log(t[1, 2])");
  expect_same(
      "ordered_logistic_lpmf(c[1:2] | v[1:2], cuts)",
      "ordered_logistic_lpmf(1 | v[1], cuts[1]) + ordered_logistic_lpmf(3 | v[2], cuts[2])");
  expect_same("ordered_probit_lpmf(c[1:2] | v[1:2], cuts)",
              "ordered_probit_lpmf(1 | v[1], cuts[1]) + ordered_probit_lpmf(3 | v[2], cuts[2])");
  expect_same("multinomial_lpmf({1, 0, 2} | t[2])", "log(3) + log(0.6) + 2 * log(0.1)");
}

// Single numbers go a way of their own.
TEST(Densities, OfSingleNumbersAreThoseOfArraysOfOne) {
  expr::Builder builder;
  Machine machine(builder);
  const auto number = [](dist::Domain domain, bool is_array) {
    const bool is_whole = dist::is_discrete(domain);
    const double x = is_whole ? 1.0 : 0.6;
    const stan::Type type{is_whole ? stan::Base::kInt : stan::Base::kReal, is_array ? 1U : 0U};
    return Value::numbers(type, is_array ? Dims{1} : Dims{}, {x});
  };
  std::size_t count = 0;
  for (const dist::Distribution* d : dist::all_distributions()) {
    const auto is_item = [](const dist::Argument& a) { return a.item != dist::Item::kScalar; };
    if (!d->is_scalar() || std::any_of(d->arguments.begin(), d->arguments.end(), is_item)) continue;
    std::vector<Value> arguments;
    for (const dist::Argument& a : d->arguments) arguments.push_back(number(a.domain, false));
    // Bounds that are arguments: an interval around the value.
    if (d->name == "uniform") arguments[0] = Value::real(0.1);
    if (d->name == "pareto") arguments[0] = Value::real(0.1);
    const double single =
        log_density_call(machine, d->name, number(d->variate.domain, false), arguments).number();
    const double array =
        log_density_call(machine, d->name, number(d->variate.domain, true), arguments).number();
    EXPECT_TRUE(std::isfinite(single)) << d->name;
    EXPECT_NEAR(single, array, 1e-14 * (1.0 + std::fabs(array))) << d->name;
    ++count;
  }
  EXPECT_GT(count, 30U);
}

TEST(Densities, OfNothingAreZero) {
  EXPECT_EQ(generated("vector[0] v; array[0] int n; array[0] vector[2] p;"
                      " real a = normal_lpdf(v | 0, 1); real b = poisson_lpmf(n | v);"
                      " real c = multi_normal_lpdf(p | [0, 0]', identity_matrix(2));"
                      " real d = normal_lcdf(v | 0, 1); real e = normal_cdf(v | 0, 1);"),
            (Numbers{0, 0, 0, 0, 1}));
}

TEST(Densities, OutsideTheSupportAreZeroWhereStanSaysSo) {
  EXPECT_EQ(generated("real a = weibull_lpdf(-1 | 2, 1); real b = uniform_lpdf(3 | 0, 1);"
                      " real c = pareto_lpdf(0.5 | 1, 2); real d = discrete_range_lpmf(9 | 1, 3);"),
            (Numbers(4, -kInfinity)));
}

// One error of a program whose generated quantities or model are wrong.
std::string error_in_draw(const std::string& expression) {
  const auto result = traced("generated quantities { real x = " + expression + "; }");
  EXPECT_TRUE(result.is_ok());
  if (!result.is_ok()) return to_text(result.error());
  std::vector<double> out(1);
  Random random({.seed = 1});
  const Status status = generate(result.value().generated, {}, random, out);
  return status.is_ok() ? "(no error)" : status.error().message;
}

TEST(Densities, SayWhatIsWrongWithTheirArguments) {
  EXPECT_EQ(error_in_draw("normal_lpdf(0 | 0, -1)"),
            "normal_lpdf: sigma must be positive, but it is -1");
  EXPECT_EQ(error_in_draw("normal_lpdf([1, 2, 3]' | [1, 2]', 1)"),
            "normal_lpdf: sizes do not match: 3 and 2");
  EXPECT_EQ(error_in_draw("normal_lpdf([1, 2]' | 0, [1, -2]')"),
            "normal_lpdf: sigma[2] must be positive, but it is -2");
  EXPECT_EQ(error_in_draw("gamma_lpdf(-1 | 2, 1)"), "gamma_lpdf: y must be positive, but it is -1");
  EXPECT_EQ(error_in_draw("exponential_lpdf(-1 | 1)"),
            "exponential_lpdf: y must be non-negative, but it is -1");
  EXPECT_EQ(error_in_draw("binomial_lpmf(5 | 4, 0.5)"),
            "binomial_lpmf: y must be at most 4, but it is 5");
  EXPECT_EQ(error_in_draw("uniform_lpdf(0 | 1, 1)"),
            "uniform_lpdf: there are no values between 1 and 1");
  EXPECT_EQ(error_in_draw("normal_lcdf(0 | 0, 0)"),
            "normal_lcdf: sigma must be positive, but it is 0");
  EXPECT_EQ(error_in_draw("categorical_lpmf(1 | [0.5, 0.6]')"),
            "categorical_lpmf: theta must be a simplex (non-negative, summing to 1)");
  EXPECT_EQ(error_in_draw("normal_rng(0, -1)"), "normal_rng: sigma must be positive, but it is -1");
}

TEST(Densities, OfSymbolsAgreeWithThoseOfNumbers) {
  const char* const expressions[] = {
      "normal_lpdf(x | 0, s)",
      "normal_lcdf(x | 0, s)",
      "student_t_lccdf({0.5, 1.5} | 3, x, s)",
      "exponential_cdf(s | x)",
      "poisson_lcdf({1, 2} | s)",
      "beta_binomial_lcdf(2 | 5, s, x)",
      "beta_neg_binomial_lpmf(3 | s, x, 2)",
      "beta_neg_binomial_lccdf(3 | s, x, 2)",
      "skew_double_exponential_lpdf(x | 0, s, 0.3)",
      "skew_double_exponential_lcdf(-x | 0, s, 0.3)",
      "pareto_type_2_lpdf(x | 0.1, s, 2)",
      "pareto_type_2_lcdf(x | 0.1, s, 2)",
      "loglogistic_lpdf(x | s, 3)",
      "loglogistic_cdf(x | s, 3)",
      "ordered_probit_lpmf({1, 2, 3} | x, [-s, s]')",
      "ordered_logistic_lpmf({1, 2, 3} | x, [-s, s]')",
      "dirichlet_multinomial_lpmf({1, 0, 3} | [s, x, 1]')",
      "multinomial_logit_lpmf({1, 0, 3} | [s, x, 1]')",
      "multi_student_t_cholesky_lpdf([x, s]' | s, [0, 1]', [[1, 0], [x, s]])",
      "wishart_cholesky_lpdf([[x, 0], [0.3, s]] | 4, [[s, 0], [0.2, 1]])",
      "inv_wishart_cholesky_lpdf([[x, 0], [0.3, s]] | 4, [[s, 0], [0.2, 1]])",
      "multi_gp_lpdf([[x, 1], [0, s]] | [[s + x, 0.5], [0.5, 1]], [1, s]')",
      "categorical_logit_glm_lpmf({1, 3} | [[x, 1], [0.5, s]], [0, 1, 2]', [[1, x, 0], [s, 0, 1]])",
      "poisson_log_glm_lpmf({1, 3} | [[x, 1], [0.5, s]], 0.3, [x, s]')",
      "ordered_logistic_glm_lpmf({1, 3} | [[x, 1], [0.5, s]], [x, s]', [-s, s]')",
  };
  for (const std::string expression : expressions) {
    const Traced both = must_trace(
        "parameters { real x; real<lower=0> s; } transformed parameters"
        " { real a = " +
        expression +
        "; } generated quantities"
        " { real b = " +
        expression + "; }");
    ASSERT_EQ(both.model.outputs.size(), 1U) << expression;
    const Numbers point{0.7, 1.3};
    const double symbolic = transformed(both, point)[0];
    Numbers drawn = point;
    drawn.push_back(symbolic);
    Numbers known(1);
    Random random({.seed = 1});
    ASSERT_TRUE(generate(both.generated, drawn, random, known).is_ok()) << expression;
    EXPECT_NEAR(symbolic, known[0], 1e-12 * (1.0 + std::fabs(known[0]))) << expression;
    const Numbers slopes = gradient(both, point);
    for (std::size_t k = 0; k < 2; ++k) {
      const double h = 1e-6;
      Numbers up = point;
      Numbers down = point;
      up[k] += h;
      down[k] -= h;
      const double difference = (transformed(both, up)[0] - transformed(both, down)[0]) / (2.0 * h);
      EXPECT_NEAR(slopes[k], difference, 1e-7 * (1.0 + std::fabs(difference))) << expression;
    }
  }
}

TEST(Densities, TailsAtTheEndsOfTheSupportHaveSlopes) {
  for (const std::string expression :
       {"gamma_lccdf(0 | x, s)", "exponential_lccdf(0 | s)", "beta_lcdf(1 | x, s)",
        "lognormal_lccdf(0 | x, s)", "uniform_lccdf(-2 | -2, s)"}) {
    const Traced program = must_trace(
        "parameters { real<lower=0> x; real<lower=0> s; } transformed"
        " parameters { real a = " +
        expression + "; }");
    EXPECT_EQ(transformed(program, {0.7, 1.3}), (Numbers{0.0})) << expression;
    EXPECT_EQ(gradient(program, {0.7, 1.3}), (Numbers{0.0, 0.0})) << expression;
  }
}

TEST(Regressions, AreTheSameModelAsTheirLongForms) {
  const std::string head =
      "data { int N; int K; matrix[N, K] x; vector[N] y; array[N] int n; } parameters { real a;"
      " vector[K] b; real<lower=0> s; vector[N] w; matrix[K, 3] m; ordered[2] c; } model { ";
  const std::string json = R"({"N": 2, "K": 2, "x": [[1, 2], [3, 5]], "y": [0.5, 1], "n": [1, 0]})";
  const std::pair<const char*, const char*> pairs[] = {
      {"y ~ normal_id_glm(x, a, b, s);", "y ~ normal(a + x * b, s);"},
      {"y ~ normal_id_glm(x, w, b, s);", "y ~ normal(w + x * b, s);"},
      {"n ~ bernoulli_logit_glm(x, a, b);", "n ~ bernoulli_logit(a + x * b);"},
      {"target += poisson_log_glm_lpmf(n | x, a, b);", "n ~ poisson_log(a + x * b);"},
      {"n ~ neg_binomial_2_log_glm(x, a, b, s);", "n ~ neg_binomial_2_log(a + x * b, s);"},
      {"n ~ binomial_logit_glm(3, x, a, b);", "n ~ binomial_logit(3, a + x * b);"},
  };
  for (const auto& [fused, plain] : pairs) {
    const Traced first = must_trace(head + fused + " }", json);
    ASSERT_EQ(first.model.factors.size(), 1U) << fused;
    EXPECT_NE(first.model.factors[0].distribution, nullptr) << fused;
    EXPECT_EQ(to_text(first.model), to_text(must_trace(head + plain + " }", json).model)) << fused;
  }
}

}  // namespace
}  // namespace autumn::trace
