// These tests check the inverse gamma family: collapse law, quadrature, extremes, refusals.
#include <cmath>

#include "collapse/rules/quadrature.h"
#include "collapse/rules/rate_law.h"

namespace autumn::collapse {
namespace {

constexpr double kInverseGammaSign = -1.0;

std::vector<const dist::Distribution*> inverse_gamma_priors() {
  return {&dist::inv_gamma(), &dist::inv_chi_square(), &dist::scaled_inv_chi_square()};
}

TEST(InverseGammaRule, EveryFactorObeysTheCollapseLawWithEveryPrior) {
  expect_law_of_every_pair(inverse_gamma_rule(), kInverseGammaSign, inverse_gamma_priors());
}

TEST(InverseGammaRule, FactorsOfDifferentKindsTogetherObeyTheCollapseLaw) {
  Random random = test_random(22);
  for (const dist::Distribution* prior : inverse_gamma_priors()) {
    expect_collapse_law(all_rates(inverse_gamma_rule(), kInverseGammaSign, prior, random),
                        positive_points(random));
  }
}

TEST(InverseGammaRule, NoPriorIsTheFlatDensity) {
  Random random = test_random(23);
  expect_collapse_law(all_rates(inverse_gamma_rule(), kInverseGammaSign, nullptr, random),
                      positive_points(random));
  const Use use = power_use(dist::normal(), 2, 0.5);
  const Setting normal{&inverse_gamma_rule(), std::nullopt, {random_factor(use, 3, 2.0, random)}};
  expect_collapse_law(normal, positive_points(random));
}

TEST(InverseGammaRule, LogMarginalIsTheIntegral) {
  Random random = test_random(24);
  const auto check = [&](const Setting& setting) {
    expect_integral_is_marginal(setting, Axis::kPositive);
  };
  check(all_rates(inverse_gamma_rule(), kInverseGammaSign, &dist::scaled_inv_chi_square(), random));
  check(all_rates(inverse_gamma_rule(), kInverseGammaSign, nullptr, random));
}

TEST(InverseGammaRule, GradientAgreesWithDifferences) {
  Random random = test_random(25);
  for (const dist::Distribution* prior : inverse_gamma_priors()) {
    expect_gradient_law(all_rates(inverse_gamma_rule(), kInverseGammaSign, prior, random),
                        number(0.5));
  }
  Setting setting = all_rates(inverse_gamma_rule(), kInverseGammaSign, &dist::inv_gamma(), random);
  for (const double b : {1e-12, 1e12}) {
    setting.prior->arguments = {number(1.5), number(b)};
    expect_gradient_law(setting, number(0.5));
  }
}

// Its marginal is that of the gamma family, whose table has scales from 1e-12 to 1e12 too.
TEST(InverseGammaRule, KeepsItsDigitsAtEveryScale) {
  for (const Reference& row : references("gamma", 4)) {
    const auto& x = row.arguments;
    const std::vector<Array> prior{number(x[0]), number(x[1])};
    const std::vector<Array> sums{number(x[2]), number(x[3])};
    EXPECT_NEAR(marginal_at(inverse_gamma_rule(), prior, sums, true).value, row.value,
                1e-12 * (1.0 + std::fabs(row.value)))
        << x[0] << ", " << x[1] << ", " << x[2] << ", " << x[3];
  }
}

// One normal with an inverse gamma variance is a Student t, here far out in its tails.
TEST(InverseGammaRule, NormalWithItsVarianceIntegratedOutIsStudentT) {
  expr::Builder builder;
  const Term y(builder, builder.input("y", Shape::vector(5)));
  const Term nu(builder, builder.input("nu", Shape::scalar()));
  const Term sigma(builder, builder.input("sigma", Shape::scalar()));
  const Term mu = constant(builder, 0.5);
  const FamilyRule& rule = inverse_gamma_rule();
  const std::vector<Term> of_prior{nu, sigma};
  const auto prior = rule.prior(dist::scaled_inv_chi_square(), of_prior);
  ASSERT_TRUE(prior);
  const std::vector<Term> of_normal{mu, constant(builder, 1.0)};
  const Share share = rule.share(power_use(dist::normal(), 2, 0.5), y, of_normal);
  const Term found = rule.log_marginal(prior, share.increments) + share.remainder;
  const std::vector<Term> of_student{nu, mu, sigma};
  const Term expected = dist::student_t().log_density(y, of_student);
  const expr::NodeId nodes[] = {found.id(), expected.id()};
  for (const double freedom : {0.1, 4.0, 1e8}) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
      const std::vector<Array> inputs{vector_of({0.5, 0.6, -3.0, 1e5, -1e9}), number(freedom),
                                      number(scale)};
      const auto values = expr::interpret(builder.graph(), nodes, inputs);
      for (std::size_t i = 0; i < 5; ++i) {
        const double want = values[1].numbers[i];
        EXPECT_NEAR(values[0].numbers[i], want, 1e-13 * (20.0 + std::fabs(want)))
            << freedom << ", " << scale << ", " << i;
      }
    }
  }
}

TEST(InverseGammaRule, FlatDensityNeedsAShapeAboveOneAndAPositiveRate) {
  expr::Builder builder;
  const Term x(builder, builder.input("x", Shape::scalar()));
  const auto is_proper = [&](Term k, Term r) {
    return inverse_gamma_rule().is_proper_when_flat({k, r}, {});
  };
  const Term one = constant(builder, 1.0);
  const Term above = constant(builder, 1.5);
  EXPECT_TRUE(is_proper(above, one));
  EXPECT_TRUE(is_proper(above, exp(x)));
  EXPECT_FALSE(is_proper(one, one));
  EXPECT_FALSE(is_proper(above, constant(builder, 0.0)));
  EXPECT_FALSE(is_proper(above, square(x)));
  EXPECT_FALSE(is_proper(exp(x), one));
}

TEST(InverseGammaRule, RefusesUsesOutsideTheFamily) {
  expect_refusals(inverse_gamma_rule(), kInverseGammaSign);
}

TEST(InverseGammaRule, RefusesPriorsOfOtherFamilies) {
  expr::Builder builder;
  const std::vector<Term> arguments(2, constant(builder, 1.0));
  for (const auto* d :
       {&dist::gamma(), &dist::exponential(), &dist::lognormal(), &dist::cauchy()}) {
    EXPECT_FALSE(inverse_gamma_rule().prior(*d, arguments)) << d->name;
  }
}

}  // namespace
}  // namespace autumn::collapse
