// These tests run Pathfinder where its answer is known.
#include "approximate/pathfinder.h"

#include <gtest/gtest.h>

#include "approximate/local_gaussian.h"
#include "approximate/targets.h"

namespace autumn::approximate {
namespace {

Path path_of(LogDensity& density, std::vector<double> start, std::uint64_t seed = 1,
             PathfinderSettings settings = {}) {
  Random random({.seed = seed, .purpose = Purpose::kTest});
  return find_path(density, start, settings, 1, random);
}

TEST(LocalGaussian, HasTheCovarianceThatBfgsHas) {
  // The compact form is the BFGS matrix that begins with diag(alpha): both are made here.
  const Eigen::VectorXd alpha = Eigen::Vector3d(0.5, 2.0, 1.0);
  const Eigen::MatrixXd precision = testing::some_covariance().inverse();
  std::deque<Change> changes;
  Eigen::MatrixXd inverse = alpha.asDiagonal();
  for (const Eigen::Vector3d& s :
       {Eigen::Vector3d(1.0, 0.2, -0.3), Eigen::Vector3d(0.1, -1.0, 2.0)}) {
    const Eigen::VectorXd y = precision * s;
    const double rho = 1.0 / s.dot(y);
    const Eigen::MatrixXd left = Eigen::MatrixXd::Identity(3, 3) - rho * s * y.transpose();
    inverse = left * inverse * left.transpose() + rho * s * s.transpose();
    changes.push_back({s, y});
  }
  const Place place{Eigen::Vector3d(1.0, 2.0, 3.0), 0.0, Eigen::Vector3d(0.3, -0.2, 0.1)};
  const auto gaussian = local_gaussian(place, alpha, changes);
  ASSERT_TRUE(gaussian);
  Eigen::MatrixXd factor(3, 3);
  for (Eigen::Index i = 0; i < 3; ++i) {
    factor.col(i) = point_of(*gaussian, Eigen::VectorXd::Unit(3, i)) - gaussian->centre;
  }
  EXPECT_LT((factor * factor.transpose() - inverse).norm(), 1e-12);
  EXPECT_NEAR(gaussian->log_determinant, 0.5 * std::log(inverse.determinant()), 1e-12);
  EXPECT_LT((gaussian->centre - (place.x - inverse * place.gradient)).norm(), 1e-12);
}

TEST(Pathfinder, FindsANormal) {
  auto density = testing::some_normal();
  const Path path = path_of(density, {0.0, 0.0, 28.0}, 1, {.num_draws = 20000});
  ASSERT_FALSE(is_error(path.ending));
  const auto moments = testing::moments_of(path.draws.numbers, 3);
  const Eigen::MatrixXd covariance = testing::some_covariance();
  for (Eigen::Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(moments.mean[i], testing::some_mean()[i], 0.05 * std::sqrt(covariance(i, i)));
    for (Eigen::Index j = 0; j < 3; ++j) {
      const double scale = std::sqrt(covariance(i, i) * covariance(j, j));
      EXPECT_NEAR(moments.covariance(i, j), covariance(i, j), 0.06 * scale);
    }
  }
  // The normal has its constant, so that the ELBO of the right approximation is 0.
  EXPECT_NEAR(path.elbo, 0.0, 0.01);
}

TEST(Pathfinder, GivesAsManyDrawsAsAreWanted) {
  auto density = testing::some_normal();
  EXPECT_EQ(path_of(density, {0.0, 0.0, 0.0}, 1, {.num_draws = 10}).draws.count, 10U);
  const Path without =
      path_of(density, {0.0, 0.0, 0.0}, 1, {.num_draws = 30, .calculate_lp = false});
  EXPECT_EQ(without.draws.count, 30U);
  EXPECT_TRUE(std::isnan(without.lp[29]));
}

TEST(Pathfinder, LeavesPathsThatFailOut) {
  auto bad = testing::rejected_everywhere();
  auto good = sampler::testing::standard_normal(1);
  std::vector<Path> paths{path_of(bad, {0.5}), path_of(good, {0.5})};
  EXPECT_EQ(paths[0].ending, Ending::kRejectedStart);
  Random random({.seed = 2, .purpose = Purpose::kTest});
  const PathChoice choice = combine_paths(paths, {.num_psis_draws = 50}, random);
  EXPECT_EQ(choice.draws.size(), 50U);
  for (const PathDraw& draw : choice.draws) EXPECT_EQ(draw.path, 1U);
  paths.pop_back();
  EXPECT_TRUE(combine_paths(paths, {}, random).draws.empty());
}

TEST(Pathfinder, ResamplesTowardsThePosterior) {
  // A path that has found the wrong scale is mended by the weights: its draws have twice the
  // standard deviation of the target.
  Path path;
  path.draws.dimension = 1;
  Random random({.seed = 3, .purpose = Purpose::kTest});
  for (std::size_t k = 0; k < 20000; ++k) {
    const double x = 2.0 * random.normal();
    path.draws.append(std::vector{x});
    path.lp_approx.push_back(-x * x / 8.0);
    path.lp.push_back(-x * x / 2.0);
  }
  const std::vector<Path> paths{path, path};
  const PathChoice choice = combine_paths(paths, {.num_psis_draws = 20000}, random);
  double squares = 0.0;
  for (const PathDraw& at : choice.draws) {
    const double x = paths[at.path].draws.at(at.draw)[0];
    squares += x * x / 20000.0;
  }
  EXPECT_NEAR(squares, 1.0, 0.06);
  EXPECT_LT(choice.pareto_shape, 0.5);
  const PathChoice all = combine_paths(paths, {.psis_resample = false}, random);
  EXPECT_EQ(all.draws.size(), 40000U);
  EXPECT_TRUE(std::isnan(all.pareto_shape));
}

TEST(Pathfinder, SurvivesRejectedPoints) {
  auto density = testing::half_line(-INFINITY);
  const Path path = path_of(density, {1.0});
  // All approximations reach below 0: they have no finite ELBO, unless no draw fell there.
  EXPECT_TRUE(path.ending == Ending::kNoApproximation || path.draws.count == 1000U);
  auto none = testing::without_dimensions();
  EXPECT_EQ(path_of(none, {}).draws.count, 1000U);
}

}  // namespace
}  // namespace autumn::approximate
