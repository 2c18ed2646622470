// These tests check that piecewise densities integrate to one, and that what they draw is what they
// say.
#include "sample/jumps/piecewise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sample/jumps/plane.h"
#include "sample/jumps/smooth_curve.h"
#include "sample/mcse.h"

namespace autumn::sampler {
namespace {

// Steep, flat, rising and falling pieces, with a tail that begins flat.
PiecewiseDensity uneven() {
  const std::vector<double> knots = {-3.0, -1.0, -0.5, 0.5, 0.7, 4.0};
  const std::vector<double> logs = {90.0, 97.0, 100.0, 100.0, 99.0, 99.5};
  PiecewiseDensity density;
  density.assign(knots, logs);
  return density;
}

// The substitution x = t / (1 - t^2) takes (-1, 1) to all numbers.
template <typename Function>
double integrate(Function f) {
  constexpr int kPoints = 400'000;
  double sum = 0.0;
  for (int k = 1; k < kPoints; ++k) {
    const double t = -1.0 + 2.0 * k / kPoints;
    const double rest = 1.0 - t * t;
    sum += f(t / rest) * (1.0 + t * t) / (rest * rest);
  }
  return sum * 2.0 / kPoints;
}

TEST(PiecewiseDensity, IntegratesToOne) {
  const PiecewiseDensity density = uneven();
  EXPECT_NEAR(integrate([&](double x) { return density.density(x); }), 1.0, 1e-4);
}

TEST(PiecewiseDensity, GoesThroughItsKnots) {
  const PiecewiseDensity density = uneven();
  EXPECT_NEAR(std::log(density.density(0.5) / density.density(0.7)), 1.0, 1e-12);
  EXPECT_NEAR(std::log(density.density(-2.0)), 93.5 - density.log_mass(), 1e-9);
  const double step = 1e-7;
  EXPECT_NEAR(density.density(4.0 - step) / density.density(4.0 + step), 1.0, 1e-5);
}

TEST(PiecewiseDensity, HasTailsOfCauchy) {
  const PiecewiseDensity density = uneven();
  for (const double far : {1e6, -1e6}) {
    EXPECT_NEAR(density.density(far) / density.density(10.0 * far), 100.0, 0.01);
  }
}

TEST(PiecewiseDensity, QuantilesInvertItsIntegral) {
  const PiecewiseDensity density = uneven();
  for (const double p : {0.001, 0.2, 0.5, 0.8, 0.999}) {
    const double x = density.quantile(p);
    EXPECT_NEAR(integrate([&](double t) { return t < x ? density.density(t) : 0.0; }), p, 1e-4);
  }
}

// Counts below quantiles, with 4.5 standard errors.
TEST(PiecewiseDensity, DrawsWhatItSays) {
  const PiecewiseDensity density = uneven();
  Random random({.seed = 4, .purpose = Purpose::kTest});
  constexpr int kDraws = 100'000;
  std::vector<double> draws;
  for (int k = 0; k < kDraws; ++k) draws.push_back(density.draw(random));
  for (const double p : {0.002, 0.05, 0.3, 0.5, 0.7, 0.95, 0.998}) {
    const double x = density.quantile(p);
    const auto below = std::ranges::count_if(draws, [x](double v) { return v < x; });
    EXPECT_NEAR(static_cast<double>(below) / kDraws, p, 4.5 * std::sqrt(p * (1 - p) / kDraws));
  }
}

TEST(SmoothCurve, IsExactForParabolasAwayFromTheirEnds) {
  const std::vector<double> x = {0.0, 1.0, 1.5, 3.0, 4.0};
  std::vector<double> y;
  for (const double v : x) y.push_back(2.0 - v + 0.5 * v * v);
  const SmoothCurve curve(x, y, 100.0);
  EXPECT_NEAR(curve.at(1, 0.3), 2.0 - 1.15 + 0.5 * 1.15 * 1.15, 1e-12);
  EXPECT_NEAR(curve.at(2, 0.5), 2.0 - 2.25 + 0.5 * 2.25 * 2.25, 1e-12);
  EXPECT_EQ(curve.at(3, 1.0), y[4]);
}

TEST(SmoothCurve, IsStraightOnEitherSideOfACorner) {
  const std::vector<double> x = {0.0, 1.0, 2.0};
  const std::vector<double> y = {0.0, 0.0, -60.0};
  const SmoothCurve curve(x, y, 3.0);
  EXPECT_EQ(curve.at(0, 0.7), 0.0);
  EXPECT_DOUBLE_EQ(curve.at(1, 0.5), -30.0);
}

PlaneDensity skewed_plane() {
  std::vector<PlaneLine> lines;
  for (int k = 0; k < 4; ++k) {
    PlaneLine line{.at = 0.5 * k * k, .centre = 0.3 * k, .log_scale = 0.4 * k - 0.5};
    for (std::size_t j = 0; j < kPlaneGrid.size(); ++j) {
      const double z = kPlaneGrid[j];
      line.logs[j] = -0.4 * z * z / (1.0 + 0.2 * std::fabs(z)) + 0.1 * z - 0.3 * k * k;
    }
    lines.push_back(line);
  }
  return {1, lines};
}

// What is drawn, weighted by f / q, has the integral of f: here f is a normal density.
TEST(PlaneDensity, DrawsWhatItSays) {
  PlaneDensity plane = skewed_plane();
  Random random({.seed = 4, .purpose = Purpose::kTest});
  std::vector<double> weights, moments;
  std::vector<double> x(2);
  for (int k = 0; k < 100'000; ++k) {
    plane.draw(random, x);
    const double a = (x[0] - 0.2) / 0.8, b = (x[1] - 1.0) / 0.9;
    const double f = std::exp(-0.5 * (a * a + b * b)) / (2.0 * M_PI * 0.8 * 0.9);
    weights.push_back(f / plane.density(x));
    moments.push_back(weights.back() * x[0] * x[1]);
  }
  EXPECT_LT(std::fabs(testing::z_score(weights, 1.0)), 4.5);
  EXPECT_LT(std::fabs(testing::z_score(moments, 0.2)), 4.5);
  EXPECT_LT(testing::estimate_mean(weights).standard_error, 0.01);
}

}  // namespace
}  // namespace autumn::sampler
