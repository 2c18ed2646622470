// These tests check that momenta of a metric have the covariance M, and that wrong elements are
// refused.
#include "sample/metric.h"

#include <gtest/gtest.h>

#include <cmath>

namespace autumn::sampler {
namespace {

// Sample covariance of n momenta, whose element (i, j) has standard error sqrt((M_ii M_jj + M_ij^2)
// / n).
std::vector<double> momentum_covariance(const Metric& metric, int n) {
  const std::size_t d = metric.dimension();
  Random random({.seed = 5});
  std::vector<double> p(d), sum(d * d);
  for (int k = 0; k < n; ++k) {
    metric.draw_momentum(random, p);
    for (std::size_t i = 0; i < d * d; ++i) sum[i] += p[i / d] * p[i % d] / n;
  }
  return sum;
}

void expect_covariance(const Metric& metric, const std::vector<double>& expected) {
  constexpr int n = 100000;
  const std::size_t d = metric.dimension();
  const std::vector<double> found = momentum_covariance(metric, n);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      const double m = expected[i * d + j];
      const double error = std::sqrt((expected[i * d + i] * expected[j * d + j] + m * m) / n);
      EXPECT_NEAR(found[i * d + j], m, 4.5 * error);  // 7e-6 per element
    }
  }
}

TEST(Metric, UnitMomentaAreStandardNormal) {
  expect_covariance(Metric::unit(2), {1, 0, 0, 1});
}

TEST(Metric, DiagonalMomentaHaveTheReciprocalVariances) {
  expect_covariance(Metric::diagonal({4.0, 0.01}), {0.25, 0, 0, 100});
}

TEST(Metric, DenseMomentaHaveTheInverseCovariance) {
  const Result<Metric> metric = Metric::dense(2, {2.0, 1.0, 1.0, 3.0});
  ASSERT_TRUE(metric);
  expect_covariance(metric.value(), {0.6, -0.2, -0.2, 0.4});
}

TEST(Metric, VelocityIsTheInverseMetricTimesMomentum) {
  const std::vector<double> p{1.0, -2.0};
  std::vector<double> v(2);
  Metric::unit(2).to_velocity(p, v);
  EXPECT_EQ(v, (std::vector<double>{1.0, -2.0}));
  Metric::diagonal({4.0, 0.5}).to_velocity(p, v);
  EXPECT_EQ(v, (std::vector<double>{4.0, -1.0}));
  Metric::dense(2, {2.0, 1.0, 1.0, 3.0}).value().to_velocity(p, v);
  EXPECT_EQ(v, (std::vector<double>{0.0, -5.0}));
}

TEST(Metric, IsTheIdentityWhenNothingIsGiven) {
  const Metric dense = make_metric(MetricKind::kDense, 2, {}).value();
  EXPECT_EQ(std::vector<double>(dense.inverse().begin(), dense.inverse().end()),
            (std::vector<double>{1, 0, 0, 1}));
  const Metric diagonal = make_metric(MetricKind::kDiagonal, 2, {}).value();
  EXPECT_EQ(std::vector<double>(diagonal.inverse().begin(), diagonal.inverse().end()),
            (std::vector<double>{1, 1}));
}

std::string message(MetricKind kind, std::size_t dimension, const std::vector<double>& inverse) {
  const Result<Metric> metric = make_metric(kind, dimension, inverse);
  return metric ? "accepted" : metric.error().message;
}

TEST(Metric, RefusesWrongElements) {
  EXPECT_EQ(message(MetricKind::kDiagonal, 2, {1, 2, 3}),
            "inv_metric has 3 elements, but 2 are needed for 2 sampled parameters (unconstrained)");
  EXPECT_EQ(message(MetricKind::kDense, 2, {1, 2}),
            "inv_metric has 2 elements, but 4 are needed for 2 sampled parameters (unconstrained)");
  EXPECT_EQ(message(MetricKind::kDiagonal, 2, {1, -2}),
            "element 2 of inv_metric must be positive and finite, got -2");
  EXPECT_EQ(message(MetricKind::kDense, 2, {1, 2, 2, 1}),
            "the inverse metric is not positive definite");
  EXPECT_EQ(message(MetricKind::kDense, 2, {2, 1, 0.5, 2}), "the inverse metric is not symmetric");
}

}  // namespace
}  // namespace autumn::sampler
