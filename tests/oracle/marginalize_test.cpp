// These tests look at the five conjugate pairs, one by one, and at what must be refused.
#include "oracle/marginalize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/numbers.h"

namespace autumn::oracle {
namespace {

std::vector<double> conditional(const Reduction& reduction, NodeId node,
                                std::span<const double> values) {
  for (const Conditional& entry : reduction.stack) {
    if (entry.node == node) {
      return evaluate(entry.distribution, with_observed(reduction.model, values));
    }
  }
  return {};
}

std::vector<double> arguments(const Model& model, NodeId node, std::span<const double> values) {
  return evaluate(model.nodes[node.index].distribution, with_observed(model, values));
}

// Whether MARGINALIZE keeps v in a model where v has this distribution, w ~ N(0, 1) stays (it is
// observed) and one observed child has the given one.
template <typename Child>
bool keeps(const Distribution& v_distribution, const Child& child, double observed) {
  Model model;
  const NodeId w = model.add(normal(0, 1), 0.4);
  const NodeId v = model.add(v_distribution);
  model.add(child(v, w), observed);
  return !marginalize(model).model.nodes[v.index].is_marginalized;
}

TEST(Reverse, NormalNormal) {
  Model model;
  const NodeId v = model.add(normal(1, 2));
  const NodeId c = model.add(normal(3.0 * v - 1.0, 4), 7.0);
  const Reduction reduction = marginalize(model);
  const std::vector<double> values = {kNaN, kNaN};
  ASSERT_EQ(reduction.stack.size(), 1U);
  // c ~ N(3 * 1 - 1, 9 * 4 + 16); precision of v 1/4 + 9/16, mean by precision weights.
  const std::vector<double> of_c = arguments(reduction.model, c, values);
  EXPECT_DOUBLE_EQ(of_c[0], 2);
  EXPECT_DOUBLE_EQ(of_c[1], std::sqrt(52));
  const double precision = 1.0 / 4 + 9.0 / 16;
  const std::vector<double> of_v = conditional(reduction, v, values);
  EXPECT_DOUBLE_EQ(of_v[0], (1.0 / 4 + 3 * (7.0 + 1) / 16) / precision);
  EXPECT_DOUBLE_EQ(of_v[1], 1 / std::sqrt(precision));
}

TEST(Reverse, GammaGammaAndGammaExponential) {
  Model model;
  const NodeId v = model.add(gamma(2, 3));
  const NodeId c = model.add(gamma(5, v / 2.0), 7.0);
  const NodeId d = model.add(exponential(4.0 * v), 0.25);
  const Reduction reduction = marginalize(model);
  const std::vector<double> values = {kNaN, kNaN, kNaN};
  EXPECT_EQ(reduction.model.nodes[c.index].distribution.family, Family::kCompoundGamma);
  EXPECT_EQ(reduction.model.nodes[d.index].distribution.family, Family::kLomax);
  EXPECT_EQ(arguments(reduction.model, c, values), (std::vector<double>{5, 2, 6}));
  EXPECT_EQ(arguments(reduction.model, d, values), (std::vector<double>{7, 6.5 / 4}));
  EXPECT_EQ(conditional(reduction, v, values), (std::vector<double>{8, 7.5}));
}

TEST(Reverse, BetaBinomialAndBetaBernoulli) {
  Model model;
  const NodeId v = model.add(beta(2, 3));
  const NodeId c = model.add(binomial(10, v), 4);
  const NodeId d = model.add(bernoulli(v), 0);
  const Reduction reduction = marginalize(model);
  const std::vector<double> values = {kNaN, kNaN, kNaN};
  EXPECT_EQ(reduction.model.nodes[c.index].distribution.family, Family::kBetaBinomial);
  EXPECT_EQ(arguments(reduction.model, c, values), (std::vector<double>{10, 2, 3}));
  EXPECT_EQ(arguments(reduction.model, d, values), (std::vector<double>{1, 6, 9}));
  EXPECT_EQ(conditional(reduction, v, values), (std::vector<double>{6, 10}));
}

TEST(Marginalize, RemovesUnobservedLeavesOfAnyFamilyOneAfterTheOther) {
  Model model;
  const NodeId x1 = model.add(exponential(1));
  const NodeId x2 = model.add(normal(exp(x1), x1));
  model.add(beta(square(x2) + 1.0, x1));
  const Reduction reduction = marginalize(model);
  ASSERT_EQ(reduction.stack.size(), 3U);
  EXPECT_EQ(reduction.stack.back().node, x1);
  EXPECT_EQ(log_marginal(reduction, std::vector<double>{kNaN, kNaN, kNaN}), 0.0);
}

TEST(Marginalize, CollapsesAHyperMeanAboveAKeptNode) {
  Model model;
  const NodeId mu = model.add(normal(0, 3));
  const NodeId theta = model.add(normal(mu, 4));
  model.add(binomial(5, 1.0 / (1.0 + exp(0.0 - theta))), 2);
  const Reduction reduction = marginalize(model);
  EXPECT_TRUE(reduction.model.nodes[mu.index].is_marginalized);
  EXPECT_FALSE(reduction.model.nodes[theta.index].is_marginalized);
  EXPECT_EQ(arguments(reduction.model, theta, std::vector<double>{kNaN, 1, kNaN}),
            (std::vector<double>{0, 5}));
}

TEST(Marginalize, KeepsWhatItIsTold) {
  Model model;
  const NodeId x1 = model.add(normal(0, 1));
  const NodeId x2 = model.add(normal(x1, 1));
  model.add(normal(x2, 1), 0.5);
  EXPECT_EQ(marginalize(model).stack.size(), 2U);
  const Reduction reduction = marginalize(model, std::vector{x2});
  ASSERT_EQ(reduction.stack.size(), 1U);
  EXPECT_EQ(reduction.stack[0].node, x1);
}

TEST(Marginalize, UndoesTheReversalsOfANodeItKeeps) {
  Model model;
  const NodeId v = model.add(normal(0, 1));
  const NodeId c = model.add(normal(v, 1), 0.5);
  model.add(normal(exp(v), 1), 0.5);
  ASSERT_TRUE(conjugate(model, v, c));
  const Reduction reduction = marginalize(model);
  EXPECT_TRUE(reduction.stack.empty());
  EXPECT_TRUE(reduction.model.nodes[c.index].distribution.arguments[0].is_node(v));
  EXPECT_FALSE(dependent(reduction.model.nodes[v.index].distribution, c));
}

TEST(Marginalize, RefusesANormalParentUnlessTheMeanIsAffineAndTheScaleFree) {
  const Distribution v = normal(0, 1);
  EXPECT_FALSE(keeps(v, [](NodeId x, NodeId w) { return normal(x * w + exp(w), exp(w)); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return normal(x, exp(x)); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return normal(0, exp(x)); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return normal(square(x), 1); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId w) { return normal(x * (x + w), 1); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId w) { return normal(w / (2.0 + x), 1); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return gamma(2, exp(x)); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return exponential(exp(x)); }, 1));
}

TEST(Marginalize, RefusesAGammaParentUnlessTheRateIsLinearAndTheShapeFree) {
  const Distribution v = gamma(2, 1);
  EXPECT_FALSE(keeps(v, [](NodeId x, NodeId w) { return gamma(2, exp(w) * x); }, 1));
  EXPECT_FALSE(keeps(v, [](NodeId x, NodeId w) { return exponential(x / exp(w)); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return gamma(2, x + 1.0); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return gamma(x, x); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return gamma(x, 1); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return exponential(x + 0.5); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return exponential(1.0 / x); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return exponential(square(x)); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return normal(x, 1); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return normal(0, 1.0 / sqrt(x)); }, 1));
}

TEST(Marginalize, RefusesABetaParentUnlessItIsTheProbability) {
  const Distribution v = beta(2, 1);
  EXPECT_FALSE(keeps(v, [](NodeId x, NodeId) { return binomial(3, x); }, 1));
  EXPECT_FALSE(keeps(v, [](NodeId x, NodeId) { return bernoulli(x); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return binomial(3, 1.0 - x); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return binomial(3, 0.5 * x); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return bernoulli(x * x); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return normal(x, 1); }, 1));
  EXPECT_TRUE(keeps(v, [](NodeId x, NodeId) { return exponential(x); }, 1));
}

// It is a gamma of shape 1, but the paper's five pairs do not say so.
TEST(Marginalize, RefusesAnExponentialParent) {
  EXPECT_TRUE(keeps(exponential(1), [](NodeId x, NodeId) { return exponential(x); }, 1));
}

TEST(Marginalize, RefusesAChildThatIsNoLongerGamma) {
  Model model;
  const NodeId x1 = model.add(gamma(2, 1));
  const NodeId x2 = model.add(gamma(2, 1));
  const NodeId x3 = model.add(gamma(3, x1 * x2), 1.5);
  ASSERT_TRUE(conjugate(model, x1, x3));
  const Reduction reduction = marginalize(model);
  ASSERT_EQ(reduction.stack.size(), 1U);
  EXPECT_EQ(reduction.stack[0].node, x2);
  EXPECT_FALSE(conjugate(reduction.model, x1, x3));
}

}  // namespace
}  // namespace autumn::oracle
