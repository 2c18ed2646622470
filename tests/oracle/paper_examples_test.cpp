// These tests check that the paper's own examples come out as the paper has them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "oracle/marginalize.h"

namespace autumn::oracle {
namespace {

std::vector<NodeId> kept(const Reduction& reduction) {
  std::vector<NodeId> nodes;
  for (std::size_t i = 0; i < reduction.model.nodes.size(); ++i) {
    const Node& node = reduction.model.nodes[i];
    if (!node.observed && !node.is_marginalized) nodes.push_back({i});
  }
  return nodes;
}

std::vector<NodeId> gone(const Reduction& reduction) {
  std::vector<NodeId> nodes;
  for (const Conditional& entry : reduction.stack) nodes.push_back(entry.node);
  return nodes;
}

void expect_law_of_example(const Model& model, const Reduction& reduction,
                           std::span<const double> values) {
  EXPECT_NEAR(log_joint(model, values) - log_marginal(reduction, values),
              log_recovery(reduction, values), 1e-11);
}

// Each of x1 and x2 has an affine child; without x2 the scale of x3 depends on x1.
TEST(PaperExamples, AProductOfTwoNormalsCollapsesOneOfThem) {
  Model model;
  const NodeId x1 = model.add(normal(0, 1));
  const NodeId x2 = model.add(normal(x1, 1));
  const NodeId x3 = model.add(normal(x1 * x2, 1), 0.8);
  EXPECT_TRUE(conjugate(model, x1, x2));
  EXPECT_TRUE(conjugate(model, x2, x3));
  const Reduction reduction = marginalize(model);
  EXPECT_EQ(kept(reduction), std::vector{x1});
  EXPECT_EQ(gone(reduction), std::vector{x2});
  const std::vector<double> values = {0.6, -1.1, 0.8};
  const std::vector<double> of_x3 = evaluate(reduction.model.nodes[x3.index].distribution, values);
  EXPECT_DOUBLE_EQ(of_x3[0], 0.6 * 0.6);
  EXPECT_DOUBLE_EQ(of_x3[1], std::sqrt(0.6 * 0.6 + 1));
  expect_law_of_example(model, reduction, values);
}

TEST(PaperExamples, GammasCollapseToTheExponentOfTheirShapes) {
  Model model;
  const NodeId x1 = model.add(normal(0, 5));
  const NodeId x2 = model.add(gamma(exp(x1), 1));
  model.add(gamma(exp(x1), 2.0 * x2), 1.7);
  model.add(exponential(x2), 0.3);
  const Reduction reduction = marginalize(model);
  EXPECT_EQ(kept(reduction), std::vector{x1});
  EXPECT_EQ(gone(reduction), std::vector{x2});
  const std::vector<double> values = {0.4, 2.2, 1.7, 0.3};
  // x2 | x1, x3, x4 ~ gamma(2 exp(x1) + 1, 1 + 2 x3 + x4)
  const std::vector<double> of_x2 = evaluate(reduction.stack[0].distribution, values);
  EXPECT_DOUBLE_EQ(of_x2[0], 2 * std::exp(0.4) + 1);
  EXPECT_DOUBLE_EQ(of_x2[1], 1 + 2 * 1.7 + 0.3);
  expect_law_of_example(model, reduction, values);
}

using Matrix3 = std::array<std::array<double, 3>, 3>;

// log N(y; 0, covariance), by the Cholesky factor.
double log_normal3(std::array<double, 3> y, Matrix3 covariance) {
  double log_density = -1.5 * std::log(2 * std::numbers::pi);
  for (std::size_t k = 0; k < 3; ++k) {
    const double pivot = covariance[k][k];
    log_density -= 0.5 * (std::log(pivot) + y[k] * y[k] / pivot);
    for (std::size_t i = k + 1; i < 3; ++i) {
      const double factor = covariance[i][k] / pivot;
      y[i] -= factor * y[k];
      for (std::size_t j = k + 1; j < 3; ++j) covariance[i][j] -= factor * covariance[k][j];
    }
  }
  return log_density;
}

// z_1 ~ N(0, s), z_t ~ N(a z_(t-1), s), y_t ~ N(z_t, r).
TEST(PaperExamples, AStateSpaceChainCollapsesToItsHyperParameters) {
  const std::array<double, 3> y = {0.5, -0.4, 1.3};
  Model model;
  const NodeId a = model.add(normal(0, 1));
  const NodeId s = model.add(gamma(2, 1));
  const NodeId r = model.add(gamma(3, 2));
  const NodeId z1 = model.add(normal(0, s));
  model.add(normal(z1, r), y[0]);
  const NodeId z2 = model.add(normal(a * z1, s));
  model.add(normal(z2, r), y[1]);
  const NodeId z3 = model.add(normal(a * z2, s));
  model.add(normal(z3, r), y[2]);
  const Reduction reduction = marginalize(model);
  EXPECT_EQ(kept(reduction), (std::vector{a, s, r}));
  EXPECT_EQ(gone(reduction), (std::vector{z3, z2, z1}));

  const double at_a = 0.7, at_s = 1.2, at_r = 0.5;
  const std::vector<double> values = {at_a, at_s, at_r, 0.1, 0, -0.8, 0, 1.1, 0};
  const double v1 = at_s * at_s;
  const double v2 = at_a * at_a * v1 + at_s * at_s;
  const double v3 = at_a * at_a * v2 + at_s * at_s;
  const Matrix3 covariance = {{{v1 + at_r * at_r, at_a * v1, at_a * at_a * v1},
                               {at_a * v1, v2 + at_r * at_r, at_a * v2},
                               {at_a * at_a * v1, at_a * v2, v3 + at_r * at_r}}};
  const double priors = log_density(Family::kNormal, at_a, std::array{0.0, 1.0}) +
                        log_density(Family::kGamma, at_s, std::array{2.0, 1.0}) +
                        log_density(Family::kGamma, at_r, std::array{3.0, 2.0});
  EXPECT_NEAR(log_marginal(reduction, values), priors + log_normal3(y, covariance), 1e-13);
  expect_law_of_example(model, reduction, values);
}

// The simplified electric-company model of Figure 2.
struct ElectricCompany {
  double y1 = 120, y2 = 95, t1 = 1, t2 = 0.5;
  Model model;
  NodeId log_sigma = model.add(normal(0, 1));
  NodeId mu_a = model.add(normal(0, 1));
  NodeId b1 = model.add(normal(0, 100));
  NodeId b2 = model.add(normal(0, 100));
  NodeId a = model.add(normal(100.0 * mu_a, 1));
  NodeId y1_node = model.add(normal(a + b1 * t1, exp(log_sigma)), y1);
  NodeId y2_node = model.add(normal(a + b2 * t2, exp(log_sigma)), y2);
  Reduction reduction = marginalize(model, std::array{mu_a});
  std::vector<double> values = {0.3, 0.9, 25, -4, 101, y1, y2};

  // Mean and standard deviation of the k-th that went.
  [[nodiscard]] std::vector<double> conditional(std::size_t k) const {
    return evaluate(reduction.stack[k].distribution, values);
  }
};

TEST(PaperExamples, ElectricCompanyKeepsLogSigmaAndMuA) {
  const ElectricCompany m;
  EXPECT_EQ(kept(m.reduction), (std::vector{m.log_sigma, m.mu_a}));
  EXPECT_EQ(gone(m.reduction), (std::vector{m.a, m.b2, m.b1}));
  expect_law_of_example(m.model, m.reduction, m.values);
}

TEST(PaperExamples, ElectricCompanyHasThePrintedConditionals) {
  const ElectricCompany m;
  const double s2 = std::exp(2 * m.values[0]);  // sigma^2
  const double mu = m.values[1], b1 = m.values[2], b2 = m.values[3];
  const std::vector<double> of_a = m.conditional(0);
  EXPECT_NEAR(of_a[0], (100 * mu * s2 + m.y1 + m.y2 - b1 * m.t1 - b2 * m.t2) / (2 + s2), 1e-11);
  EXPECT_NEAR(of_a[1] * of_a[1], s2 / (2 + s2), 1e-14);

  const double c2 = 100.0 * 100.0, t2 = m.t2;
  const double d = c2 * t2 * t2 + c2 * s2 * t2 * t2 + 2 * s2 + s2 * s2;
  const std::vector<double> of_b2 = m.conditional(1);
  EXPECT_NEAR(of_b2[0], c2 * t2 * (m.y2 + s2 * m.y2 - m.y1 - 100 * s2 * mu + b1 * m.t1) / d, 1e-10);
  EXPECT_NEAR(of_b2[1] * of_b2[1], (2 * c2 * s2 + c2 * s2 * s2) / d, 1e-11);
}

// The printed b1 conditions on y1 alone. y2 also tells of a, and so of b1: given b1, (y1, y2) is
// normal with mean (100 mu_a + b1 t1, 100 mu_a) and covariance V = [[1 + s2, 1], [1, 1 + s2 + 100^2
// t2^2]], so that b1 has precision 1/100^2 + t1^2 (V^-1)_11.
TEST(PaperExamples, ElectricCompanyConditionsB1OnBothObservations) {
  const ElectricCompany m;
  const double s2 = std::exp(2 * m.values[0]);
  const double v11 = 1 + s2;
  const double v22 = 1 + s2 + 100.0 * 100.0 * m.t2 * m.t2;
  const double determinant = v11 * v22 - 1;
  const double precision = 1 / (100.0 * 100.0) + m.t1 * m.t1 * v22 / determinant;
  const double r1 = m.y1 - 100 * m.values[1];
  const double r2 = m.y2 - 100 * m.values[1];
  const std::vector<double> of_b1 = m.conditional(2);
  EXPECT_NEAR(of_b1[0], m.t1 * (v22 * r1 - r2) / determinant / precision, 1e-11);
  EXPECT_NEAR(of_b1[1] * of_b1[1], 1 / precision, 1e-12);
}

// RECOVER draws b1, then b2 given b1, then a given both. Given (log sigma, mu_a), a has its prior
// times the likelihood of y with b integrated out, so mean and variance are known; 20,000
// independent draws, 4.5 standard errors (4.5 sqrt(2) relative for the variance): each fails by
// chance once in 150,000 seeds; the seed is fixed.
TEST(PaperExamples, ElectricCompanyRecoversA) {
  constexpr int kDraws = 20000;
  const ElectricCompany m;
  const double s2 = std::exp(2 * m.values[0]);
  const double w1 = 1 / (s2 + 100.0 * 100.0 * m.t1 * m.t1);
  const double w2 = 1 / (s2 + 100.0 * 100.0 * m.t2 * m.t2);
  const double variance = 1 / (1 + w1 + w2);
  const double mean = variance * (100 * m.values[1] + w1 * m.y1 + w2 * m.y2);
  Random random({.seed = 3, .purpose = Purpose::kTest});
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double error = recover(m.reduction, m.values, random)[m.a.index] - mean;
    sum += error;
    squares += error * error;
  }
  EXPECT_NEAR(sum / kDraws, 0, 4.5 * std::sqrt(variance / kDraws));
  EXPECT_NEAR(squares / kDraws / variance, 1, 4.5 * std::sqrt(2.0 / kDraws));
}

}  // namespace
}  // namespace autumn::oracle
