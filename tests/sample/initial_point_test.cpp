// These tests look at initial points: drawn, given, partly given, and the account of failures.
#include "sample/initial_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sample/densities.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;

const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

Result<Point> find(FunctionDensity density, const std::vector<double>& given = {},
                   double radius = 2.0, const ChainKey& key = {.seed = 1, .chain = 1}) {
  Hamiltonian hamiltonian(density, Metric::unit(density.dimension()));
  return find_initial_point(hamiltonian, given, radius, key);
}

TEST(InitialPoint, IsUniformInTheRadius) {
  const Point point = find(testing::standard_normal(10000), {}, 0.5).value();
  double least = 1.0, most = -1.0, sum = 0.0;
  for (const double x : point.position) {
    least = std::min(least, x);
    most = std::max(most, x);
    sum += x;
  }
  EXPECT_GT(least, -0.5);
  EXPECT_LT(least, -0.499);  // misses with probability e^-10 each
  EXPECT_LT(most, 0.5);
  EXPECT_GT(most, 0.499);
  EXPECT_NEAR(sum / 10000, 0.0, 4.5 * 0.5 / std::sqrt(3.0 * 10000));
  EXPECT_EQ(point.gradient[7], -point.position[7]);
}

TEST(InitialPoint, DependsOnSeedAndChain) {
  const auto at = [](const ChainKey& key) {
    return find(testing::standard_normal(1), {}, 2.0, key).value().position[0];
  };
  EXPECT_EQ(at({.seed = 1, .chain = 1}), at({.seed = 1, .chain = 1}));
  EXPECT_NE(at({.seed = 1, .chain = 1}), at({.seed = 1, .chain = 2}));
  EXPECT_NE(at({.seed = 1, .chain = 1}), at({.seed = 2, .chain = 1}));
}

TEST(InitialPoint, GivenElementsAreKeptAndTheOthersDrawn) {
  const Point drawn = find(testing::standard_normal(3)).value();
  const Point point = find(testing::standard_normal(3), {kNaN, 7.5, kNaN}).value();
  EXPECT_EQ(point.position[1], 7.5);
  EXPECT_EQ(point.position[0], drawn.position[0]);
  EXPECT_EQ(point.position[2], drawn.position[2]);
}

TEST(InitialPoint, RadiusZeroIsTheZeroPoint) {
  EXPECT_EQ(find(testing::standard_normal(2), {}, 0.0).value().position,
            (std::vector<double>{0.0, 0.0}));
}

TEST(InitialPoint, TriesAgainUntilThePointIsInside) {
  int tries = 0;
  FunctionDensity density(1, [&](std::span<const double>, std::span<double> gradient) {
    gradient[0] = 0.0;
    return ++tries == 100 ? 0.0 : -kInfinity;
  });
  EXPECT_TRUE(find(density));
  EXPECT_EQ(tries, 100);
}

TEST(InitialPoint, FailureSaysWhatHappenedHowOften) {
  int tries = 0;
  FunctionDensity density(1, [&](std::span<const double>, std::span<double> gradient) {
    ++tries;
    gradient[0] = kNaN;
    if (tries <= 10) return kNaN;
    return tries <= 30 ? -kInfinity : tries <= 31 ? kInfinity : 0.0;
  });
  const Result<Point> found = find(density);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message,
            "Initialization between (-2, 2) failed after 100 attempts. Of 100 points: the log "
            "density was NaN at 10, the log density was -inf (outside the support) at 20, the log "
            "density was +inf at 1, the gradient was not finite at 69.");
  EXPECT_NE(found.error().suggestion.find("initial values"), std::string::npos);
  EXPECT_EQ(tries, 100);
}

TEST(InitialPoint, PointsWithoutRandomnessAreTriedOnce) {
  int tries = 0;
  FunctionDensity density(1, [&](std::span<const double>, std::span<double>) {
    ++tries;
    return kNaN;
  });
  EXPECT_EQ(find(density, {}, 0.0).error().message,
            "Initialization at zero failed: the log density was NaN.");
  EXPECT_EQ(find(density, {1.0}).error().message,
            "Initialization at the given point failed: the log density was NaN.");
  EXPECT_EQ(tries, 2);
}

TEST(InitialPoint, RefusesWrongGivenPoints) {
  EXPECT_EQ(find(testing::standard_normal(2), {1.0}).error().message,
            "the initial point has 1 element, but the model has 2 parameters (unconstrained)");
  EXPECT_EQ(find(testing::standard_normal(2), {1.0, kInfinity}).error().message,
            "element 2 of the initial point is infinite");
}

}  // namespace
}  // namespace autumn::sampler
