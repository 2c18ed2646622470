// These tests check metrics that are learnt from positions and scores: what they are exactly, which
// directions are worth it, and what chains gain by them.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <set>

#include "base/numbers.h"
#include "sample/chain.h"
#include "sample/densities.h"
#include "sample/mcse.h"
#include "sample/recorder.h"
#include "sample/scores/estimate.h"

namespace autumn::sampler {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::Recorder;

constexpr StepCosts kFree{.gradient = 1.0, .per_direction = 0.0};

// A covariance with standard deviations that differ, and correlations.
MatrixXd some_covariance(Eigen::Index d) {
  MatrixXd a = MatrixXd::Identity(d, d);
  for (Eigen::Index i = 0; i < d; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) a(i, j) = std::sin(1.0 + 3.0 * double(i) + double(j));
    a.row(i) *= std::exp(0.5 * double(i % 4));
  }
  return a * a.transpose();
}

// Points of normal(0, covariance), with their scores.
template <class Take>
void take_points(const MatrixXd& covariance, int count, const Take& take) {
  const MatrixXd factor = covariance.llt().matrixL();
  const MatrixXd precision = covariance.inverse();
  Random random({.seed = 3});
  for (int k = 0; k < count; ++k) {
    VectorXd z(covariance.rows());
    for (double& x : z) x = random.normal();
    const VectorXd position = factor * z;
    const VectorXd score = -precision * position;
    take(std::span(position.data(), std::size_t(position.size())),
         std::span(score.data(), std::size_t(score.size())));
  }
}

MatrixXd inverse_of(const Metric& metric) {
  const auto d = static_cast<Eigen::Index>(metric.dimension());
  MatrixXd result(d, d);
  for (Eigen::Index j = 0; j < d; ++j) {
    VectorXd unit = VectorXd::Unit(d, j), column(d);
    metric.to_velocity({unit.data(), metric.dimension()}, {column.data(), metric.dimension()});
    result.col(j) = column;
  }
  return result;
}

Metric learnt(const MatrixXd& covariance, int count, const StepCosts& costs) {
  const auto d = static_cast<std::size_t>(covariance.rows());
  ScoreEstimate estimate(d, costs);
  take_points(covariance, count, [&](auto position, auto score) { estimate.add(position, score); });
  EXPECT_TRUE(estimate.can_find_directions(kInfinity));
  return estimate.metric(Metric::unit(d), ScoreMetric::kDirections).value();
}

TEST(ScoreEstimate, MakesANormalTargetRound) {
  const MatrixXd covariance = some_covariance(6);
  const Metric metric = learnt(covariance, 150, kFree);
  ASSERT_GT(metric.directions().count(), 0U);
  // What is left is within what is not told from noise: stretches of 2.
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> left(covariance, inverse_of(metric));
  EXPECT_LT(left.eigenvalues().maxCoeff() / left.eigenvalues().minCoeff(), 4.5);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> before(covariance);
  EXPECT_GT(before.eigenvalues().maxCoeff() / before.eigenvalues().minCoeff(), 100.0);
}

TEST(ScoreEstimate, IsExactForADiagonalAfterAFewPoints) {
  const VectorXd variances = VectorXd::LinSpaced(5, 0.01, 50.0);
  ScoreEstimate estimate(5, kFree);
  take_points(variances.asDiagonal(), 6,
              [&](auto position, auto score) { estimate.add(position, score); });
  ASSERT_TRUE(estimate.is_ready());
  EXPECT_FALSE(estimate.can_find_directions(kInfinity));
  const Metric metric = estimate.metric(Metric::unit(5), ScoreMetric::kDiagonal).value();
  for (Eigen::Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(metric.inverse()[std::size_t(i)], variances[i], 1e-9 * variances[i]);
  }
}

// Variances and scores of a pair with correlation 0.99 differ by a factor of 50.
TEST(ScoreEstimate, IsNearerToVariancesThanToScoresAfterTheFirstWindows) {
  MatrixXd covariance(2, 2);
  covariance << 4.0, 1.98, 1.98, 1.0;
  const auto element = [&](int count, ScoreMetric kind) {
    ScoreEstimate estimate(2, kFree);
    take_points(covariance, count, [&](auto x, auto score) { estimate.add(x, score); });
    return estimate.metric(Metric::unit(2), kind).value().inverse()[0];
  };
  const double inflation = 1.0 / (1.0 - 0.99 * 0.99);
  EXPECT_NEAR(element(90, ScoreMetric::kDiagonal), 4.0 / std::sqrt(inflation), 0.4);
  EXPECT_NEAR(element(4000, ScoreMetric::kDiagonal), 4.0 / std::pow(inflation, 0.25), 0.1);
  EXPECT_NEAR(element(4000, ScoreMetric::kPositions), 4.0, 0.4);  // 4.5 standard errors
}

TEST(ScoreEstimate, TakesNoDirectionThatCostsMoreThanItGives) {
  const MatrixXd covariance = some_covariance(6);
  EXPECT_EQ(learnt(covariance, 150, {.gradient = 1.0, .per_direction = 1e3}).directions().count(),
            0U);
}

TEST(ScoreEstimate, FindsAFewDirectionsInManyDimensions) {
  // One direction is far too wide, in a space that 64 rows do not span.
  constexpr Eigen::Index d = 300;
  VectorXd u = VectorXd::LinSpaced(d, 1.0, 2.0).normalized();
  const MatrixXd covariance = MatrixXd::Identity(d, d) + 99.0 * u * u.transpose();
  const Metric metric = learnt(covariance, 200, kFree);
  ASSERT_GT(metric.directions().count(), 0U);
  EXPECT_GT(u.dot(inverse_of(metric) * u), 10.0);  // of 100; the diagonal alone knows 1.3
}

TEST(Metric, StretchedMomentaHaveTheInverseCovariance) {
  const MatrixXd covariance = some_covariance(3);
  const Metric metric = learnt(covariance, 150, kFree);
  const MatrixXd expected = inverse_of(metric).inverse();
  for (Eigen::Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(metric.inverse()[std::size_t(i)], inverse_of(metric)(i, i), 1e-10);
  }
  constexpr int n = 100000;
  Random random({.seed = 5});
  std::vector<double> p(3);
  MatrixXd found = MatrixXd::Zero(3, 3);
  for (int k = 0; k < n; ++k) {
    metric.draw_momentum(random, p);
    const Eigen::Map<const VectorXd> m(p.data(), 3);
    found += m * m.transpose() / n;
  }
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      const double error =
          std::sqrt((expected(i, i) * expected(j, j) + std::pow(expected(i, j), 2)) / n);
      EXPECT_NEAR(found(i, j), expected(i, j), 4.5 * error);  // 7e-6 per element
    }
  }
}

TEST(Directions, AreTakenFromTheFarEndsAsLongAsTheyPay) {
  const std::vector<double> stretches{0.01, 0.9, 1.0, 1.1, 3.0, 400.0};
  const auto taken = [&](double per_direction) {
    const Ends ends = worthwhile(stretches, {.gradient = 1.0, .per_direction = per_direction});
    return std::pair(ends.below, ends.above);
  };
  EXPECT_EQ(taken(0.0), (std::pair<std::size_t, std::size_t>{1, 2}));
  EXPECT_EQ(taken(5.0), (std::pair<std::size_t, std::size_t>{1, 2}));
  EXPECT_EQ(taken(100.0), (std::pair<std::size_t, std::size_t>{0, 0}));
  const Ends one = worthwhile(std::vector<double>{0.4, 1.0, 400.0}, {1.0, 2.0});
  EXPECT_EQ(std::pair(one.below, one.above), (std::pair<std::size_t, std::size_t>{0, 1}));
  const Ends none = worthwhile({}, kFree);
  EXPECT_EQ(none.below + none.above, 0U);
}

TEST(ScoreRows, AreSpreadEvenlyAndForgetWhatIsOld) {
  ScoreRows rows(16);
  for (std::int64_t t = 0; t < 1000; ++t) {
    const double x = double(t);
    rows.add(t, {&x, 1}, {&x, 1});
  }
  EXPECT_LE(rows.count(), 16U);
  EXPECT_GE(rows.count(), 8U);
  std::set<double> steps;
  for (std::size_t k = 1; k < rows.count(); ++k) {
    steps.insert(rows.positions()[k] - rows.positions()[k - 1]);
  }
  EXPECT_EQ(steps.size(), 1U);
  rows.forget_before(500);
  EXPECT_GE(rows.positions()[0], 500.0);
  EXPECT_EQ(rows.scores(), rows.positions());
}

ChainResult run_with(MetricLearning learning, Recorder& recorder) {
  testing::FunctionDensity density = testing::autoregressive_normal(30, 0.99);
  const Settings settings{.metric_learning = learning, .warmup = 1000, .draws = 1000};
  Result<ChainResult> result = run_chain(density, settings, {.seed = 7, .chain = 1}, {}, recorder);
  EXPECT_TRUE(result.is_ok());
  return std::move(result).value();
}

TEST(Chain, LearnsDirectionsThatTakeFarFewerGradients) {
  Recorder stan, scores;
  const ChainResult before = run_with(MetricLearning::positions, stan);
  const ChainResult after = run_with(MetricLearning::scores, scores);
  EXPECT_LT(3 * after.gradients_sampling, before.gradients_sampling);
  double square = 0.0;
  for (const testing::Recorded& draw : scores.draws) square += std::pow(draw.position[29], 2);
  // The variance is 1; a standard error of at most sqrt(2 / 300).
  EXPECT_NEAR(square / double(scores.draws.size()), 1.0, 4.5 * std::sqrt(2.0 / 300.0));
}

}  // namespace
}  // namespace autumn::sampler
