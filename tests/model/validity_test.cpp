// These tests look at what is refused at once, and at the indicator factors for what is not known
// at once.
#include "model/validity.h"

#include <cmath>

#include "base/numbers.h"
#include "model/roll_models.h"

namespace autumn::model {
namespace {

using enum SupportKind;

// ---- check_factor ----

std::string refusal(Maker& maker, const dist::Distribution& d, Term value,
                    std::vector<Term> arguments) {
  const Factor factor = maker.factor(d, value, std::move(arguments));
  const Status status = check_factor(value.builder().graph(), factor);
  return status ? "accepted" : status.error().message + " | " + status.error().suggestion;
}

TEST(CheckFactor, RefusesConstantArgumentsOutsideTheirDomain) {
  Maker m;
  const Term x = m.variable("x");
  EXPECT_EQ(refusal(m, dist::normal(), x, {m.number(0), m.number(-1)}),
            "`y`: sigma of normal must be positive, but it is -1 | change the argument");
  EXPECT_EQ(refusal(m, dist::normal(), x, {m.number(0), m.number(NAN)}),
            "`y`: sigma of normal must be positive, but it is nan | a variable, or an element of "
            "one, that has not been given a value is NaN");
  EXPECT_EQ(refusal(m, dist::normal(), x, {m.number(NAN), m.number(1)}),
            "`y`: mu of normal must be a number (not NaN), but it is nan | a variable, or an "
            "element of one, that has not been given a value is NaN");
  EXPECT_EQ(refusal(m, dist::normal(), m.variable("v", {3}), {m.number(0), m.numbers({1, 0, 2})}),
            "`y`: sigma[2] of normal must be positive, but it is 0 | change the argument");
  EXPECT_EQ(refusal(m, dist::lkj_corr(), m.variable("R", {2, 2}), {m.number(-1)}),
            "`y`: eta of lkj_corr must be positive, but it is -1 | change the argument");
}

TEST(CheckFactor, RefusesValuesOutsideTheSupport) {
  Maker m;
  EXPECT_EQ(refusal(m, dist::poisson(), m.numbers({3, -1, 2}), {m.number(2)}),
            "`y`: the value[2] must be a non-negative integer, but it is -1 | poisson has no such "
            "value: check the data or choose another distribution");
  EXPECT_EQ(refusal(m, dist::poisson(), m.number(1.5), {m.number(2)}),
            "`y`: the value must be a non-negative integer, but it is 1.5 | poisson has no such "
            "value: check the data or choose another distribution");
  EXPECT_EQ(refusal(m, dist::beta(), m.number(1.5), {m.number(2), m.number(2)}),
            "`y`: the value must be between 0 and 1, but it is 1.5 | beta has no such value: check "
            "the data or choose another distribution");
  EXPECT_EQ(refusal(m, dist::bernoulli(), m.numbers({0, 1, 2}), {m.number(0.5)}),
            "`y`: the value[3] must be 0 or 1, but it is 2 | bernoulli has no such value: check "
            "the data or choose another distribution");
  EXPECT_EQ(refusal(m, dist::normal(), m.matrix({{1, 2}, {NAN, 4}}), {m.number(0), m.number(1)}),
            "`y`: the value[2,1] must be a number (not NaN), but it is nan | normal has no such "
            "value: check the data or choose another distribution");
}

TEST(CheckFactor, RefusesValuesOutsideBoundsThatAreArguments) {
  Maker m;
  const Term theta = m.variable("theta");
  EXPECT_EQ(refusal(m, dist::binomial(), m.numbers({3, 7}), {m.number(5), theta}),
            "`y`: the value[2] of binomial must be at most 5, but it is 7 | check the data, or the "
            "arguments of the distribution");
  EXPECT_EQ(refusal(m, dist::binomial(), m.number(3), {m.numbers({5, 2}), theta}),
            "`y`: the value of binomial must be at most 2, but it is 3 | check the data, or the "
            "arguments of the distribution");
  EXPECT_EQ(refusal(m, dist::uniform(), m.number(-0.5), {m.number(0), theta}),
            "`y`: the value of uniform must be at least 0, but it is -0.5 | check the data, or the "
            "arguments of the distribution");
  EXPECT_EQ(refusal(m, dist::categorical_logit(), m.numbers({1, 4}), {m.variable("beta", {3})}),
            "`y`: the value[2] of categorical_logit must be at most 3, but it is 4 | check the "
            "data, or the arguments of the distribution");
  EXPECT_EQ(refusal(m, dist::binomial(), m.numbers({}), {m.number(5), theta}), "accepted");
}

TEST(CheckFactor, RefusesEmptySupports) {
  Maker m;
  const Term x = m.variable("x");
  EXPECT_EQ(refusal(m, dist::uniform(), x, {m.number(2), m.number(1)}),
            "`y`: uniform has no values between 2 and 1 | the lower bound must lie below the upper "
            "one");
  EXPECT_EQ(refusal(m, dist::uniform(), x, {m.number(1), m.number(1)}),
            "`y`: uniform has no values between 1 and 1 | the lower bound must lie below the upper "
            "one");
  EXPECT_EQ(refusal(m, dist::discrete_range(), m.number(1), {m.number(1), m.number(1)}),
            "accepted");
}

TEST(CheckFactor, RefusesShapesThatDoNotGoTogether) {
  Maker m;
  const Term y = m.variable("v", {3});
  EXPECT_EQ(refusal(m, dist::normal(), y, {m.numbers({1, 2}), m.number(1)}),
            "`y`: shapes do not go together in normal: vector[3] against vector[2] | arrays must "
            "have the same shape; scalars fit everything");
  EXPECT_EQ(refusal(m, dist::normal(), y, {m.number(1)}),
            "`y`: normal takes 2 arguments, not 1 | ");
  EXPECT_EQ(refusal(m, dist::multi_normal(), y, {y, m.matrix({{1, 0, 0}, {0, 1, 0}})}),
            "`y`: Sigma of multi_normal must be a square matrix, but it is matrix[2,3] | ");
  EXPECT_EQ(refusal(m, dist::multi_normal(), y, {m.number(0), m.matrix({{1}})}),
            "`y`: mu of multi_normal must be a vector, or a matrix with one item per row, but it "
            "is scalar | ");
  EXPECT_EQ(refusal(m, dist::multi_normal(), y, {y, m.matrix({{1, 0}, {0, 1}})}),
            "`y`: Sigma of multi_normal has length 2, not 3 | ");
  EXPECT_EQ(refusal(m, dist::dirichlet(), y, {m.numbers({1, 1})}),
            "`y`: alpha of dirichlet has length 2, not 3 | ");
}

TEST(CheckFactor, RefusesDifferentNumbersOfItems) {
  Maker m;
  const Term y = m.variable("y", {4, 2});
  const Term sigma = m.matrix({{1, 0}, {0, 1}});
  EXPECT_EQ(refusal(m, dist::multi_normal(), y, {m.matrix({{1, 1}, {2, 2}, {3, 3}}), sigma}),
            "`y`: mu of multi_normal has 3 items, not 4 | give one item, or as many "
            "as there are values");
  EXPECT_EQ(refusal(m, dist::multi_normal(), y, {m.matrix({{1, 1}}), sigma}),
            "`y`: mu of multi_normal has 1 item, not 4 | give one item, or as many "
            "as there are values");
  EXPECT_EQ(refusal(m, dist::multi_normal(), y, {m.numbers({1, 1}), sigma}), "accepted");
  EXPECT_EQ(refusal(m, dist::categorical(), m.numbers({1, 2, 1}), {y}),
            "`y`: theta of categorical has 4 items, not 3 | give one item, or as "
            "many as there are values");
}

TEST(CheckFactor, RefusesMatricesOutsideTheirDomain) {
  Maker m;
  const Term y = m.variable("v", {2});
  EXPECT_EQ(refusal(m, dist::multi_normal(), y, {y, m.matrix({{1, 2}, {2, 1}})}),
            "`y`: Sigma of multi_normal must be symmetric and positive definite | change the "
            "argument");
  EXPECT_EQ(refusal(m, dist::multi_normal_cholesky(), y, {y, m.matrix({{1, 2}, {2, 1}})}),
            "`y`: L of multi_normal_cholesky must be lower triangular with a positive diagonal | "
            "change the argument");
  EXPECT_EQ(refusal(m, dist::lkj_corr(), m.matrix({{1, 0.5}, {0.5, 2}}), {m.number(2)}),
            "`y`: the value must be symmetric and positive definite with a unit diagonal | "
            "lkj_corr has no such value: check the data or choose another distribution");
  EXPECT_EQ(refusal(m, dist::categorical(), m.number(1), {m.numbers({0.5, 0.6})}),
            "`y`: theta of categorical must be a simplex (non-negative, summing to 1) | change the "
            "argument");
}

TEST(CheckFactor, RefusesDiscreteParameters) {
  Maker m;
  EXPECT_EQ(refusal(m, dist::poisson(), exp(m.variable("x")), {m.number(1)}),
            "`y`: poisson is discrete, so its value must be data | a parameter needs a continuous "
            "distribution");
}

TEST(CheckFactor, AcceptsWhatIsRight) {
  Maker m;
  const Term x = m.variable("x");
  const Term v = m.variable("v", {3});
  EXPECT_EQ(refusal(m, dist::normal(), v, {x, m.numbers({1, 2, 3})}), "accepted");
  EXPECT_EQ(refusal(m, dist::normal(), m.numbers({1, 2, 3}), {v, exp(x)}), "accepted");
  EXPECT_EQ(refusal(m, dist::multi_normal(), v, {v, m.variable("S", {3, 3})}), "accepted");
  EXPECT_EQ(refusal(m, dist::ordered_logistic(), m.numbers({1, 4}), {x, v}), "accepted");
  EXPECT_EQ(refusal(m, dist::multi_student_t(), v, {x, v, m.variable("T", {3, 3})}), "accepted");
}

TEST(CheckFactor, SaysWhere) {
  Maker m;
  Factor factor = m.factor(dist::normal(), m.number(0), {m.number(0), m.number(0)});
  factor.where = {.file = "model.cpp", .line = 7};
  factor.label = "height";
  const Status status = check_factor(m.number(0).builder().graph(), factor);
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.error().where.line, 7u);
  EXPECT_EQ(status.error().message.substr(0, 9), "`height`:");
}

// ---- check_support ----

std::string refusal(Maker& m, const Dims& dims, const Support& support) {
  const Term x = m.variable("x", dims, support);
  const Variable variable{
      .name = "x", .dims = dims, .support = support, .node = x.id(), .where = {}};
  const Status status = check_support(x.builder().graph(), variable);
  return status ? "accepted" : status.error().message;
}

TEST(CheckSupport, RefusesBoundsThatLeaveNoRoom) {
  Maker m;
  const auto id = [&](double x) { return m.number(x).id(); };
  EXPECT_EQ(refusal(m, {}, {.kind = kInterval, .lower = id(2), .upper = id(1)}),
            "`x`: its bounds 2 and 1 leave no room");
  EXPECT_EQ(refusal(m, {}, {.kind = kInterval, .lower = id(1), .upper = id(1)}),
            "`x`: its bounds 1 and 1 leave no room");
  EXPECT_EQ(
      refusal(m, {2}, {.kind = kInterval, .lower = id(1), .upper = m.numbers({3.0, -1.0}).id()}),
      "`x`: its bounds 1 and -1 leave no room");
  EXPECT_EQ(refusal(m, {}, {.kind = kLower, .lower = id(kInfinity)}),
            "`x`: its lower bound cannot be inf");
  EXPECT_EQ(refusal(m, {}, {.kind = kUpper, .upper = id(-kInfinity)}),
            "`x`: its upper bound cannot be -inf");
}

TEST(CheckSupport, RefusesNanAndScalesThatAreNotPositive) {
  Maker m;
  const auto id = [&](double x) { return m.number(x).id(); };
  EXPECT_EQ(refusal(m, {2}, {.kind = kLower, .lower = m.numbers({0.0, NAN}).id()}),
            "`x`: its lower bound cannot be nan");
  EXPECT_EQ(refusal(m, {}, {.kind = kReal, .offset = id(kInfinity)}),
            "`x`: its offset cannot be inf");
  EXPECT_EQ(refusal(m, {}, {.kind = kReal, .multiplier = id(0.0)}),
            "`x`: its multiplier cannot be 0");
}

TEST(CheckSupport, AcceptsInfiniteSidesAndExpressions) {
  Maker m;
  const auto id = [&](double x) { return m.number(x).id(); };
  EXPECT_EQ(refusal(m, {}, {.kind = kInterval, .lower = id(-kInfinity), .upper = id(kInfinity)}),
            "accepted");
  const Term a = m.variable("a");
  EXPECT_EQ(refusal(m, {}, {.kind = kInterval, .lower = a.id(), .upper = id(-kInfinity)}),
            "`x`: its upper bound cannot be -inf");
  EXPECT_EQ(refusal(m, {}, {.kind = kInterval, .lower = a.id(), .upper = id(3.0)}), "accepted");
  EXPECT_EQ(refusal(m, {}, {.kind = kReal, .multiplier = a.id()}), "accepted");
}

// ---- with_validity_factors ----

// How many factors are added; all of them opaque, at the end, over a graph that is valid.
std::size_t added(const Model& model) {
  const Model with = with_validity_factors(model);
  EXPECT_TRUE(check(with).is_ok());
  EXPECT_EQ(with.variables, model.variables);
  for (std::size_t i = 0; i < with.factors.size(); ++i) {
    if (i < model.factors.size()) {
      EXPECT_EQ(with.factors[i], model.factors[i]);
    } else {
      EXPECT_TRUE(with.factors[i].is_opaque());
    }
  }
  return with.factors.size() - model.factors.size();
}

Support positive(Maker& m) {
  return {.kind = kLower, .lower = m.number(0).id()};
}

TEST(ValidityFactors, AddNothingForDeclaredScales) {
  Maker m;
  const Term tau = m.variable("tau", {}, positive(m));
  const Term x = m.variable("x", {3});
  m.factor(dist::normal(), x, {m.number(0), tau});
  m.factor(dist::normal(), m.numbers({1, 2, 3}), {x, sqrt(tau * tau + 1.0)});
  m.factor(dist::gamma(), tau, {m.number(2), 1.0 / tau});
  m.factor(dist::lognormal(), tau, {m.number(2), exp(m.variable("s"))});
  EXPECT_EQ(added(m.finish()), 0u);
}

TEST(ValidityFactors, RejectScalesThatAreNotPositive) {
  Maker m;
  const Term s = m.variable("s");
  m.factor(dist::normal(), m.numbers({1, 2}), {m.number(0), s});
  const Model model = m.finish();
  EXPECT_EQ(added(model), 1u);
  const Model with = with_validity_factors(model);
  const auto at = [](const Model& of, double x) {
    return evaluate(of, {{expr::Shape::scalar(), {x}}}).log_density;
  };
  EXPECT_EQ(at(with, 1.5), at(model, 1.5));
  const auto indicator = [&](double x) {
    const std::vector<NodeId> nodes{with.factors.back().value};
    return interpret(with.graph, nodes, std::vector<expr::Array>{{expr::Shape::scalar(), {x}}})[0]
        .numbers[0];
  };
  EXPECT_EQ(indicator(1e-300), 0.0);
  EXPECT_EQ(indicator(0.0), -kInfinity);
  EXPECT_EQ(indicator(-1.5), -kInfinity);
  EXPECT_EQ(indicator(NAN), -kInfinity);
}

// The formula of the uniform density says nothing about its ends: the indicators do.
TEST(ValidityFactors, LeaveNoFiniteDensityOutsideTheDomain) {
  Maker m;
  const Term s = m.variable("s");
  m.factor(dist::uniform(), s, {m.number(-1), m.number(1)});
  const Model with = with_validity_factors(m.finish());
  EXPECT_EQ(with.factors.size(), 3u);
  const auto at = [&](double x) {
    return evaluate(with, {{expr::Shape::scalar(), {x}}}).log_density;
  };
  EXPECT_EQ(at(0.3), -std::log(2.0));
  EXPECT_EQ(at(1.0), -std::log(2.0));
  EXPECT_EQ(at(1.1), -kInfinity);
  EXPECT_EQ(at(-1.1), -kInfinity);
}

TEST(ValidityFactors, AreElementwise) {
  Maker m;
  const Term s = m.variable("s", {3});
  m.factor(dist::normal(), m.numbers({1, 2, 3}), {m.number(0), s});
  const Model with = with_validity_factors(m.finish());
  const std::vector<NodeId> nodes{with.factors.back().value};
  const std::vector<expr::Array> point{{expr::Shape::vector(3), {1.0, -1.0, 2.0}}};
  EXPECT_EQ(interpret(with.graph, nodes, point)[0].numbers, (Numbers{0.0, -kInfinity, 0.0}));
}

TEST(ValidityFactors, AddNothingForTheSameDeclaredBounds) {
  Maker m;
  const Term a = m.number(-1);
  const Term b = m.number(4);
  const Term x = m.variable("x", {}, {.kind = kInterval, .lower = a.id(), .upper = b.id()});
  m.factor(dist::uniform(), x, {a, b});
  EXPECT_EQ(added(m.finish()), 0u);
}

TEST(ValidityFactors, AddNothingForNarrowerDeclaredBounds) {
  Maker m;
  const Term x = m.variable(
      "x", {}, {.kind = kInterval, .lower = m.number(0).id(), .upper = m.number(1).id()});
  m.factor(dist::uniform(), x, {m.number(-1), m.number(4)});
  EXPECT_EQ(added(m.finish()), 0u);
}

TEST(ValidityFactors, AddTheBoundThatIsNotDeclared) {
  Maker m;
  const Term x = m.variable("x", {}, positive(m));
  m.factor(dist::uniform(), x, {m.number(0), m.number(4)});
  EXPECT_EQ(added(m.finish()), 1u);
}

TEST(ValidityFactors, AddBothBoundsOfARealParameter) {
  Maker m;
  m.factor(dist::uniform(), m.variable("x"), {m.number(0), m.number(4)});
  EXPECT_EQ(added(m.finish()), 2u);
}

TEST(ValidityFactors, KnowBoundsThatDependOnAVariable) {
  Maker m;
  const Term a = m.variable("a");
  const Term x = m.variable("x", {}, {.kind = kLower, .lower = a.id()});
  m.factor(dist::uniform(), x, {a, a + 1.0});
  EXPECT_EQ(added(m.finish()), 1u);
}

TEST(ValidityFactors, KnowBoundsThatAreTheSameExpression) {
  Maker m;
  const Term a = m.variable("a");
  const Term b = a + 1.0;
  const Term x = m.variable("x", {}, {.kind = kInterval, .lower = a.id(), .upper = b.id()});
  m.factor(dist::uniform(), x, {a, a + 1.0});
  EXPECT_EQ(added(m.finish()), 0u);
}

TEST(ValidityFactors, AreNotRepeated) {
  Maker m;
  const Term s = m.variable("s");
  m.factor(dist::normal(), m.number(1), {m.number(0), s});
  m.factor(dist::cauchy(), m.number(2), {m.number(0), s});
  const Model model = m.finish();
  EXPECT_EQ(added(model), 1u);
  EXPECT_EQ(added(with_validity_factors(model)), 0u);
}

// y <= N was checked when the factor was made.
TEST(ValidityFactors, AddNothingForDataThatWereChecked) {
  Maker m;
  const Term p = m.variable(
      "p", {}, {.kind = kInterval, .lower = m.number(0).id(), .upper = m.number(1).id()});
  m.factor(dist::binomial(), m.numbers({3, 4}), {m.number(5), p});
  m.factor(dist::binomial(), m.numbers({3, 9}), {m.numbers({5, 9}), p});
  m.factor(dist::categorical_logit(), m.numbers({1, 3}), {m.variable("beta", {3})});
  EXPECT_EQ(added(m.finish()), 0u);
}

TEST(ValidityFactors, RejectDataBeyondABoundThatIsAParameter) {
  Maker m;
  const Term n = m.variable("n");
  m.factor(dist::pareto(), m.numbers({3, 4}), {n, m.number(1)});
  EXPECT_EQ(added(m.finish()), 2u);  // n is positive, and at most every observation
}

TEST(ValidityFactors, KnowDeclaredVectorsAndMatrices) {
  Maker m;
  const Term theta = m.variable("theta", {3}, {.kind = kSimplex});
  m.factor(dist::dirichlet(), theta, {m.numbers({1, 1, 1})});
  m.factor(dist::categorical(), m.numbers({1, 2}), {theta});
  m.factor(dist::ordered_logistic(), m.numbers({1, 2}),
           {m.variable("eta"), m.variable("c", {2}, {.kind = kOrdered})});
  m.factor(dist::lkj_corr(), m.variable("R", {2, 2}, {.kind = kCorrMatrix}), {m.number(2)});
  const Term l = m.variable("L", {2, 2}, {.kind = kCholeskyCorr});
  m.factor(dist::lkj_corr_cholesky(), l, {m.number(2)});
  m.factor(dist::multi_normal_cholesky(), m.variable("z", {2}), {m.numbers({0, 0}), l});
  EXPECT_EQ(added(m.finish()), 0u);
}

// Items of an array of simplexes, however they are taken: the rows of a matrix, one row, some rows,
// and a flat array as a matrix.
TEST(ValidityFactors, KnowItemsOfDeclaredArrays) {
  Maker m;
  const Term rows = m.variable("rows", {4, 3}, {.kind = kSimplex});
  m.factor(dist::categorical(), m.numbers({1, 2, 3, 1}), {rows});
  m.factor(dist::categorical(), m.numbers({1, 2}), {row(rows, 2)});
  const auto some = expr::Index::list({3, 1, 7, 5, 11, 9});  // rows 4 and 2
  m.factor(dist::categorical(), m.numbers({1, 2}), {gather(rows, some, expr::Shape::matrix(2, 3))});
  const Term flat = m.variable("flat", {2, 2, 3}, {.kind = kSimplex});
  m.factor(dist::dirichlet(), reshape(flat, expr::Shape::matrix(4, 3)), {m.numbers({1, 1, 1})});
  const Term r = m.variable("R", {2, 3, 3}, {.kind = kCorrMatrix});
  m.factor(dist::lkj_corr(), gather(r, expr::Index::range(1, 9, 2), expr::Shape::matrix(3, 3)),
           {m.number(2)});
  EXPECT_EQ(added(m.finish()), 0u);
}

// A positive number changes nothing about a triangle or about symmetry.
TEST(ValidityFactors, LookThroughPositiveFactorsOfMatrices) {
  Maker m;
  const Term v = m.variable("v", {}, positive(m));
  const Term s = m.variable("s");
  const Term zero = m.numbers({0, 0});
  const Term triangle = m.matrix({{1, 0}, {0.5, 2}});
  m.factor(dist::multi_normal_cholesky(), m.numbers({1, 2}), {zero, sqrt(v) * triangle});
  m.factor(dist::multi_normal_cholesky(), m.numbers({1, 2}), {zero, triangle / v});
  const Term all = m.variable("V", {3, 2, 2}, {.kind = kCovMatrix});
  const Term one = gather(all, expr::Index::range(1, 4, 3), expr::Shape::matrix(2, 2));
  m.factor(dist::multi_normal(), m.numbers({1, 2}), {zero, one / v});
  const Term list = concat({m.numbers({1, 3}), broadcast(s, expr::Shape::vector(2))});
  const Term literal = gather(list, expr::Index::list({0, 2, 3, 1}), expr::Shape::matrix(2, 2));
  m.factor(dist::multi_normal(), m.numbers({1, 2}), {zero, v * literal});
  EXPECT_EQ(added(m.finish()), 0u);
}

TEST(ValidityFactors, StayWhereAFactorMayBeNegativeOrNumbersDiffer) {
  Maker m;
  const Term s = m.variable("s");
  const Term zero = m.numbers({0, 0});
  m.factor(dist::multi_normal_cholesky(), m.numbers({1, 2}),
           {zero, s * m.matrix({{1, 0}, {0, 2}})});
  const Term list = concat({m.numbers({1, 3}), m.variable("u", {2})});
  const Term literal = gather(list, expr::Index::list({0, 2, 3, 1}), expr::Shape::matrix(2, 2));
  m.factor(dist::multi_normal(), m.numbers({1, 2}), {zero, literal});
  // A variable in one place and its number, as a constant, in the other.
  const Term mixed = concat({s, m.number(0), m.number(1), s});
  m.factor(dist::multi_normal(), m.numbers({1, 2}),
           {zero, reshape(mixed, expr::Shape::matrix(2, 2))});
  EXPECT_EQ(added(m.finish()), 3u);
}

TEST(ValidityFactors, DoNotTakeAColumnForARow) {
  Maker m;
  const Term square = m.variable("square", {3, 3}, {.kind = kSimplex});
  m.factor(dist::categorical(), m.numbers({1, 2}), {column(square, 1)});
  m.factor(dist::categorical(), m.numbers({1, 2, 3}), {transpose(square)});
  EXPECT_EQ(added(m.finish()), 2u);
}

TEST(ValidityFactors, KnowSoftmax) {
  Maker m;
  m.factor(dist::categorical(), m.numbers({1, 2}), {softmax(m.variable("b", {3}))});
  m.factor(dist::categorical(), m.numbers({1, 2}), {softmax(m.variable("B", {2, 3}))});
  EXPECT_EQ(added(m.finish()), 0u);
}

TEST(ValidityFactors, RejectVectorsThatAreNoSimplex) {
  Maker m;
  const Term p = m.variable("p", {2});
  m.factor(dist::categorical(), m.numbers({1, 2}), {p});
  const Model with = with_validity_factors(m.finish());
  ASSERT_EQ(with.factors.size(), 2u);
  const auto at = [&](Numbers numbers) {
    return evaluate(with, {{expr::Shape::vector(2), std::move(numbers)}}).log_density;
  };
  EXPECT_EQ(at({0.5, 0.5}), 2.0 * std::log(0.5));
  EXPECT_EQ(at({0.5, 0.6}), -kInfinity);
}

}  // namespace
}  // namespace autumn::model
