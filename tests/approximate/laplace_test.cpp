// These tests compare Laplace approximations with what they approximate.
#include "approximate/laplace.h"

#include <gtest/gtest.h>

#include "approximate/hessian.h"
#include "approximate/targets.h"

namespace autumn::approximate {
namespace {

Random numbers() {
  return Random({.seed = 1, .purpose = Purpose::kTest});
}

TEST(Hessian, IsThatOfTheValleyOfRosenbrock) {
  auto density = testing::valley(2);
  Objective objective(density);
  const auto hessian = hessian_at(objective, Eigen::Vector2d(1.0, 1.0));
  ASSERT_TRUE(hessian);
  EXPECT_NEAR((*hessian)(0, 0), 802.0, 1e-6);
  EXPECT_NEAR((*hessian)(0, 1), -400.0, 1e-6);
  EXPECT_NEAR((*hessian)(1, 1), 200.0, 1e-6);
}

TEST(Hessian, HasStepsThatFitTheScale) {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    auto density = sampler::testing::scaled_normal({scale});
    Objective objective(density);
    const auto hessian = hessian_at(objective, Eigen::VectorXd::Constant(1, 0.3 * scale));
    ASSERT_TRUE(hessian);
    EXPECT_NEAR((*hessian)(0, 0) * scale * scale, 1.0, 1e-8) << scale;
  }
}

TEST(Laplace, IsExactForANormal) {
  auto density = testing::some_normal();
  Random random = numbers();
  const std::vector<double> mode{1.0, -2.0, 30.0};
  const Laplace result = laplace(density, mode, {.draws = 40000}, random);
  ASSERT_EQ(result.ending, Ending::kDone);
  const auto moments = testing::moments_of(result.draws.numbers, 3);
  const Eigen::MatrixXd covariance = testing::some_covariance();
  for (Eigen::Index i = 0; i < 3; ++i) {
    // Five standard errors of 40000 draws.
    EXPECT_NEAR(moments.mean[i], mode[static_cast<std::size_t>(i)],
                0.025 * std::sqrt(covariance(i, i)));
    for (Eigen::Index j = 0; j < 3; ++j) {
      const double scale = std::sqrt(covariance(i, i) * covariance(j, j));
      EXPECT_NEAR(moments.covariance(i, j), covariance(i, j), 0.036 * scale);
    }
  }
  // The two log densities differ by that at the mode, at every draw.
  for (std::size_t k = 0; k < 100; ++k) {
    EXPECT_NEAR(result.log_p[k] - result.log_q[k], result.log_density, 1e-7);
  }
}

TEST(Laplace, RefusesAPointThatIsNoMode) {
  auto flat = testing::flat_in_second();
  Random random = numbers();
  EXPECT_EQ(laplace(flat, std::vector{0.0, 0.0}, {}, random).ending, Ending::kNoCurvature);
  auto rejected = testing::rejected_everywhere();
  EXPECT_EQ(laplace(rejected, std::vector{0.0}, {}, random).ending, Ending::kRejectedStart);
}

TEST(Laplace, HasRejectedDrawsWithMinusInfinity) {
  auto density = testing::half_line(static_cast<double>(NAN));
  Random random = numbers();
  const Laplace result = laplace(density, std::vector{2.0}, {}, random);
  ASSERT_EQ(result.ending, Ending::kDone);
  std::size_t rejected = 0;
  for (std::size_t k = 0; k < result.draws.count; ++k) {
    const bool is_outside = result.draws.at(k)[0] <= 0.0;
    EXPECT_EQ(result.log_p[k] == -INFINITY, is_outside);
    rejected += is_outside ? 1 : 0;
  }
  EXPECT_GT(rejected, 30U);  // about 79 of 1000: normal(2, sqrt(2)) below 0
}

TEST(Laplace, DrawsNothingFromNoDimensions) {
  auto density = testing::without_dimensions();
  Random random = numbers();
  const Laplace result = laplace(density, {}, {.draws = 3}, random);
  EXPECT_EQ(result.ending, Ending::kDone);
  EXPECT_EQ(result.draws.count, 3U);
  EXPECT_EQ(result.log_p, (std::vector<double>{-1.5, -1.5, -1.5}));
}

}  // namespace
}  // namespace autumn::approximate
