// These tests check the family of a standard deviation: collapse law, quadrature, draws, what is
// added to target, refusals.
#include <cmath>
#include <numbers>

#include "collapse/rules/quadrature.h"
#include "collapse/rules/rate_law.h"

namespace autumn::collapse {
namespace {

std::vector<Use> uses_of_a_root() {
  return {power_use(dist::normal(), 2, 1.0),   power_use(dist::lognormal(), 2, 1.0),
          power_use(dist::poisson(), 1, -2.0), power_use(dist::exponential(), 1, -2.0),
          power_use(dist::gamma(), 2, -2.0),   power_use(dist::inv_gamma(), 2, -2.0),
          power_use(dist::pareto(), 2, -2.0)};
}

Setting all_uses_of_a_root(Random& random) {
  Setting setting{&root_inverse_gamma_rule(), std::nullopt, {}};
  for (const Use& use : uses_of_a_root()) {
    setting.factors.push_back(random_factor(use, 3, 0.8, random));
  }
  return setting;
}

TEST(RootInverseGammaRule, EveryFactorObeysTheCollapseLaw) {
  Random random = test_random(41);
  for (const Use& use : uses_of_a_root()) {
    const Setting setting{
        &root_inverse_gamma_rule(), std::nullopt, {random_factor(use, 4, 0.8, random)}};
    expect_collapse_law(setting, positive_points(random));
  }
  expect_collapse_law(all_uses_of_a_root(random), positive_points(random));
}

TEST(RootInverseGammaRule, LogMarginalIsTheIntegral) {
  Random random = test_random(42);
  expect_integral_is_marginal(all_uses_of_a_root(random), Axis::kPositive);
}

TEST(RootInverseGammaRule, GradientAgreesWithDifferences) {
  Random random = test_random(43);
  expect_gradient_law(all_uses_of_a_root(random), number(0.5));
}

// The squares of the draws have the moments of an inverse gamma variable, to five standard errors.
TEST(RootInverseGammaRule, DrawsAreRootsOfInverseGammas) {
  const dist::Distribution& d = root_inverse_gamma_rule().recovery();
  Random random = test_random(44);
  const double alpha = 7.0;
  const double beta = 3.0;
  const std::vector<Array> numbers{number(alpha), number(beta)};
  std::vector<dist::Operand> arguments;
  for (const Array& each : numbers) arguments.push_back({each.shape, each.numbers});
  constexpr int kDraws = 20000;
  double sum = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    double y = 0.0;
    d.draw(random, arguments, {&y, 1});
    ASSERT_GT(y, 0.0);
    sum += y * y;
  }
  const double mean = beta / (alpha - 1.0);
  const double sd = mean / std::sqrt(alpha - 2.0);
  EXPECT_NEAR(sum / kDraws, mean, 5.0 * sd / std::sqrt(kDraws));
}

TEST(RootInverseGammaRule, FlatDensityNeedsTwoRowsAndAPositiveRate) {
  expr::Builder builder;
  const Term x(builder, builder.input("x", Shape::scalar()));
  const auto is_proper = [&](Term k, Term r) {
    return root_inverse_gamma_rule().is_proper_when_flat({k, r}, {});
  };
  const Term one_row = constant(builder, 0.5);
  const Term two_rows = constant(builder, 1.0);
  EXPECT_TRUE(is_proper(two_rows, two_rows));
  EXPECT_TRUE(is_proper(two_rows, exp(x)));
  EXPECT_FALSE(is_proper(one_row, two_rows));
  EXPECT_FALSE(is_proper(two_rows, constant(builder, 0.0)));
  EXPECT_FALSE(is_proper(two_rows, square(x)));
}

Use opaque_use(UseKind kind, double exponent, std::size_t position = 0) {
  return {.distribution = nullptr, .position = position, .kind = kind, .exponent = exponent};
}

TEST(RateRules, TakeMultiplesOfTheLogarithmFromTarget) {
  expr::Builder builder;
  const Term value = constant(builder, 0.25);
  const auto power = [&](const FamilyRule& rule) {
    const Share share = rule.share(opaque_use(UseKind::kLog, 3.0), value, {});
    EXPECT_TRUE(rule.accepts(opaque_use(UseKind::kLog, 3.0), {})) << rule.name;
    EXPECT_EQ(builder.graph().constant(share.increments[1].id())[0], 0.0) << rule.name;
    EXPECT_EQ(builder.graph().constant(share.remainder.id())[0], 0.25) << rule.name;
    return builder.graph().constant(share.increments[0].id())[0];
  };
  EXPECT_EQ(power(gamma_rule()), 3.0);
  EXPECT_EQ(power(inverse_gamma_rule()), -3.0);
  EXPECT_EQ(power(root_inverse_gamma_rule()), -1.5);
}

TEST(RateRules, TakeMultiplesOfTheRateFromTarget) {
  expr::Builder builder;
  const Term value = constant(builder, 0.25);
  const auto rate = [&](const FamilyRule& rule, double exponent) {
    const Use use = opaque_use(UseKind::kPower, exponent);
    EXPECT_TRUE(rule.accepts(use, {})) << rule.name;
    const Share share = rule.share(use, value, {});
    EXPECT_EQ(builder.graph().constant(share.increments[0].id())[0], 0.0) << rule.name;
    return builder.graph().constant(share.increments[1].id())[0];
  };
  EXPECT_EQ(rate(gamma_rule(), 1.0), -0.25);
  EXPECT_EQ(rate(inverse_gamma_rule(), -1.0), -0.25);
  EXPECT_EQ(rate(root_inverse_gamma_rule(), -2.0), -0.25);
}

TEST(RateRules, RefuseOtherFunctionsInTarget) {
  for (const FamilyRule* rule :
       {&gamma_rule(), &inverse_gamma_rule(), &root_inverse_gamma_rule()}) {
    for (const double exponent : {0.5, 2.0, -0.5, -3.0}) {
      EXPECT_FALSE(rule->accepts(opaque_use(UseKind::kPower, exponent), {})) << exponent;
    }
    EXPECT_FALSE(rule->accepts(opaque_use(UseKind::kOther, 1.0), {}));
    EXPECT_FALSE(rule->accepts(opaque_use(UseKind::kComplement, 1.0), {}));
    EXPECT_FALSE(rule->accepts(opaque_use(UseKind::kLog, 1.0, 1), {}));
  }
}

TEST(RootInverseGammaRule, RefusesUsesOutsideTheFamily) {
  for (const Use& use :
       {power_use(dist::normal(), 2, -1.0), power_use(dist::normal(), 2, 0.5),
        power_use(dist::normal(), 2, 2.0), bare_use(dist::normal(), 1),
        power_use(dist::exponential(), 1, -1.0), power_use(dist::poisson(), 1, 1.0),
        power_use(dist::student_t(), 3, 1.0), use_of_kind(dist::normal(), 2, UseKind::kOther)}) {
    expr::Builder builder;
    const std::vector<Term> arguments(3, constant(builder, 2.0));
    EXPECT_FALSE(root_inverse_gamma_rule().accepts(use, arguments))
        << use.distribution->name << " position " << use.position << " exponent " << use.exponent;
  }
}

}  // namespace
}  // namespace autumn::collapse
