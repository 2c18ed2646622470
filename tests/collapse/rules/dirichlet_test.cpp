// These tests check the Dirichlet family: collapse law, quadrature, extremes, shapes, refusals.
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "collapse/rules/law.h"
#include "dist/list.h"
#include "expr/special/gamma.h"

namespace autumn::collapse {
namespace {

Array ones(std::size_t length) {
  return vector_of(std::vector<double>(length, 1.0));
}

Factor categorical(Array y, Array theta) {
  return {bare_use(dist::categorical(), 1), std::move(y), {std::move(theta)}};
}

Factor multinomial(Array y, Array theta) {
  return {bare_use(dist::multinomial(), 1), std::move(y), {std::move(theta)}};
}

Prior dirichlet(std::vector<double> alpha) {
  return {&dist::dirichlet(), {vector_of(std::move(alpha))}};
}

// One and several observations of both kinds.
std::vector<Factor> factors() {
  return {categorical(number(2.0), ones(3)), categorical(vector_of({3, 1, 3, 3}), ones(3)),
          categorical(vector_of({2}), ones(3)), multinomial(vector_of({4, 0, 2}), ones(3)),
          multinomial(matrix_of(2, 3, {1, 10, 0, 3, 7, 0}), ones(3))};
}

std::vector<Array> points() {
  return {vector_of({0.2, 0.3, 0.5}), vector_of({1e-9, 0.4, 0.6 - 1e-9}),
          vector_of({0.9, 0.05, 0.05}), vector_of({0.25, 0.5, 0.25})};
}

TEST(DirichletRule, EveryFactorObeysTheCollapseLaw) {
  for (const Factor& factor : factors()) {
    expect_collapse_law({&dirichlet_rule(), dirichlet({0.3, 2.0, 1.7}), {factor}}, points());
    expect_collapse_law({&dirichlet_rule(), std::nullopt, {factor}}, points());
  }
}

TEST(DirichletRule, FactorsOfDifferentKindsTogetherObeyTheCollapseLaw) {
  expect_collapse_law({&dirichlet_rule(), dirichlet({5.0, 0.1, 1.0}), factors()}, points());
  const Setting flat{&dirichlet_rule(), std::nullopt, factors()};
  expect_collapse_law(flat, points());
  EXPECT_TRUE(Law(flat).is_proper_when_flat());
}

// Polynomials in the two free coordinates (stick breaking): Gauss-Legendre is exact.
TEST(DirichletRule, LogMarginalIsTheIntegral) {
  for (const bool has_prior : {true, false}) {
    Setting setting{&dirichlet_rule(), std::nullopt, factors()};
    if (has_prior) setting.prior = dirichlet({2.0, 1.0, 3.0});
    const Law law(setting);
    const double log_marginal = law.log_marginal(points()[0]);
    using Rule = boost::math::quadrature::gauss<double, 30>;
    const auto outer = [&](double x) {
      const auto inner = [&](double y) {
        const Array v = vector_of({x, (1.0 - x) * y, (1.0 - x) * (1.0 - y)});
        return (1.0 - x) * std::exp(law.log_joint(v) - log_marginal);
      };
      return Rule::integrate(inner, 0.0, 1.0);
    };
    EXPECT_NEAR(Rule::integrate(outer, 0.0, 1.0), 1.0, 1e-11) << has_prior;
  }
}

TEST(DirichletRule, GradientAgreesWithDifferences) {
  for (const double scale : {1e-6, 1.0, 1e8}) {
    const Prior prior = dirichlet({0.7 * scale, 2.0 * scale, 0.1 * scale});
    expect_gradient_law({&dirichlet_rule(), prior, factors()}, points()[0]);
  }
}

TEST(DirichletRule, KeepsItsDigitsAtEveryConcentration) {
  for (const Reference& row : references("dirichlet", 6)) {
    const std::vector<double>& x = row.arguments;
    const std::vector<Array> prior{vector_of({x[0], x[1], x[2]})};
    const std::vector<Array> counts{vector_of({x[3], x[4], x[5]})};
    const ValueAndSlopes found = marginal_at(dirichlet_rule(), prior, counts, true);
    const double tolerance = 1e-12 * (1.0 + std::fabs(row.value));
    EXPECT_NEAR(found.value, row.value, tolerance) << x[0] << ", " << x[3];
    ASSERT_EQ(found.slopes.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(x[k] * found.slopes[k], x[k] * row.slopes[k], tolerance) << x[0] << ", " << x[3];
    }
  }
}

// Two categories are the beta family.
TEST(DirichletRule, TwoCategoriesAreABeta) {
  const std::vector<Array> alpha{vector_of({0.4, 3.0})};
  const std::vector<Array> counts{vector_of({11.0, 5.0})};
  const std::vector<Array> shapes{number(0.4), number(3.0)};
  const std::vector<Array> trials{number(11.0), number(5.0)};
  EXPECT_NEAR(marginal_at(dirichlet_rule(), alpha, counts, true).value,
              marginal_at(beta_rule(), shapes, trials, true).value, 1e-13);
}

// Of a term that does not depend on the inputs.
Array value_of(const expr::Builder& builder, Term x) {
  const expr::NodeId node = x.id();
  std::vector<Array> inputs;
  for (const expr::Input& input : builder.graph().inputs()) {
    inputs.push_back({input.shape, std::vector<double>(input.shape.size(), std::nan(""))});
  }
  return expr::interpret(builder.graph(), {&node, 1}, inputs)[0];
}

TEST(DirichletRule, ItemsAreDoneOneByOne) {
  expr::Builder builder;
  const auto matrix = [&](std::size_t rows, const std::vector<double>& x) {
    return Term(builder, builder.constant(Shape::matrix(rows, x.size() / rows), x));
  };
  const Term alpha = matrix(2, {0.5, 2.0, 1.5, 3.0, 1.0, 0.1});
  const Term n = matrix(2, {1, 4, 0, 2, 3, 0});
  const Term one_alpha(builder, builder.constant(Shape::vector(3), std::vector{0.5, 1.5, 1.0}));
  const Array both = value_of(builder, dirichlet_rule().log_marginal(Parameters{alpha}, {n}));
  ASSERT_EQ(both.shape, Shape::vector(2));
  const auto single = [](std::vector<double> a, std::vector<double> k) {
    const std::vector<Array> prior{vector_of(std::move(a))};
    const std::vector<Array> counts{vector_of(std::move(k))};
    return marginal_at(dirichlet_rule(), prior, counts, true).value;
  };
  EXPECT_DOUBLE_EQ(both.numbers[0], single({0.5, 1.5, 1.0}, {1, 0, 3}));
  EXPECT_DOUBLE_EQ(both.numbers[1], single({2.0, 3.0, 0.1}, {4, 2, 0}));
  // One prior for all items.
  const Array shared = value_of(builder, dirichlet_rule().log_marginal(Parameters{one_alpha}, {n}));
  EXPECT_DOUBLE_EQ(shared.numbers[1], single({0.5, 1.5, 1.0}, {4, 2, 0}));
  const Array posterior =
      value_of(builder, dirichlet_rule().posterior(Parameters{one_alpha}, {n})[0]);
  EXPECT_EQ(posterior, matrix_of(2, 3, {1.5, 4.5, 1.5, 3.5, 4.0, 1.0}));
  // And none.
  const Array flat = value_of(builder, dirichlet_rule().log_marginal(std::nullopt, {n}));
  EXPECT_NEAR(flat.numbers[0], special::lgamma(4.0) - special::lgamma(7.0), 1e-14);
  EXPECT_NEAR(flat.numbers[1], special::lgamma(5.0) + std::log(2.0) - special::lgamma(9.0), 1e-14);
}

// Observations of several items: one row each, as a constant.
TEST(DirichletRule, SharesHaveOneRowOfCountsForEveryObservation) {
  expr::Builder builder;
  const Term theta(builder, builder.input("theta", Shape::matrix(2, 3)));
  const std::vector<Term> arguments{theta};
  const auto constant_of = [&](Shape shape, const std::vector<double>& x) {
    return Term(builder, builder.constant(shape, x));
  };
  const Use of_category = bare_use(dist::categorical(), 1);
  const Use of_counts = bare_use(dist::multinomial(), 1);
  const auto share = [&](const Use& use, Term y) {
    return dirichlet_rule().share(use, y, arguments);
  };
  const auto counts = [&](const Share& s) { return value_of(builder, s.increments[0]); };

  const Share each = share(of_category, constant_of(Shape::vector(2), {3, 1}));
  EXPECT_EQ(counts(each), matrix_of(2, 3, {0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(value_of(builder, each.remainder), vector_of({0, 0}));
  EXPECT_TRUE(builder.is_constant(each.increments[0].id()));
  // One category for all items.
  const Share same = share(of_category, constant(builder, 2.0));
  EXPECT_EQ(counts(same), matrix_of(2, 3, {0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(same.remainder.shape(), Shape::vector(2));
  // One vector of counts for all items.
  const Share repeated = share(of_counts, constant_of(Shape::vector(3), {2, 0, 1}));
  EXPECT_EQ(counts(repeated), matrix_of(2, 3, {2, 2, 0, 0, 1, 1}));
  const Array coefficient = value_of(builder, repeated.remainder);
  ASSERT_EQ(coefficient.shape, Shape::vector(2));
  EXPECT_NEAR(coefficient.numbers[1], std::log(3.0), 1e-15);
  // Counts of each item; the coefficient is a constant.
  const Share rows = share(of_counts, constant_of(Shape::matrix(2, 3), {2, 0, 0, 0, 1, 4}));
  EXPECT_TRUE(builder.is_constant(rows.remainder.id()));
  EXPECT_NEAR(value_of(builder, rows.remainder).numbers[0], std::log(3.0), 1e-15);
}

TEST(DirichletRule, RefusesUsesOutsideTheFamily) {
  expr::Builder builder;
  const std::vector<Term> arguments(3, constant(builder, 1.0));
  const Use use_of[] = {
      power_use(dist::categorical(), 1, 1.0),
      power_use(dist::multinomial(), 1, 2.0),
      use_of_kind(dist::categorical(), 1, UseKind::kOther),
      use_of_kind(dist::multinomial(), 1, UseKind::kComplement),
      bare_use(dist::categorical_logit(), 1),
      bare_use(dist::dirichlet(), 1),
      bare_use(dist::multi_normal(), 1),
      Use{.distribution = nullptr, .position = 1, .kind = UseKind::kPower, .is_bare = true},
  };
  for (const Use& use : use_of) EXPECT_FALSE(dirichlet_rule().accepts(use, arguments));
  EXPECT_FALSE(dirichlet_rule().prior(dist::beta(), arguments));
}

}  // namespace
}  // namespace autumn::collapse
