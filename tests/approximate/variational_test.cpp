// These tests run variational inference where its answer is known.
#include "approximate/variational.h"

#include <gtest/gtest.h>

#include "approximate/elbo.h"
#include "approximate/targets.h"

namespace autumn::approximate {
namespace {

constexpr Family kFamilies[] = {Family::kMeanField, Family::kFullRank};

// With the same random numbers the estimate is a smooth function of the parameters.
double elbo_at(Family family, const Eigen::VectorXd& parameters) {
  auto density = testing::valley(3);
  Random random({.seed = 5, .purpose = Purpose::kTest});
  return *estimate_elbo({density, family, 7, random}, parameters);
}

TEST(Elbo, HasAGradientThatDifferencesConfirm) {
  for (const Family family : kFamilies) {
    Eigen::VectorXd parameters = first_parameters(family, std::vector{0.3, -0.2, 0.5});
    for (Eigen::Index i = 3; i < parameters.size(); ++i) {
      parameters[i] += 0.1 * static_cast<double>(i);
    }
    auto density = testing::valley(3);
    Random random({.seed = 5, .purpose = Purpose::kTest});
    const auto gradient = estimate_gradient({density, family, 7, random}, parameters);
    ASSERT_TRUE(gradient);
    for (Eigen::Index i = 0; i < parameters.size(); ++i) {
      Eigen::VectorXd above = parameters;
      Eigen::VectorXd below = parameters;
      above[i] += 1e-5;
      below[i] -= 1e-5;
      const double difference = (elbo_at(family, above) - elbo_at(family, below)) / 2e-5;
      EXPECT_NEAR((*gradient)[i], difference, 1e-5 * std::max(1.0, std::fabs(difference)));
    }
  }
}

TEST(Elbo, IsZeroForTheNormalItself) {
  auto density = testing::normal_target(Eigen::Vector2d(1.0, 2.0), Eigen::Matrix2d::Identity());
  Random random({.seed = 6, .purpose = Purpose::kTest});
  for (const Family family : kFamilies) {
    const auto elbo = estimate_elbo({density, family, 20000, random},
                                    first_parameters(family, std::vector{1.0, 2.0}));
    ASSERT_TRUE(elbo);
    EXPECT_NEAR(*elbo, 0.0, 0.04);
  }
}

TEST(Variational, FindsNormalsOfItsFamilies) {
  const Eigen::Vector2d mean(1.0, -1.0);
  Eigen::Matrix2d covariance;
  covariance << 1.0, 0.8, 0.8, 2.0;
  for (const Family family : kFamilies) {
    const Eigen::MatrixXd target = family == Family::kFullRank
                                       ? Eigen::MatrixXd(covariance)
                                       : Eigen::MatrixXd(covariance.diagonal().asDiagonal());
    auto density = testing::normal_target(mean, target.inverse());
    Random random({.seed = 7, .purpose = Purpose::kTest});
    const Variational result =
        variational(density, std::vector{0.0, 0.0},
                    {.family = family, .grad_samples = 10, .tol_rel_obj = 1e-4}, random);
    ASSERT_FALSE(is_error(result.ending));
    EXPECT_NEAR(result.mean[0], 1.0, 0.2);
    EXPECT_NEAR(result.mean[1], -1.0, 0.2);
    const auto moments = testing::moments_of(result.draws.numbers, 2);
    EXPECT_NEAR(moments.covariance(0, 1), target(0, 1), 0.25);
    EXPECT_NEAR(moments.covariance(0, 0), 1.0, 0.25);
    EXPECT_NEAR(moments.covariance(1, 1), 2.0, 0.5);
    EXPECT_EQ(result.draws.count, 1000U);
    EXPECT_EQ(result.elbo.front().iteration, 100U);
  }
}

TEST(Variational, SaysWhyItFailed) {
  auto density = testing::rejected_everywhere();
  Random random({.seed = 8, .purpose = Purpose::kTest});
  EXPECT_EQ(variational(density, std::vector{0.0}, {}, random).ending, Ending::kRejectedDraws);
  const VariationalSettings fixed{.adapt_engaged = false};
  EXPECT_EQ(variational(density, std::vector{0.0}, fixed, random).ending, Ending::kRejectedDraws);
  auto good = sampler::testing::standard_normal(2);
  const Variational stopped = variational(good, std::vector{0.0, 0.0},
                                          {.iter = 50, .eta = 0.1, .adapt_engaged = false}, random);
  EXPECT_EQ(stopped.ending, Ending::kIterations);
  EXPECT_EQ(stopped.eta, 0.1);
}

TEST(Variational, DrawsNothingFromNoDimensions) {
  auto density = testing::without_dimensions();
  Random random({.seed = 9, .purpose = Purpose::kTest});
  const Variational result = variational(density, {}, {.output_samples = 4}, random);
  EXPECT_EQ(result.ending, Ending::kDone);
  EXPECT_EQ(result.draws.count, 4U);
}

}  // namespace
}  // namespace autumn::approximate
