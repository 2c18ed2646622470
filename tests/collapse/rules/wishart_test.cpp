// These tests check the Wishart families: collapse law, exact formulas, extremes, refusals.
#include <cmath>

#include "collapse/rules/law.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

// A family of matrices with its prior and the vectors that have such a matrix.
struct MatrixFamily {
  const FamilyRule& rule;
  const dist::Distribution& prior;
  const dist::Distribution& vectors;
};

std::vector<MatrixFamily> matrix_families() {
  return {{inverse_wishart_rule(), dist::inv_wishart(), dist::multi_normal()},
          {wishart_rule(), dist::wishart(), dist::multi_normal_prec()}};
}

Array scale_matrix() {
  return matrix_of(2, 2, {2.0, 0.3, 0.3, 0.7});
}

// Two vectors with the matrix itself, one mean for both; one with a multiple.
std::vector<Factor> vectors_of(const MatrixFamily& family) {
  const Array ones = matrix_of(2, 2, {1, 1, 1, 1});
  const Array multiple = matrix_of(2, 2, {2.5, 2.5, 2.5, 2.5});
  return {
      {bare_use(family.vectors, 2),
       matrix_of(2, 2, {0.3, -1.2, 2.0, 0.4}),
       {vector_of({0.5, 0.1}), ones}},
      {power_use(family.vectors, 2, 1.0), vector_of({1.4, 0.2}), {vector_of({-1, 0}), multiple}}};
}

std::vector<Array> matrix_points() {
  return {matrix_of(2, 2, {1.0, 0.2, 0.2, 0.5}), matrix_of(2, 2, {7.0, -2.0, -2.0, 0.9}),
          matrix_of(2, 2, {1e-3, 0.0, 0.0, 2e3})};
}

Prior matrix_prior(const MatrixFamily& family, double nu) {
  return {&family.prior, {number(nu), scale_matrix()}};
}

TEST(WishartRules, ObeyTheCollapseLaw) {
  for (const MatrixFamily& family : matrix_families()) {
    for (const double nu : {1.001, 2.0, 5.5, 1e4}) {
      const Setting all{&family.rule, matrix_prior(family, nu), vectors_of(family)};
      expect_collapse_law(all, matrix_points());
      for (const Factor& factor : vectors_of(family)) {
        expect_collapse_law({&family.rule, matrix_prior(family, nu), {factor}}, matrix_points());
      }
    }
  }
}

TEST(WishartRules, GradientsAgreeWithDifferences) {
  for (const MatrixFamily& family : matrix_families()) {
    const Setting setting{&family.rule, matrix_prior(family, 3.2), vectors_of(family)};
    const Law law(setting);
    expr::Builder builder(law.graph());
    const std::vector<Array> inputs = law.inputs(matrix_points()[0]);
    const std::vector<Array> slopes =
        interpret(gradient_of(std::move(builder), law.marginal_node()), inputs);
    // The degrees of freedom, and a residual; a matrix must stay symmetric.
    for (const std::size_t input : {1, 3}) {
      std::vector<Array> moved = inputs;
      const auto value = [&](double step) {
        moved[input].numbers[0] = inputs[input].numbers[0] + step;
        const expr::NodeId node = law.marginal_node();
        return interpret(law.graph(), {&node, 1}, moved)[0].numbers[0];
      };
      const double difference =
          (8.0 * (value(1e-3) - value(-1e-3)) - value(2e-3) + value(-2e-3)) / 12e-3;
      EXPECT_NEAR(slopes[1 + input].numbers[0], difference, 1e-8) << family.rule.name << input;
    }
  }
}

double log_density_of(const dist::Distribution& d, const Array& y,
                      const std::vector<Array>& arguments) {
  expr::Builder builder;
  const auto term = [&](const Array& x) {
    return Term(builder, builder.constant(x.shape, x.numbers));
  };
  std::vector<Term> terms;
  for (const Array& x : arguments) terms.push_back(term(x));
  const expr::NodeId node = d.log_density(term(y), terms).id();
  return interpret(builder.graph(), {&node, 1}, {})[0].numbers[0];
}

// One vector is a multivariate t of nu - K + 1 degrees, with the covariance S / (nu - K + 1).
TEST(WishartRules, MarginalOfOneVectorIsAStudentT) {
  const Array y = vector_of({1.4, 0.2});
  const Array mean = vector_of({-1, 0});
  const Array ones = matrix_of(2, 2, {1, 1, 1, 1});
  const double det = 2.0 * 0.7 - 0.09;
  const Array inverse = matrix_of(2, 2, {0.7 / det, -0.3 / det, -0.3 / det, 2.0 / det});
  for (const double nu : {1.01, 4.5, 300.0}) {
    const double degrees = nu - 1.0;
    Array scale = scale_matrix();
    for (double& x : scale.numbers) x /= degrees;
    const double expected =
        log_density_of(dist::multi_student_t(), y, {number(degrees), mean, scale});
    for (const MatrixFamily& family : matrix_families()) {
      const Array s = &family.rule == &wishart_rule() ? inverse : scale_matrix();
      const Setting setting{&family.rule,
                            Prior{&family.prior, {number(nu), s}},
                            {{bare_use(family.vectors, 2), y, {mean, ones}}}};
      EXPECT_NEAR(Law(setting).log_marginal(matrix_points()[0]), expected,
                  1e-11 * (1 + std::fabs(expected)))
          << family.rule.name << " " << nu;
    }
  }
}

// A matrix of one number: V is inv_gamma(nu / 2, s / 2), P is gamma(nu / 2, 1 / (2 s)).
TEST(WishartRules, MatricesOfOneNumberAreGammas) {
  for (const double nu : {0.1, 3.0, 1e6}) {
    const std::vector<Array> sums{number(3.0), matrix_of(1, 2, {std::sqrt(1.2), std::sqrt(3.0)})};
    const std::vector<Array> rates{number(1.5), number(2.1)};
    const std::vector<Array> prior{number(nu), matrix_of(1, 1, {1.7})};
    const std::vector<Array> inverse{number(0.5 * nu), number(0.85)};
    const std::vector<Array> direct{number(0.5 * nu), number(0.5 / 1.7)};
    const auto close = [](double x, double y) { EXPECT_NEAR(x, y, 1e-12 * (1.0 + std::fabs(y))); };
    close(marginal_at(inverse_wishart_rule(), prior, sums, true).value,
          marginal_at(inverse_gamma_rule(), inverse, rates, true).value);
    close(marginal_at(wishart_rule(), prior, sums, true).value,
          marginal_at(gamma_rule(), direct, rates, true).value);
  }
}

// |I + c c'| = 1 + |c|^2, also where one is nothing beside the squares.
TEST(WishartRules, KeepTheirDigitsFarFromTheScale) {
  const Array one = matrix_of(2, 2, {1, 0, 0, 1});
  for (const double far : {1e-3, 1.0, 1e5, 1e9, 1e28, 1e120}) {
    const std::vector<Array> prior{number(4.0), one};
    const std::vector<Array> sums{number(1.0), matrix_of(2, 1, {far, -2.0 * far})};
    const double expected =
        std::log(1.5) + std::log(2.0) -
        2.5 * (std::log(5.0) + 2.0 * std::log(far) + std::log1p(0.2 / far / far));
    for (const MatrixFamily& family : matrix_families()) {
      const double found = marginal_at(family.rule, prior, sums, false).value;
      EXPECT_NEAR(found, expected, 1e-13 * (1.0 + std::fabs(expected))) << family.rule.name << far;
    }
  }
}

// Law has values as inputs; known ones with one mean are compressed.
TEST(WishartRules, KnownVectorsWithOneMeanBecomeFewColumns) {
  const std::size_t rows = 50;
  Random random = test_random(31);
  std::vector<double> y(2 * rows);
  for (double& x : y) x = 1e4 + random.normal();
  expr::Builder builder;
  const Term value(builder, builder.constant(Shape::matrix(rows, 2), y));
  const Term variable(builder, builder.input("y", Shape::matrix(rows, 2)));
  const Term mean(builder, builder.input("m", Shape::vector(2)));
  const Term ones(builder, builder.constant(Shape::matrix(2, 2), std::vector<double>(4, 1.0)));
  const Term nu = constant(builder, 3.0);
  const Term scale(builder, builder.constant(Shape::matrix(2, 2), scale_matrix().numbers));
  const std::vector<Array> inputs{matrix_of(rows, 2, y), vector_of({9999.0, 1e4})};
  for (const MatrixFamily& family : matrix_families()) {
    const std::vector<Term> arguments{mean, ones};
    const auto share = [&](Term x) {
      return family.rule.share(bare_use(family.vectors, 2), x, arguments);
    };
    EXPECT_EQ(share(value).increments[1].shape(), Shape::matrix(2, 3));
    EXPECT_EQ(share(variable).increments[1].shape(), Shape::matrix(2, rows));
    const auto marginal = [&](Term x) {
      const expr::NodeId node =
          family.rule.log_marginal(Parameters{nu, scale}, share(x).increments).id();
      return interpret(builder.graph(), {&node, 1}, inputs)[0].numbers[0];
    };
    EXPECT_NEAR(marginal(value), marginal(variable), 1e-9) << family.rule.name;
  }
}

// Draws of the posterior with the columns c1 and c2, by the rule's recovery.
std::vector<double> mean_of_draws(const FamilyRule& rule, double nu, std::size_t draws) {
  expr::Builder builder;
  const auto term = [&](const Array& x) {
    return Term(builder, builder.constant(x.shape, x.numbers));
  };
  const Parameters prior{term(number(nu)), term(scale_matrix())};
  const Parameters sums{term(number(2.0)), term(matrix_of(2, 2, {1.0, 0.5, -0.3, 2.0}))};
  std::vector<Array> values;
  for (const Term& each : rule.posterior(prior, sums)) {
    const expr::NodeId node = each.id();
    values.push_back(interpret(builder.graph(), {&node, 1}, {})[0]);
  }
  std::vector<dist::Operand> operands;
  for (const Array& value : values) operands.push_back({value.shape, value.numbers});
  Random random = test_random(41);
  std::vector<double> mean(4, 0.0);
  std::vector<double> one(4);
  for (std::size_t i = 0; i < draws; ++i) {
    rule.recovery().draw(random, operands, one);
    for (std::size_t k = 0; k < 4; ++k) mean[k] += one[k] / static_cast<double>(draws);
  }
  return mean;
}

// (S + C C') / (nu + 2 - K - 1), and (nu + 2) (S^-1 + C C')^-1. Limits are five standard errors.
TEST(WishartRules, DrawsHaveTheMeanOfThePosterior) {
  constexpr double kNu = 20.0;
  constexpr std::size_t kDraws = 20000;
  const double c[] = {1.0 + 0.09, 0.5 - 0.6, 0.25 + 4.0};  // of C C': [1,1], [2,1], [2,2]
  const double s[] = {2.0, 0.3, 0.7};
  const double det = s[0] * s[2] - s[1] * s[1];
  const double t[] = {s[2] / det + c[0], -s[1] / det + c[1], s[0] / det + c[2]};
  const double det_t = t[0] * t[2] - t[1] * t[1];
  const double covariance[] = {(s[0] + c[0]) / 19.0, (s[1] + c[1]) / 19.0, (s[2] + c[2]) / 19.0};
  const double precision[] = {22.0 * t[2] / det_t, -22.0 * t[1] / det_t, 22.0 * t[0] / det_t};
  const auto expect_mean = [](const std::vector<double>& found, const double* wanted) {
    const double size = 0.35 * std::max(wanted[0], wanted[2]);  // more than the deviation of a draw
    const double limit = 5.0 * size / std::sqrt(static_cast<double>(kDraws));
    EXPECT_NEAR(found[0], wanted[0], limit);
    EXPECT_NEAR(found[1], wanted[1], limit);
    EXPECT_NEAR(found[3], wanted[2], limit);
    EXPECT_EQ(found[1], found[2]);
  };
  expect_mean(mean_of_draws(inverse_wishart_rule(), kNu, kDraws), covariance);
  expect_mean(mean_of_draws(wishart_rule(), kNu, kDraws), precision);
}

TEST(WishartRules, RejectWhatStanRejects) {
  const std::vector<Array> sums{number(3.0), matrix_of(2, 3, {4.2, 1, 1, 3, 0.4, 2})};
  for (const MatrixFamily& family : matrix_families()) {
    for (const double nu : {1.0, 0.3, -2.0}) {
      const std::vector<Array> prior{number(nu), scale_matrix()};
      EXPECT_EQ(marginal_at(family.rule, prior, sums, true).value, -INFINITY) << nu;
    }
    const std::vector<Array> indefinite{number(4.0), matrix_of(2, 2, {1, 2, 2, 1})};
    EXPECT_TRUE(std::isnan(marginal_at(family.rule, indefinite, sums, true).value));
  }
}

TEST(WishartRules, AcceptTheirOwnVectorsOnly) {
  const auto accepts = [](const FamilyRule& rule, const Use& use) { return rule.accepts(use, {}); };
  for (const MatrixFamily& family : matrix_families()) {
    EXPECT_TRUE(accepts(family.rule, bare_use(family.vectors, 2)));
    EXPECT_FALSE(accepts(family.rule, power_use(family.vectors, 2, -1.0)));
    EXPECT_FALSE(accepts(family.rule, bare_use(family.vectors, 1)));
    EXPECT_FALSE(accepts(family.rule, use_of_kind(family.vectors, 2, UseKind::kOther)));
    EXPECT_FALSE(accepts(family.rule, bare_use(dist::multi_normal_cholesky(), 2)));
    EXPECT_FALSE(accepts(family.rule, Use{.kind = UseKind::kLog}));
    EXPECT_FALSE(family.rule.prior(dist::lkj_corr(), {}).has_value());
  }
  EXPECT_FALSE(accepts(wishart_rule(), bare_use(dist::multi_normal(), 2)));
  EXPECT_FALSE(accepts(inverse_wishart_rule(), bare_use(dist::multi_normal_prec(), 2)));
}

}  // namespace
}  // namespace autumn::collapse
