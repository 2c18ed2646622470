// These tests check the gamma family: collapse law, quadrature, extremes, refusals.
#include <cmath>

#include "collapse/rules/quadrature.h"
#include "collapse/rules/rate_law.h"
#include "expr/special/gamma.h"

namespace autumn::collapse {
namespace {

constexpr double kGammaSign = 1.0;

std::vector<const dist::Distribution*> gamma_priors() {
  return {&dist::gamma(), &dist::exponential(), &dist::chi_square()};
}

TEST(GammaRule, EveryFactorObeysTheCollapseLawWithEveryPrior) {
  expect_law_of_every_pair(gamma_rule(), kGammaSign, gamma_priors());
}

TEST(GammaRule, FactorsOfDifferentKindsTogetherObeyTheCollapseLaw) {
  Random random = test_random(12);
  for (const dist::Distribution* prior : gamma_priors()) {
    expect_collapse_law(all_rates(gamma_rule(), kGammaSign, prior, random),
                        positive_points(random));
  }
}

TEST(GammaRule, NoPriorIsTheFlatDensity) {
  Random random = test_random(13);
  for (const Use& use : rate_uses(kGammaSign)) {
    const Setting setting{&gamma_rule(), std::nullopt, {random_factor(use, 4, 0.8, random)}};
    expect_collapse_law(setting, positive_points(random));
  }
  expect_collapse_law(all_rates(gamma_rule(), kGammaSign, nullptr, random),
                      positive_points(random));
}

TEST(GammaRule, LogMarginalIsTheIntegral) {
  Random random = test_random(14);
  const auto check = [&](const Setting& setting) {
    expect_integral_is_marginal(setting, Axis::kPositive);
  };
  check(all_rates(gamma_rule(), kGammaSign, &dist::gamma(), random));
  check(all_rates(gamma_rule(), kGammaSign, nullptr, random));
}

TEST(GammaRule, GradientAgreesWithDifferences) {
  Random random = test_random(15);
  for (const dist::Distribution* prior : gamma_priors()) {
    expect_gradient_law(all_rates(gamma_rule(), kGammaSign, prior, random), number(0.5));
  }
  Setting setting = all_rates(gamma_rule(), kGammaSign, &dist::gamma(), random);
  setting.prior->arguments = {number(1e9), number(2e9)};
  expect_gradient_law(setting, number(0.5));
  setting.prior->arguments = {number(1e-6), number(1e-7)};
  expect_gradient_law(setting, number(0.5));
}

TEST(GammaRule, KeepsItsDigitsAtEveryShape) {
  for (const Reference& row : references("gamma", 4)) {
    const double a = row.arguments[0];
    const double b = row.arguments[1];
    const double k = row.arguments[2];
    const double r = row.arguments[3];
    const std::vector<Array> prior{number(a), number(b)};
    const std::vector<Array> sums{number(k), number(r)};
    const ValueAndSlopes found = marginal_at(gamma_rule(), prior, sums, false);
    const auto where = [&] {
      return ::testing::Message() << a << ", " << b << ", " << k << ", " << r;
    };
    EXPECT_NEAR(found.value, row.value, 1e-12 * (1.0 + std::fabs(row.value))) << where();
    const double terms = std::fabs(special::log_rising_factorial(a, k)) + a * std::log1p(r / b) +
                         std::fabs(k * std::log(b + r));
    EXPECT_NEAR(found.value, row.value, 1e-15 * terms) << where();
    // Each slope in units of the terms it is made of.
    const double by_a = special::digamma_difference(a, k) + std::log1p(r / b);
    const double by_b = a * (r / b / (b + r)) + k / (b + r);
    const double by_k = std::fabs(special::digamma(a + k)) + std::fabs(std::log(b + r));
    const double sizes[] = {by_a, by_b, by_k, (a + k) / (b + r)};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(found.slopes[i], row.slopes[i], 3e-15 * sizes[i])
          << "slope " << i << " " << where();
    }
  }
}

TEST(GammaRule, FlatDensityNeedsAPositiveRate) {
  expr::Builder builder;
  const Term x(builder, builder.input("x", Shape::scalar()));
  const Term k = constant(builder, 3.0);
  const auto is_proper = [&](Term r) { return gamma_rule().is_proper_when_flat({k, r}, {}); };
  EXPECT_TRUE(is_proper(constant(builder, 2.0)));
  EXPECT_TRUE(is_proper(exp(x) + 1.0));
  EXPECT_FALSE(is_proper(constant(builder, 0.0)));
  EXPECT_FALSE(is_proper(square(x)));
  EXPECT_FALSE(is_proper(x));
}

TEST(GammaRule, ExposureZeroAndCountZeroAddNothing) {
  const std::vector<Array> prior{number(2.5), number(0.5)};
  const std::vector<Array> nothing{number(0.0), number(0.0)};
  EXPECT_EQ(marginal_at(gamma_rule(), prior, nothing, true).value, 0.0);
}

TEST(GammaRule, SharesHaveOneEntryForEveryRow) {
  expr::Builder builder;
  const Term c(builder, builder.input("c", Shape::vector(4)));
  const Term sigma(builder, builder.input("sigma", Shape::scalar()));
  const Term zero = constant(builder, 0.0);
  const std::vector<Term> of_poisson{c};
  const std::vector<Term> of_normal{zero, sigma};
  const Term y(builder, builder.input("y", Shape::vector(4)));
  const Share poisson = gamma_rule().share(power_use(dist::poisson(), 1, 1.0), zero, of_poisson);
  const Share normal = gamma_rule().share(power_use(dist::normal(), 2, -0.5), y, of_normal);
  for (const Share& share : {poisson, normal}) {
    for (const Term& part : {share.increments[0], share.increments[1], share.remainder}) {
      EXPECT_EQ(part.shape(), Shape::vector(4));
    }
  }
  // Sums over them fold.
  EXPECT_TRUE(builder.is_constant(sum(normal.increments[0]).id()));
  EXPECT_TRUE(builder.is_constant(sum(poisson.increments[0]).id()));
}

TEST(GammaRule, RefusesUsesOutsideTheFamily) {
  expect_refusals(gamma_rule(), kGammaSign);
}

TEST(GammaRule, RefusesAWeibullWhoseShapeIsNotTheConstantOfTheExponent) {
  expr::Builder builder;
  const Term c = constant(builder, 1.0);
  const auto accepts = [&](Term shape) {
    const std::vector<Term> arguments{shape, c};
    return gamma_rule().accepts(power_use(dist::weibull(), 2, -0.5), arguments);
  };
  const auto shapes = [&](const std::vector<double>& k) {
    return Term(builder, builder.constant(Shape::vector(k.size()), k));
  };
  EXPECT_TRUE(accepts(constant(builder, 2.0)));
  EXPECT_TRUE(accepts(shapes({2.0, 2.0})));
  EXPECT_FALSE(accepts(shapes({2.0, 3.0})));
  EXPECT_FALSE(accepts(constant(builder, 2.0000001)));
  EXPECT_FALSE(accepts(Term(builder, builder.input("shape", Shape::scalar()))));
}

TEST(GammaRule, TakesAWeibullWhoseShapeIsAParameterOfTheExponent) {
  expr::Builder builder;
  const Term shape(builder, builder.input("shape", Shape::scalar()));
  const Term other(builder, builder.input("other", Shape::scalar()));
  const std::vector<Term> arguments{shape, constant(builder, 1.0)};
  const auto accepts = [&](const FamilyRule& rule, Term power, double exponent = 1.0) {
    const Use use{.distribution = &dist::weibull(),
                  .position = 2,
                  .kind = UseKind::kFreePower,
                  .exponent = exponent,
                  .power = power.id()};
    return rule.accepts(use, arguments);
  };
  EXPECT_TRUE(accepts(gamma_rule(), -1.0 / shape));
  EXPECT_TRUE(accepts(gamma_rule(), -(1.0 / shape)));
  EXPECT_TRUE(accepts(gamma_rule(), -inverse(shape)));
  EXPECT_TRUE(accepts(gamma_rule(), -2.0 / shape, 0.5));
  EXPECT_TRUE(accepts(inverse_gamma_rule(), 1.0 / shape));
  EXPECT_TRUE(accepts(root_inverse_gamma_rule(), 2.0 / shape));
  EXPECT_FALSE(accepts(gamma_rule(), 1.0 / shape));
  EXPECT_FALSE(accepts(gamma_rule(), -2.0 / shape));
  EXPECT_FALSE(accepts(gamma_rule(), -1.0 / other));
  EXPECT_FALSE(accepts(gamma_rule(), -1.0 / (shape + 1.0)));
  EXPECT_FALSE(accepts(gamma_rule(), shape));
  EXPECT_FALSE(accepts(inverse_gamma_rule(), -1.0 / shape));
}

// The law with a shape that is no constant: (y / c)^k and 1 are all that the rate sees of a row.
TEST(GammaRule, ShareOfAWeibullHoldsForEveryShape) {
  expr::Builder builder;
  const Term shape(builder, builder.input("shape", Shape::scalar()));
  const Term v(builder, builder.input("v", Shape::scalar()));
  const Term y = constant(builder, 1.7);
  const Term c = constant(builder, 0.6);
  const std::vector<Term> at_one{shape, c};
  const std::vector<Term> whole{shape, c * pow(v, -1.0 / shape)};
  const Use use{.distribution = &dist::weibull(),
                .position = 2,
                .kind = UseKind::kFreePower,
                .exponent = 1.0,
                .power = (-1.0 / shape).id()};
  const Share share = gamma_rule().share(use, y, at_one);
  const Term split = share.increments[0] * log(v) - share.increments[1] * v + share.remainder;
  const Term density = dist::weibull().log_density(y, whole);
  const expr::NodeId nodes[] = {split.id(), density.id()};
  for (const double k : {0.3, 1.0, 2.5, 40.0}) {
    const std::vector<Array> inputs{number(k), number(0.8)};
    const auto values = expr::interpret(builder.graph(), nodes, inputs);
    const double want = values[1].numbers[0];
    EXPECT_NEAR(values[0].numbers[0], want, 1e-12 * (1.0 + std::fabs(want))) << k;
  }
}

TEST(GammaRule, RefusesPriorsOfOtherFamilies) {
  expr::Builder builder;
  const std::vector<Term> arguments(2, constant(builder, 1.0));
  for (const auto* d :
       {&dist::inv_gamma(), &dist::lognormal(), &dist::weibull(), &dist::uniform()}) {
    EXPECT_FALSE(gamma_rule().prior(*d, arguments)) << d->name;
  }
}

}  // namespace
}  // namespace autumn::collapse
