// These tests look at mixtures of t: densities that integrate to one, draws that follow them, fits
// that resemble.
#include "sample/jumps/mixture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sample/mcse.h"

namespace autumn::sampler {
namespace {

using testing::z_score;

Random stream(std::uint64_t element) {
  return Random({.seed = 7, .purpose = Purpose::kTest, .element = element});
}

// A log gamma variable of shape 1, skewed, and then normals around its square.
std::vector<double> bent_points(std::size_t dimension, std::size_t number) {
  Random random = stream(1);
  std::vector<double> points;
  for (std::size_t k = 0; k < number; ++k) {
    const double x = random.log_gamma(1.0);
    points.push_back(x);
    for (std::size_t i = 1; i < dimension; ++i) points.push_back(0.3 * x * x + random.normal());
  }
  return points;
}

TEST(Mixture, IntegratesToOneOnTheLine) {
  const Mixture mixture = Mixture::fit(1, bent_points(1, 400)).value();
  double sum = 0.0;
  // t = sinh(s) brings in the tails, of which 1e-7 are left out.
  const double h = 1e-3;
  for (double s = -12.0; s <= 12.0; s += h) {
    const double x[] = {std::sinh(s)};
    sum += mixture.density(x) * std::cosh(s) * h;
  }
  EXPECT_NEAR(sum, 1.0, 1e-6);
}

TEST(Mixture, IntegratesToOneInThePlane) {
  const Mixture mixture = Mixture::fit(2, bent_points(2, 400)).value();
  double sum = 0.0;
  const double h = 0.02;
  for (double s = -8.0; s <= 8.0; s += h) {
    for (double t = -8.0; t <= 8.0; t += h) {
      const double x[] = {std::sinh(s), std::sinh(t)};
      sum += mixture.density(x) * std::cosh(s) * std::cosh(t) * h * h;
    }
  }
  EXPECT_NEAR(sum, 1.0, 1e-4);
}

// The mean of f(x) / q(x) under q is the integral of f: here f is a normal density.
TEST(Mixture, DrawsFollowTheDensity) {
  for (const std::size_t dimension : {1U, 2U, 5U, 8U}) {
    const Mixture mixture = Mixture::fit(dimension, bent_points(dimension, 500)).value();
    Random random = stream(dimension);
    std::vector<double> x(dimension), ones, firsts;
    for (int k = 0; k < 40'000; ++k) {
      mixture.draw(random, x);
      double f = 1.0;
      for (std::size_t i = 0; i < dimension; ++i) {
        const double centre = i == 0 ? -0.5 : 0.5;
        f *= std::exp(-0.5 * (x[i] - centre) * (x[i] - centre)) / std::sqrt(2.0 * M_PI);
      }
      ones.push_back(f / mixture.density(x));
      firsts.push_back(x[0] * f / mixture.density(x));
    }
    EXPECT_LT(std::fabs(z_score(ones, 1.0)), 4.5) << dimension;
    EXPECT_LT(std::fabs(z_score(firsts, -0.5)), 4.5) << dimension;
  }
}

TEST(Mixture, FollowsSkewnessBetterThanOneComponentCould) {
  const std::vector<double> points = bent_points(1, 500);
  const Mixture mixture = Mixture::fit(1, points).value();
  // The true density is exp(x - exp(x)); its logarithm and that of the fit differ by little where
  // the points are.
  double difference = 0.0;
  for (const double x : points) {
    difference += std::fabs(x - std::exp(x) - std::log(mixture.density({&x, 1}))) / 500.0;
  }
  EXPECT_LT(difference, 0.15);  // a normal distribution differs by 0.29
}

TEST(Mixture, HeavyTailsReachFarBeyondThePoints) {
  const Mixture mixture = Mixture::fit(1, bent_points(1, 500)).value();
  const double far[] = {1000.0};
  EXPECT_GT(mixture.density(far), 1e-12);
}

TEST(Mixture, NeedsPointsThatFillTheSpace) {
  EXPECT_FALSE(Mixture::fit(2, bent_points(2, 10)));
  EXPECT_FALSE(Mixture::fit(1, std::vector<double>(200, 3.0)));
  EXPECT_FALSE(Mixture::fit(9, bent_points(9, 500)));
  EXPECT_FALSE(Mixture::fit(0, {}));
  std::vector<double> with_nan = bent_points(1, 200);
  with_nan[17] = std::nan("");
  EXPECT_FALSE(Mixture::fit(1, with_nan));
}

}  // namespace
}  // namespace autumn::sampler
