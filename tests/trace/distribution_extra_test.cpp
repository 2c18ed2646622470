// These tests check that distributions that are plain expressions are normalised, and agree with
// what they are made of.
#include <gtest/gtest.h>

#include <cmath>

#include "trace/distributions/distribution.h"
#include "trace/distributions/extra.h"
#include "trace/numbers.h"
#include "trace/program.h"

namespace autumn::trace {
namespace {

using testing::generated;

double log_density_at(Machine& machine, std::string_view name, double y,
                      const std::vector<Value>& arguments) {
  return log_density_call(machine, name, Value::real(y), arguments).number();
}

// Simpson's rule over y = tan(u), u in (-pi/2, pi/2): the whole line.
double integral(const std::function<double(double)>& density) {
  constexpr int kCount = 40000;
  const double width = std::acos(-1.0) / kCount;
  double sum = 0.0;
  for (int i = 1; i < kCount; ++i) {
    const double y = std::tan(-0.5 * std::acos(-1.0) + width * i);
    const double term = density(y) * (1.0 + y * y);
    sum += (i % 2 == 1 ? 4.0 : 2.0) * (std::isfinite(term) ? term : 0.0);
  }
  return sum * width / 3.0;
}

TEST(ExtraDistributions, OfRealNumbersIntegrateToOne) {
  expr::Builder builder;
  Machine machine(builder);
  const auto total = [&](std::string_view name, const Numbers& numbers, double from) {
    std::vector<Value> arguments;
    for (const double x : numbers) arguments.push_back(Value::real(x));
    return integral([&](double y) {
      return y <= from ? 0.0 : std::exp(log_density_at(machine, name, y, arguments));
    });
  };
  // The kinks lie at points of the grid or cost one interval: 1e-4.
  EXPECT_NEAR(total("skew_double_exponential", {0.0, 1.5, 0.3}, -1e300), 1.0, 1e-6);
  EXPECT_NEAR(total("pareto_type_2", {0.0, 2.0, 3.0}, 0.0), 1.0, 1e-4);
  EXPECT_NEAR(total("loglogistic", {1.5, 3.0}, 0.0), 1.0, 1e-6);
}

TEST(ExtraDistributions, CdfsHaveTheDensityAsTheirSlope) {
  EXPECT_EQ(generated("array[3] real ok; real h = 1e-5;"
                      " { array[3] real y = {-0.7, 0.4, 1.9}; for (i in 1:3) ok[i] ="
                      " abs((skew_double_exponential_cdf(y[i] + h | 0, 1.5, 0.3)"
                      " - skew_double_exponential_cdf(y[i] - h | 0, 1.5, 0.3)) / (2 * h)"
                      " - exp(skew_double_exponential_lpdf(y[i] | 0, 1.5, 0.3))) < 1e-8; }"
                      " real a = abs((pareto_type_2_cdf(1 + h | 0.2, 2, 3)"
                      " - pareto_type_2_cdf(1 - h | 0.2, 2, 3)) / (2 * h)"
                      " - exp(pareto_type_2_lpdf(1 | 0.2, 2, 3))) < 1e-8;"
                      " real b = abs((loglogistic_cdf(1 + h | 2, 3)"
                      " - loglogistic_cdf(1 - h | 2, 3)) / (2 * h)"
                      " - exp(loglogistic_lpdf(1 | 2, 3))) < 1e-8;"),
            (Numbers{1, 1, 1, 1e-5, 1, 1}));
}

TEST(ExtraDistributions, OfCountsSumToOne) {
  const Numbers x = generated(
      "real a = 0; real b = 0; real c = 0; real d = 0;"
      " for (k in 0:20000) a += exp(beta_neg_binomial_lpmf(k | 3, 6, 2));"
      " for (i in 0:4) for (j in 0:(4 - i)) {"
      "   b += exp(dirichlet_multinomial_lpmf({i, j, 4 - i - j} | [0.5, 1, 2]'));"
      "   c += exp(multinomial_logit_lpmf({i, j, 4 - i - j} | [0.5, 1, 2]')); }"
      " for (k in 1:4) d += exp(ordered_probit_lpmf(k | 0.3, [-1, 0.5, 2]'));");
  ASSERT_EQ(x.size(), 4U);
  EXPECT_NEAR(x[0], 1.0, 1e-10);
  EXPECT_NEAR(x[1], 1.0, 1e-13);
  EXPECT_NEAR(x[2], 1.0, 1e-13);
  EXPECT_NEAR(x[3], 1.0, 1e-14);
}

TEST(ExtraDistributions, AgreeWithWhatTheyAreMadeOf) {
  const Numbers x = generated(
      "matrix[2, 2] L = [[1.2, 0], [0.4, 0.8]]; matrix[2, 2] A = [[0.9, 0], [-0.2, 1.1]];"
      " matrix[2, 2] W = A * A'; vector[2] y = [0.3, -1]'; vector[2] m = [1, 2]';"
      " real jacobian = 2 * log(2) + 2 * log(0.9) + log(1.1);"
      " real a = multi_student_t_cholesky_lpdf(y | 5, m, L)"
      "   - multi_student_t_lpdf(y | 5, m, L * L');"
      " real b = wishart_cholesky_lpdf(A | 4.5, L) - wishart_lpdf(W | 4.5, L * L') - jacobian;"
      " real c = inv_wishart_cholesky_lpdf(A | 4.5, L) - inv_wishart_lpdf(W | 4.5, L * L')"
      "   - jacobian;"
      " real d = multi_gp_lpdf([y', m'] | W, [2, 0.5]')"
      "   - multi_normal_lpdf(y | [0, 0]', W / 2) - multi_normal_lpdf(m | [0, 0]', W / 0.5);"
      " real e = multi_gp_cholesky_lpdf([y', m'] | A, [2, 0.5]')"
      "   - multi_gp_lpdf([y', m'] | W, [2, 0.5]');"
      " real f = multinomial_logit_lpmf({2, 1} | m) - multinomial_lpmf({2, 1} | softmax(m));"
      " real g = ordered_probit_lpmf(2 | 0.3, [-1, 0.5]') - log(Phi(0.2) - Phi(-1.3));"
      " real h = loglogistic_lpdf(1.5 | 2, 3) - logistic_lpdf(log(1.5) | log(2), 1.0 / 3)"
      "   + log(1.5);"
      " real i = pareto_type_2_lpdf(1.5 | 0, 2, 3) - pareto_lpdf(3.5 | 2, 3);");
  ASSERT_EQ(x.size(), 26U);
  for (std::size_t k = 17; k < x.size(); ++k) EXPECT_NEAR(x[k], 0.0, 1e-13) << k - 17;
}

// The share of draws at or below y against the cdf: 5 standard errors, a false alarm in 2 million.
TEST(ExtraDistributions, DrawsFollowTheirCdfs) {
  Random random({.seed = 3});
  struct Case {
    std::string_view name;
    Numbers arguments;
    Numbers points;
  };
  const Case cases[] = {{"skew_double_exponential", {0.5, 1.5, 0.3}, {-1.0, 0.5, 2.0}},
                        {"pareto_type_2", {0.5, 1.5, 2.0}, {0.7, 1.0, 4.0}},
                        {"loglogistic", {2.0, 3.0}, {1.0, 2.0, 4.0}},
                        {"beta_neg_binomial", {3.0, 4.0, 2.0}, {0.0, 1.0, 5.0}}};
  for (const Case& c : cases) {
    const dist::Distribution& d = *find_distribution(c.name);
    std::vector<expr::Operand> operands;
    std::vector<Value> values;
    for (const double& x : c.arguments) {
      operands.push_back({expr::Shape::scalar(), {&x, 1}});
      values.push_back(Value::real(x));
    }
    constexpr int kDraws = 20000;
    Numbers draws(kDraws);
    for (double& x : draws) d.draw(random, operands, {&x, 1});
    for (const double y : c.points) {
      const double share = static_cast<double>(std::count_if(draws.begin(), draws.end(),
                                                             [y](double x) { return x <= y; })) /
                           kDraws;
      const double p = std::exp(known_density(log_cdf_of(d), Value::real(y), values));
      EXPECT_NEAR(share, p, 5.0 * std::sqrt(p * (1.0 - p) / kDraws)) << c.name << " at " << y;
    }
  }
}

}  // namespace
}  // namespace autumn::trace
