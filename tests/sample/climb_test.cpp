// These tests look at where climbs end, what they cost, and when they give up.
#include "sample/jumps/climb.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sample/densities.h"

namespace autumn::sampler {
namespace {

struct Climbed {
  std::optional<Summit> summit;
  std::uint64_t gradients = 0;
};

Climbed climb_from(std::vector<double> position, testing::FunctionDensity density) {
  const std::size_t n = density.dimension();
  Hamiltonian hamiltonian(density, make_metric(MetricKind::kDiagonal, n, {}).value());
  Point from{std::move(position), std::vector<double>(n), 0.0};
  from.log_density = hamiltonian.evaluate(from.position, from.gradient);
  Climbed climbed;
  climbed.summit = climb(from, hamiltonian);
  climbed.gradients = hamiltonian.gradients();
  return climbed;
}

TEST(Climb, OfANormalDensityEndsWithItsMeanAndCovariance) {
  const std::vector<double> scales = {1e-2, 1.0, 5.0, 0.1};
  const Climbed climbed = climb_from({1.5, -2.0, 1.0, 0.5}, testing::scaled_normal(scales));
  ASSERT_TRUE(climbed.summit);
  EXPECT_LT(climbed.gradients, 170U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(climbed.summit->top[i], 0.0, 1e-6 * scales[i]);
    for (std::size_t j = 0; j < 4; ++j) {
      const double expected = i == j ? scales[i] * scales[i] : 0.0;
      EXPECT_NEAR(climbed.summit->covariance[4 * i + j], expected, 1e-6 * scales[i] * scales[j]);
    }
  }
}

TEST(Climb, SeesCorrelations) {
  const Climbed climbed = climb_from({2.0, -2.0, 1.0}, testing::autoregressive_normal(3, 0.99));
  ASSERT_TRUE(climbed.summit);
  EXPECT_NEAR(climbed.summit->covariance[1], 0.99, 1e-6);
  EXPECT_NEAR(climbed.summit->covariance[2], 0.99 * 0.99, 1e-6);
}

TEST(Climb, GivesUpWhereThereIsNoTop) {
  const auto slope = [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = 1.0;
    gradient[1] = -x[1];
    return x[0] - 0.5 * x[1] * x[1];
  };
  const Climbed climbed = climb_from({0.0, 1.0}, {2, slope});
  EXPECT_FALSE(climbed.summit);
  EXPECT_LT(climbed.gradients, 170U);
}

TEST(Climb, GivesUpWhereNothingCurves) {
  const auto plain = [](std::span<const double>, std::span<double> gradient) {
    gradient[0] = 0.0;
    return 0.0;
  };
  EXPECT_FALSE(climb_from({0.5}, {1, plain}).summit);
}

TEST(Climb, GoesAroundPointsThatAreRejected) {
  const auto halves = [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = 1.0 / x[0] - 1.0;
    return x[0] > 0.0 ? std::log(x[0]) - x[0] : std::nan("");
  };
  const Climbed climbed = climb_from({0.01}, {1, halves});
  ASSERT_TRUE(climbed.summit);
  EXPECT_NEAR(climbed.summit->top[0], 1.0, 0.3);
}

}  // namespace
}  // namespace autumn::sampler
