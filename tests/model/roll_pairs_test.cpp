// These tests check that a loop and its array form end as the same model.
#include "model/roll/roll.h"

#include "model/roll_models.h"

namespace autumn::model {
namespace {

const Numbers kY{28, 8, -3, 7, -1, 1, 18, 12};
const Numbers kSigma{15, 10, 16, 11, 9, 11, 10, 18};
const Numbers kX1{0.5, -1, 2, 0, 3, 1.5, -2, 4};
const Numbers kX2{1, 0, 1, 1, 0, 0, 1, 0};
const Indices kGroup{0, 2, 1, 1, 0, 2, 2, 0};
constexpr std::size_t kN = 8;

Model rolled(Maker& maker) {
  const Model model = maker.finish();
  const Model result = roll(model);
  EXPECT_TRUE(check(model).is_ok());
  EXPECT_TRUE(check(result).is_ok());
  expect_same_meaning(model, result, Random({.seed = 1}));
  EXPECT_EQ(roll(result), result) << to_text(result);
  return result;
}

// Both roll to the same text, and that has as many factors as expected.
void expect_same(Maker& loop, Maker& array, std::size_t factors) {
  const Model from_loop = rolled(loop);
  const Model from_array = rolled(array);
  EXPECT_EQ(to_text(from_loop), to_text(from_array));
  EXPECT_EQ(from_loop.factors.size(), factors);
}

TEST(RollPairs, ConstantsAsValueAndScale) {
  Maker loop;
  Term mu = loop.variable("mu");
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::normal(), loop.number(kY[i]), {mu, loop.number(kSigma[i])});
  }
  Maker array;
  mu = array.variable("mu");
  array.factor(dist::normal(), array.numbers(kY), {mu, array.numbers(kSigma)});
  expect_same(loop, array, 1);
}

TEST(RollPairs, EqualConstantsAreOneNumber) {
  Maker loop;
  Term mu = loop.variable("mu");
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::normal(), loop.number(0.0), {mu * 3.0, loop.number(2.0)});
  }
  Maker array;
  mu = array.variable("mu");
  array.factor(dist::normal(), array.numbers(Numbers(kN, 0.0)),
               {mu * array.numbers(Numbers(kN, 3.0)), array.numbers(Numbers(kN, 2.0))});
  expect_same(loop, array, 1);
}

TEST(RollPairs, EightSchools) {
  const auto priors = [](Maker& maker, Term mu, Term tau) {
    maker.factor(dist::normal(), mu, {maker.number(0), maker.number(5)});
    maker.factor(dist::cauchy(), tau, {maker.number(0), maker.number(5)});
  };
  Maker loop;
  Term mu = loop.variable("mu");
  Term tau = loop.variable("tau");
  Term x = loop.variable("x", {kN});
  priors(loop, mu, tau);
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::normal(), element(x, i), {mu, tau});
    loop.factor(dist::normal(), loop.number(kY[i]), {element(x, i), loop.number(kSigma[i])});
  }
  Maker array;
  mu = array.variable("mu");
  tau = array.variable("tau");
  x = array.variable("x", {kN});
  priors(array, mu, tau);
  array.factor(dist::normal(), x, {mu, tau});
  array.factor(dist::normal(), array.numbers(kY), {x, array.numbers(kSigma)});
  expect_same(loop, array, 4);
}

TEST(RollPairs, GroupIndexAndScalePerGroup) {
  Maker loop;
  Term x = loop.variable("x", {3});
  Term s = loop.variable("s", {3});
  Term tau = loop.variable("tau");
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::normal(), loop.number(kY[i]),
                {tau * element(x, kGroup[i]), exp(element(s, kGroup[i]))});
  }
  Maker array;
  x = array.variable("x", {3});
  s = array.variable("s", {3});
  tau = array.variable("tau");
  const expr::Index group = expr::Index::list(kGroup);
  array.factor(dist::normal(), array.numbers(kY), {tau * gather(x, group), exp(gather(s, group))});
  expect_same(loop, array, 1);
}

TEST(RollPairs, ElementsOfATransformedVector) {
  Maker loop;
  Term mu = loop.variable("mu");
  Term z = loop.variable("z", {3});
  Term theta = mu + z * 2.0;
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::normal(), loop.number(kY[i]), {element(theta, kGroup[i]), loop.number(1)});
  }
  Maker array;
  mu = array.variable("mu");
  z = array.variable("z", {3});
  theta = mu + z * 2.0;
  array.factor(dist::normal(), array.numbers(kY),
               {gather(theta, expr::Index::list(kGroup)), array.number(1)});
  expect_same(loop, array, 1);
}

// eta = 0; for k: eta += x[i, k] * beta[k], against X * beta.
TEST(RollPairs, LinearPredictorFromAnAccumulator) {
  Maker loop;
  Term alpha = loop.variable("alpha");
  Term beta = loop.variable("beta", {3});
  Term sigma = loop.variable("sigma");
  for (std::size_t i = 0; i < kN; ++i) {
    Term eta = loop.number(0);
    const Numbers row{1, kX1[i], kX2[i]};
    for (std::size_t k = 0; k < 3; ++k) eta = eta + row[k] * element(beta, k);
    loop.factor(dist::normal(), loop.number(kY[i]), {alpha + eta, sigma});
  }
  Maker array;
  alpha = array.variable("alpha");
  beta = array.variable("beta", {3});
  sigma = array.variable("sigma");
  std::vector<Numbers> rows;
  for (std::size_t i = 0; i < kN; ++i) rows.push_back({1, kX1[i], kX2[i]});
  array.factor(dist::normal(), array.numbers(kY),
               {matmul(array.matrix(rows), beta) + alpha, sigma});
  expect_same(loop, array, 1);
}

TEST(RollPairs, WrittenOutSumsAreMatrixProducts) {
  Maker loop;
  Term alpha = loop.variable("alpha");
  Term beta = loop.variable("beta", {2});
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::poisson_log(), loop.number(kX2[i]),
                {alpha - kX1[i] * element(beta, 0) - element(beta, 1) * kX2[i]});
  }
  Maker array;
  alpha = array.variable("alpha");
  beta = array.variable("beta", {2});
  std::vector<Numbers> rows;
  for (std::size_t i = 0; i < kN; ++i) rows.push_back({kX1[i], kX2[i]});
  array.factor(dist::poisson_log(), array.numbers(kX2), {alpha - matmul(array.matrix(rows), beta)});
  expect_same(loop, array, 1);
}

TEST(RollPairs, DotOfDataRowsIsAMatrixProduct) {
  Maker loop;
  Term beta = loop.variable("beta", {2});
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::bernoulli_logit(), loop.number(kX2[i]),
                {dot(loop.numbers({1.0, kX1[i]}), beta)});
  }
  Maker array;
  beta = array.variable("beta", {2});
  std::vector<Numbers> rows;
  for (std::size_t i = 0; i < kN; ++i) rows.push_back({1.0, kX1[i]});
  array.factor(dist::bernoulli_logit(), array.numbers(kX2), {matmul(array.matrix(rows), beta)});
  expect_same(loop, array, 1);
}

TEST(RollPairs, MatrixRowsOfAVariable) {
  Maker loop;
  Term b = loop.variable("b", {kN, 2});
  Term w = loop.variable("w", {2});
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::normal(), loop.number(kY[i]), {dot(row(b, i), w), loop.number(1)});
  }
  Maker array;
  b = array.variable("b", {kN, 2});
  w = array.variable("w", {2});
  array.factor(dist::normal(), array.numbers(kY), {matmul(b, w), array.number(1)});
  expect_same(loop, array, 1);
}

TEST(RollPairs, RowsOfTwoMatricesMeetInRowSums) {
  Maker loop;
  Term b = loop.variable("b", {3, 2});
  Term c = loop.variable("c", {3, 2});
  for (std::size_t i = 0; i < 3; ++i) {
    loop.factor(dist::normal(), loop.number(kY[i]),
                {dot(row(b, i), row(c, 2 - i)), loop.number(1)});
  }
  Maker array;
  b = array.variable("b", {3, 2});
  c = array.variable("c", {3, 2});
  const Term reversed = gather(c, expr::Index::list({2, 1, 0, 5, 4, 3}), expr::Shape::matrix(3, 2));
  array.factor(dist::normal(), array.numbers({28, 8, -3}),
               {row_sums(b * reversed), array.number(1)});
  expect_same(loop, array, 1);
}

TEST(RollPairs, Weights) {
  Maker loop;
  Term mu = loop.variable("mu");
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::normal(), loop.number(kY[i]), {mu, loop.number(1)}).weight =
        loop.number(kSigma[i]).id();
    loop.factor(dist::normal(), loop.number(kY[i]), {mu, loop.number(1)});
    loop.factor(dist::exponential(), mu, {loop.number(kSigma[i])}).weight = loop.number(0.5).id();
  }
  Maker array;
  mu = array.variable("mu");
  array.factor(dist::normal(), array.numbers(kY), {mu, array.number(1)}).weight =
      array.numbers(kSigma).id();
  array.factor(dist::normal(), array.numbers(kY), {mu, array.number(1)});
  array.factor(dist::exponential(), mu, {array.numbers(kSigma)}).weight = array.number(0.5).id();
  expect_same(loop, array, 3);
}

TEST(RollPairs, MixturePerRow) {
  Maker loop;
  Term theta = loop.variable("theta");
  Term mu = loop.variable("mu", {2});
  for (std::size_t i = 0; i < kN; ++i) {
    const Term a = log(theta) - square(kY[i] - element(mu, 0));
    const Term b = log1m(theta) - square(kY[i] - element(mu, 1));
    loop.opaque(log_sum_exp(concat({a, b})));
  }
  Maker array;
  theta = array.variable("theta");
  mu = array.variable("mu", {2});
  const Term y = array.numbers(kY);
  const Term a = log(theta) - square(y - element(mu, 0));
  const Term b = log1m(theta) - square(y - element(mu, 1));
  array.opaque(sum(row_log_sum_exp(columns({a, b}))));
  expect_same(loop, array, 1);
}

TEST(RollPairs, LaggedData) {
  Maker loop;
  Term phi = loop.variable("phi");
  for (std::size_t t = 1; t < kN; ++t) {
    loop.factor(dist::normal(), loop.number(kY[t]), {phi * kY[t - 1], loop.number(1)});
  }
  Maker array;
  phi = array.variable("phi");
  array.factor(dist::normal(), array.numbers(Numbers(kY.begin() + 1, kY.end())),
               {phi * array.numbers(Numbers(kY.begin(), kY.end() - 1)), array.number(1)});
  expect_same(loop, array, 1);
}

TEST(RollPairs, LaggedStatesWithADifferentStart) {
  Maker loop;
  Term x = loop.variable("x", {kN});
  loop.factor(dist::normal(), element(x, 0), {loop.number(0), loop.number(10)});
  for (std::size_t t = 1; t < kN; ++t) {
    loop.factor(dist::normal(), element(x, t), {element(x, t - 1), loop.number(1)});
  }
  Maker array;
  x = array.variable("x", {kN});
  array.factor(dist::normal(), element(x, 0), {array.number(0), array.number(10)});
  array.factor(dist::normal(), slice(x, 1, kN - 1), {slice(x, 0, kN - 1), array.number(1)});
  expect_same(loop, array, 2);
}

TEST(RollPairs, PriorLoopWithTheLastElementDifferent) {
  Maker loop;
  Term mu = loop.variable("mu");
  Term x = loop.variable("x", {kN});
  for (std::size_t i = 0; i + 1 < kN; ++i) {
    loop.factor(dist::normal(), element(x, i), {mu, loop.number(1)});
  }
  loop.factor(dist::student_t(), element(x, kN - 1), {loop.number(4), mu, loop.number(1)});
  Maker array;
  mu = array.variable("mu");
  x = array.variable("x", {kN});
  array.factor(dist::normal(), slice(x, 0, kN - 1), {mu, array.number(1)});
  array.factor(dist::student_t(), element(x, kN - 1), {array.number(4), mu, array.number(1)});
  expect_same(loop, array, 2);
}

TEST(RollPairs, MultiNormalItems) {
  const std::vector<Numbers> covariance{{2, 0.5}, {0.5, 1}};
  Maker loop;
  Term mu = loop.variable("mu", {2});
  Term b = loop.variable("b", {kN, 2});
  for (std::size_t i = 0; i < kN; ++i) {
    loop.factor(dist::multi_normal(), row(b, i), {mu, loop.matrix(covariance)});
    loop.factor(dist::multi_normal(), loop.numbers({kY[i], kX1[i]}),
                {row(b, i) * 2.0, loop.matrix(covariance)});
  }
  Maker array;
  mu = array.variable("mu", {2});
  b = array.variable("b", {kN, 2});
  std::vector<Numbers> rows;
  for (std::size_t i = 0; i < kN; ++i) rows.push_back({kY[i], kX1[i]});
  array.factor(dist::multi_normal(), b, {mu, array.matrix(covariance)});
  array.factor(dist::multi_normal(), array.matrix(rows), {b * 2.0, array.matrix(covariance)});
  expect_same(loop, array, 2);
}

TEST(RollPairs, MatrixTimesItems) {
  const std::vector<Numbers> a_rows{{1, 2}, {3, 4}, {5, 6}};
  Maker loop;
  Term b = loop.variable("b", {4, 2});
  for (std::size_t i = 0; i < 4; ++i) {
    loop.opaque(sum(square(matmul(loop.matrix(a_rows), row(b, i)))));
  }
  Maker array;
  b = array.variable("b", {4, 2});
  array.opaque(row_sums(square(matmul(b, array.matrix(a_rows), expr::flag::kTransposeRight))));
  expect_same(loop, array, 1);
}

TEST(RollPairs, CategoricalItems) {
  const Indices category{1, 3, 2, 1};
  Maker loop;
  Term b = loop.variable("b", {4, 3});
  Term shared = loop.variable("shared", {3});
  for (std::size_t i = 0; i < 4; ++i) {
    loop.factor(dist::categorical_logit(), loop.number(category[i]), {row(b, i) + shared});
    loop.factor(dist::categorical_logit(), loop.number(category[i]), {shared});
  }
  Maker array;
  b = array.variable("b", {4, 3});
  shared = array.variable("shared", {3});
  const Term y = array.numbers({1, 3, 2, 1});
  array.factor(dist::categorical_logit(), y, {b + repeat_rows(shared, 4)});
  array.factor(dist::categorical_logit(), y, {shared});
  expect_same(loop, array, 2);
}

TEST(RollPairs, RunningSumsOfItems) {
  Maker loop;
  Term b = loop.variable("b", {4, 3});
  for (std::size_t i = 0; i < 4; ++i) loop.opaque(log_sum_exp(cumulative_sum(row(b, i))));
  Maker array;
  b = array.variable("b", {4, 3});
  array.opaque(row_log_sum_exp(cumulative_sum(b)));
  expect_same(loop, array, 1);
}

TEST(RollPairs, InterleavedFactorsOfTwoKinds) {
  Maker loop;
  Term mu = loop.variable("mu");
  Term x = loop.variable("x", {kN});
  for (std::size_t i = 0; i < kN; ++i) {
    if (kX2[i] == 0.0) {
      loop.factor(dist::normal(), loop.number(kY[i]), {element(x, i), loop.number(1)});
    } else {
      loop.factor(dist::normal(), loop.number(kY[i]), {exp(element(x, i)) + mu, loop.number(1)});
    }
  }
  Maker array;
  mu = array.variable("mu");
  x = array.variable("x", {kN});
  array.factor(dist::normal(), array.numbers({28, -3, 7, 18}),
               {exp(gather(x, expr::Index::list({0, 2, 3, 6}))) + mu, array.number(1)});
  array.factor(dist::normal(), array.numbers({8, -1, 1, 12}),
               {gather(x, expr::Index::list({1, 4, 5, 7})), array.number(1)});
  expect_same(loop, array, 2);
}

// s = 0; for i: s += square(y[i] - mu), against sum(square(y - mu)).
TEST(RollPairs, AccumulatedSumOfScalars) {
  Maker loop;
  Term mu = loop.variable("mu");
  Term x = loop.variable("x", {kN});
  Term squares = loop.number(0);
  Term other = mu;
  for (std::size_t i = 0; i < kN; ++i) {
    squares = squares + square(kY[i] - mu);
    other = other - element(x, i);
  }
  loop.opaque(squares);
  loop.factor(dist::normal(), loop.number(1), {other, loop.number(2)});
  Maker array;
  mu = array.variable("mu");
  x = array.variable("x", {kN});
  array.opaque(sum(square(array.numbers(kY) - mu)));
  array.factor(dist::normal(), array.number(1), {mu - sum(x), array.number(2)});
  expect_same(loop, array, 2);
}

// A container filled element by element and read whole, against the array expression.
TEST(RollPairs, FilledContainer) {
  Maker loop;
  Term alpha = loop.variable("alpha");
  Term x = loop.variable("x", {kN});
  std::vector<Term> filled;
  for (std::size_t i = 0; i < kN; ++i) filled.push_back(alpha + element(x, i) * kX1[i]);
  loop.factor(dist::normal(), loop.numbers(kY), {concat(filled), loop.number(1)});
  loop.output("eta", {kN}, concat(filled));
  Maker array;
  alpha = array.variable("alpha");
  x = array.variable("x", {kN});
  const Term eta = alpha + x * array.numbers(kX1);
  array.factor(dist::normal(), array.numbers(kY), {eta, array.number(1)});
  array.output("eta", {kN}, eta);
  expect_same(loop, array, 1);
}

// One loop fills the container and reads its elements; the other form indexes the array.
TEST(RollPairs, RecurrenceReadByALoopAndWhole) {
  const auto states = [](Maker& maker, Term start, Term phi) {
    std::vector<Term> mu{start};
    for (std::size_t t = 1; t < kN; ++t) mu.push_back(phi * mu.back() + maker.number(kX1[t]));
    return mu;
  };
  Maker loop;
  Term start = loop.variable("start");
  Term phi = loop.variable("phi");
  const std::vector<Term> mu = states(loop, start, phi);
  for (std::size_t t = 0; t < kN; ++t) {
    loop.factor(dist::normal(), loop.number(kY[t]), {mu[t], loop.number(1)});
  }
  Maker array;
  start = array.variable("start");
  phi = array.variable("phi");
  array.factor(dist::normal(), array.numbers(kY),
               {concat(states(array, start, phi)), array.number(1)});
  expect_same(loop, array, 1);
}

}  // namespace
}  // namespace autumn::model
