// These tests check the beta family: collapse law, quadrature, extremes, refusals.
#include <algorithm>
#include <cmath>

#include "collapse/rules/law.h"
#include "collapse/rules/quadrature.h"
#include "dist/list.h"
#include "expr/special/gamma.h"

namespace autumn::collapse {
namespace {

std::vector<Use> uses() {
  return {bare_use(dist::bernoulli(), 1), use_of_kind(dist::bernoulli(), 1, UseKind::kComplement),
          bare_use(dist::binomial(), 2), use_of_kind(dist::binomial(), 2, UseKind::kComplement),
          use_of_kind(dist::neg_binomial(), 2, UseKind::kOdds)};
}

std::vector<const dist::Distribution*> beta_priors() {
  return {&dist::beta(), &dist::beta_proportion(), &dist::uniform()};
}

// The ends are such that 1 - v is exact.
std::vector<Array> points(Random& random) {
  std::vector<Array> points{number(0x1p-30), number(1.0 - 0x1p-20)};
  for (int i = 0; i < 8; ++i) points.push_back(number(random.uniform()));
  return points;
}

Setting all_factors(const dist::Distribution* prior, Random& random) {
  Setting setting{&beta_rule(), std::nullopt, {}};
  if (prior != nullptr) setting.prior = random_prior(*prior, random);
  for (const Use& use : uses()) setting.factors.push_back(random_factor(use, 4, 0.4, random));
  return setting;
}

TEST(BetaRule, EveryFactorObeysTheCollapseLawWithEveryPrior) {
  Random random = test_random(1);
  for (const dist::Distribution* prior : beta_priors()) {
    for (const Use& use : uses()) {
      Setting setting{&beta_rule(), random_prior(*prior, random), {}};
      setting.factors.push_back(random_factor(use, 5, random.uniform(), random));
      expect_collapse_law(setting, points(random));
    }
  }
}

TEST(BetaRule, FactorsOfDifferentKindsTogetherObeyTheCollapseLaw) {
  Random random = test_random(2);
  for (const dist::Distribution* prior : beta_priors()) {
    expect_collapse_law(all_factors(prior, random), points(random));
  }
}

TEST(BetaRule, NoPriorIsTheFlatDensity) {
  Random random = test_random(3);
  for (const Use& use : uses()) {
    const Setting setting{&beta_rule(), std::nullopt, {random_factor(use, 5, 0.3, random)}};
    EXPECT_TRUE(Law(setting).is_proper_when_flat());
    expect_collapse_law(setting, points(random));
  }
  expect_collapse_law(all_factors(nullptr, random), points(random));
}

TEST(BetaRule, LogMarginalIsTheIntegral) {
  Random random = test_random(4);
  expect_integral_is_marginal(all_factors(&dist::beta(), random), Axis::kUnit);
  expect_integral_is_marginal(all_factors(nullptr, random), Axis::kUnit);
}

TEST(BetaRule, GradientAgreesWithDifferences) {
  Random random = test_random(5);
  for (const dist::Distribution* prior : beta_priors()) {
    expect_gradient_law(all_factors(prior, random), number(0.5));
  }
  // Far out: a concentration of 1e8, and an exponent of 1e6.
  Setting setting = all_factors(&dist::beta(), random);
  setting.prior->arguments = {number(3e7), number(7e7)};
  expect_gradient_law(setting, number(0.3));
  setting.prior->arguments = {number(2.0), number(3.0)};
  setting.factors = {random_factor(uses().back(), 3, 0.4, random)};
  setting.factors[0].arguments[0] = vector_of({1e6, 2e6, 3e5});
  expect_gradient_law(setting, number(0.9));
}

TEST(BetaRule, GradientIsRightWhereAnExponentEqualsAShape) {
  const auto at = [](double s, double b) {
    const std::vector<Array> prior{number(1.5), number(b)};
    const std::vector<Array> sums{number(s), number(4.0)};
    return marginal_at(beta_rule(), prior, sums, false);
  };
  // In a, b, s and f.
  const auto psi = special::digamma;
  const ValueAndSlopes tie = at(2.5, 2.5);
  EXPECT_NEAR(tie.slopes[0], psi(4.0) - psi(1.5) + psi(4.0) - psi(10.5), 1e-14);
  EXPECT_NEAR(tie.slopes[1], psi(6.5) - psi(2.5) + psi(4.0) - psi(10.5), 1e-14);
  EXPECT_NEAR(tie.slopes[2], psi(4.0) - psi(10.5), 1e-14);
  EXPECT_NEAR(tie.slopes[3], psi(6.5) - psi(10.5), 1e-14);
}

TEST(BetaRule, FewTrialsKeepTheirDigitsAtEveryConcentration) {
  std::size_t checked = 0;
  for (const Reference& row : references("beta", 4)) {
    const auto& x = row.arguments;
    if (x[2] > 1000.0 || x[3] > 1000.0 || x[2] != std::floor(x[2])) continue;
    const std::vector<Array> prior{number(x[0]), number(x[1])};
    const std::vector<Array> sums{number(x[2]), number(x[3])};
    const ValueAndSlopes found = marginal_at(beta_rule(), prior, sums, true);
    const double tolerance = 1e-12 * (1.0 + std::fabs(row.value));
    EXPECT_NEAR(found.value, row.value, tolerance) << x[0] << ", " << x[1] << ", " << x[2];
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(x[k] * found.slopes[k], x[k] * row.slopes[k], tolerance) << x[0] << ", " << x[1];
    }
    ++checked;
  }
  EXPECT_GT(checked, 400u);
}

// The size of what is added up in log gamma(x + p) gamma(x + q) / gamma(x) gamma(x + p + q).
double ratio_size(double x, double p, double q) {
  const double m = std::min(p, q);
  return std::fabs(special::log_rising_factorial(x, m)) +
         std::fabs(special::log_rising_factorial(x + std::max(p, q), m));
}

TEST(BetaRule, ManyTrialsAndRealExponentsKeepTheirDigits) {
  for (const Reference& row : references("beta", 4)) {
    const auto& x = row.arguments;
    const std::vector<Array> prior{number(x[0]), number(x[1])};
    const std::vector<Array> sums{number(x[2]), number(x[3])};
    const ValueAndSlopes found = marginal_at(beta_rule(), prior, sums, false);
    const double size = ratio_size(x[0], x[2], x[1]) + ratio_size(x[1], x[3], x[0] + x[2]);
    EXPECT_NEAR(found.value, row.value, 1e-15 * size) << x[0] << ", " << x[1] << ", " << x[2];
    // Slopes are differences of digammas, which are below 50 where x > 1; times x below.
    for (std::size_t k = 0; k < 4; ++k) {
      const double scale = std::min(1.0, k < 2 ? x[k] : x[k - 2] + x[k]);
      EXPECT_NEAR(scale * found.slopes[k], scale * row.slopes[k], 2e-14)
          << "slope " << k << " at " << x[0] << ", " << x[1] << ", " << x[2] << ", " << x[3];
    }
  }
}

// The marginal of large real exponents is that of a few factors, not of their size.
TEST(BetaRule, LargeExponentOfNegativeBinomialDoesNotDrownTheValue) {
  std::size_t checked = 0;
  for (const Reference& row : references("beta", 4)) {
    const auto& x = row.arguments;
    if (x[2] != 1e15 || x[0] > 100.0 || x[1] > 100.0) continue;
    const std::vector<Array> prior{number(x[0]), number(x[1])};
    const std::vector<Array> sums{number(x[2]), number(x[3])};
    EXPECT_NEAR(marginal_at(beta_rule(), prior, sums, false).value, row.value,
                1e-12 * (1.0 + std::fabs(row.value)));
    ++checked;
  }
  EXPECT_EQ(checked, 18u);
}

// Hits of the 18 players of 1970 in 45 at bats (Efron and Morris 1975).
TEST(BetaRule, RepeatedBinaryTrialsSurviveEveryConcentration) {
  const Array hits =
      vector_of({18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7});
  Array misses = hits;
  for (double& each : misses.numbers) each = 45.0 - each;
  expr::Builder builder;
  const Term mu(builder, builder.input("mu", Shape::scalar()));
  const Term log_kappa(builder, builder.input("log_kappa", Shape::scalar()));
  const std::vector<Term> arguments{mu, exp(log_kappa)};
  const auto prior = beta_rule().prior(dist::beta_proportion(), arguments);
  const Parameters sums{{builder, builder.constant(hits.shape, hits.numbers)},
                        {builder, builder.constant(misses.shape, misses.numbers)}};
  const Term total = sum(beta_rule().log_marginal(prior, sums));
  const expr::Graph graph = gradient_of(std::move(builder), total.id());
  for (const Reference& row : references("baseball", 2)) {
    const double kappa = row.arguments[1];
    const std::vector<Array> inputs{number(row.arguments[0]), number(std::log(kappa))};
    const std::vector<Array> found = expr::interpret(graph, inputs);
    const double tolerance = 1e-12 * (1.0 + std::fabs(row.value));
    EXPECT_NEAR(found[0].numbers[0], row.value, tolerance) << kappa;
    EXPECT_NEAR(found[1].numbers[0], row.slopes[0], 4.0 * tolerance) << kappa;
    EXPECT_NEAR(found[2].numbers[0], row.slopes[1], tolerance) << kappa;
  }
}

TEST(BetaRule, ArraysOfElementsAreDoneOneByOne) {
  const auto at = [](const std::vector<double>& s, const std::vector<double>& f) {
    expr::Builder builder;
    const Parameters prior{constant(builder, 2.0), constant(builder, 0.5)};
    const Parameters sums{{builder, builder.constant(Shape::vector(s.size()), s)},
                          {builder, builder.constant(Shape::vector(f.size()), f)}};
    const expr::NodeId node = beta_rule().log_marginal(prior, sums).id();
    return expr::interpret(builder.graph(), {&node, 1}, {})[0];
  };
  const Array all = at({1.0, 0.0, 2e4}, {3.0, 0.0, 1e6});
  ASSERT_EQ(all.shape, Shape::vector(3));
  EXPECT_NEAR(all.numbers[0], std::log(2.0 * 0.5 * 1.5 * 2.5 / (2.5 * 3.5 * 4.5 * 5.5)), 1e-15);
  EXPECT_EQ(all.numbers[1], 0.0);
  EXPECT_EQ(all.numbers[2], at({2e4}, {1e6}).numbers[0]);
}

TEST(BetaRule, SharesHaveOneEntryForEveryRow) {
  expr::Builder builder;
  const Term n = constant(builder, 7.0);
  const Term y = constant(builder, 3.0);
  const Term theta(builder, builder.input("theta", Shape::vector(3)));
  const std::vector<Term> arguments{n, theta};
  const Share share = beta_rule().share(bare_use(dist::binomial(), 2), y, arguments);
  for (const Term& part : {share.increments[0], share.increments[1], share.remainder}) {
    EXPECT_EQ(part.shape(), Shape::vector(3));
    EXPECT_TRUE(builder.is_constant(part.id()));
  }
}

TEST(BetaRule, RefusesPriorsOfOtherFamiliesAndOtherIntervals) {
  expr::Builder builder;
  const Term zero = constant(builder, 0.0);
  const Term one = constant(builder, 1.0);
  const Term x(builder, builder.input("x", Shape::scalar()));
  const auto prior = [](const dist::Distribution& d, const std::vector<Term>& arguments) {
    return beta_rule().prior(d, arguments);
  };
  EXPECT_TRUE(prior(dist::uniform(), {zero, one}));
  EXPECT_FALSE(prior(dist::uniform(), {zero, x}));
  EXPECT_FALSE(prior(dist::uniform(), {x, one}));
  EXPECT_FALSE(prior(dist::uniform(), {zero, constant(builder, 0.5)}));
  EXPECT_FALSE(prior(dist::uniform(), {constant(builder, -1.0), one}));
  EXPECT_FALSE(prior(dist::normal(), {x, one}));
  EXPECT_FALSE(prior(dist::gamma(), {one, one}));
}

TEST(BetaRule, RefusesUsesOutsideTheFamily) {
  const Use use_of[] = {
      power_use(dist::bernoulli(), 1, 2.0),
      power_use(dist::bernoulli(), 1, 1.0),  // 0.5 * v
      power_use(dist::binomial(), 2, 1.0),
      bare_use(dist::binomial(), 1),
      use_of_kind(dist::bernoulli(), 1, UseKind::kOdds),
      use_of_kind(dist::bernoulli(), 1, UseKind::kOther),
      use_of_kind(dist::binomial(), 2, UseKind::kOther),
      use_of_kind(dist::neg_binomial(), 2, UseKind::kComplement),
      use_of_kind(dist::neg_binomial(), 1, UseKind::kOdds),
      bare_use(dist::neg_binomial(), 2),
      bare_use(dist::bernoulli_logit(), 1),
      bare_use(dist::neg_binomial_2(), 1),
      bare_use(dist::beta(), 1),
      bare_use(dist::normal(), 1),
      Use{.distribution = nullptr, .position = 1, .kind = UseKind::kPower, .is_bare = true},
  };
  for (const Use& use : use_of) {
    expr::Builder builder;
    const std::vector<Term> arguments(3, constant(builder, 1.0));
    EXPECT_FALSE(beta_rule().accepts(use, arguments))
        << (use.distribution == nullptr ? "opaque" : use.distribution->name) << use.position;
  }
}

}  // namespace
}  // namespace autumn::collapse
