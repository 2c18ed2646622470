// These tests compare chains that follow their densities in one and two dimensions with numerical
// integration.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "sample/chain.h"
#include "sample/densities.h"
#include "sample/jumps/learn.h"
#include "sample/mcse.h"
#include "sample/recorder.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;
using testing::Recorder;
using testing::z_score;

using Curve = std::function<double(double)>;

// A log density of one dimension, with a gradient by differences: NUTS needs no more digits.
FunctionDensity curve_density(const Curve& log_density) {
  return {1, [log_density](std::span<const double> x, std::span<double> gradient) {
            constexpr double kStep = 1e-5;
            gradient[0] = (log_density(x[0] + kStep) - log_density(x[0] - kStep)) / (2.0 * kStep);
            return log_density(x[0]);
          }};
}

// Expectations on an even grid over [low, high].
struct Grid {
  Grid(const Curve& log_density, double low, double high) {
    constexpr int kPoints = 400'001;
    double total = 0.0;
    for (int k = 0; k < kPoints; ++k) {
      x.push_back(low + (high - low) * k / (kPoints - 1));
      weight.push_back(std::exp(log_density(x.back())));
      total += weight.back();
    }
    for (double& w : weight) w /= total;
  }

  [[nodiscard]] double quantile(double p) const {
    double sum = 0.0;
    std::size_t k = 0;
    while (k + 1 < x.size() && (sum += weight[k]) < p) ++k;
    return x[k];
  }
  [[nodiscard]] double mean(const Curve& f) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += weight[k] * f(x[k]);
    return sum;
  }

  std::vector<double> x;
  std::vector<double> weight;
};

struct Followed {
  ChainResult result;
  Recorder recorder;
};

Followed follow(FunctionDensity density, const Settings& settings, std::uint64_t seed = 21) {
  Followed ran;
  auto result = run_chain(density, settings, {.seed = seed, .chain = 1}, {}, ran.recorder);
  if (!result) ADD_FAILURE() << to_text(result.error());
  ran.result = std::move(result).value();
  return ran;
}

constexpr std::int64_t kDraws = 20'000;

std::vector<double> mapped(std::vector<double> values, const Curve& f) {
  std::ranges::transform(values, values.begin(), f);
  return values;
}

// The share of draws below each of these quantiles. About 7 comparisons per density at 4.5 standard
// errors: false alarms once in 20,000 seeds, and the seed is fixed.
void expect_quantiles(const std::vector<double>& draws, const Grid& grid) {
  for (const double p : {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99}) {
    const double limit = grid.quantile(p);
    const auto below = mapped(draws, [limit](double x) { return x <= limit ? 1.0 : 0.0; });
    EXPECT_LT(std::fabs(z_score(below, p)), 4.5) << "quantile " << p;
  }
}

// Few rejections, few gradients, and effective draws: the standard error of a mean is nearly that
// of independent ones.
void expect_followed(const Followed& ran, double least_acceptance, double most_inflation) {
  EXPECT_EQ(ran.result.jumps_tried, kDraws);
  EXPECT_EQ(ran.result.walks, kDraws / 10);
  EXPECT_GT(static_cast<double>(ran.result.jumps_accepted), least_acceptance * kDraws);
  for (std::size_t q = 0; q < ran.recorder.draws.front().position.size(); ++q) {
    std::vector<double> ranks = ran.recorder.column(q);
    std::vector<double> sorted = ranks;
    std::ranges::sort(sorted);
    for (const double share : {0.05, 0.5, 0.95}) {
      const double limit = sorted[static_cast<std::size_t>(share * kDraws)];
      const auto below = mapped(ranks, [limit](double x) { return x <= limit ? 1.0 : 0.0; });
      const double naive = std::sqrt(share * (1.0 - share) / kDraws);
      EXPECT_LT(testing::estimate_mean(below).standard_error, most_inflation * naive);
    }
  }
}

const Settings kUsual{.warmup = 1000, .draws = kDraws};

TEST(FollowedDensity, OfCauchyHasItsQuantiles) {
  const Curve cauchy = [](double x) { return -std::log1p(x * x); };
  const Followed ran = follow(curve_density(cauchy), kUsual);
  // A grid on the scale of the angle, where Cauchy is uniform.
  const auto angles = mapped(ran.recorder.column(0), [](double x) { return std::atan(x); });
  expect_quantiles(angles, Grid([](double) { return 0.0; }, -M_PI / 2.0, M_PI / 2.0));
  expect_followed(ran, 0.98, 1.06);
}

TEST(FollowedDensity, OfTwoModesHasBothAsTheyAre) {
  const Curve modes = [](double x) {
    return std::log(0.3 * std::exp(-0.5 * std::pow((x + 4.0) / 0.7, 2.0)) / 0.7 +
                    0.7 * std::exp(-0.5 * (x - 4.0) * (x - 4.0)));
  };
  const Followed ran = follow(curve_density(modes), kUsual);
  expect_quantiles(ran.recorder.column(0), Grid(modes, -15.0, 15.0));
  EXPECT_LT(std::fabs(z_score(ran.recorder.column(0), -0.3 * 4.0 + 0.7 * 4.0)), 4.5);
  expect_followed(ran, 0.98, 1.06);
}

// A half-normal scale on the log scale, all of whose density is at the bound: x = exp(u).
TEST(FollowedDensity, OfABoundedParameterHasItsMoments) {
  const Curve log_scale = [](double u) { return u - 0.5 * std::exp(2.0 * u); };
  const Followed ran = follow(curve_density(log_scale), kUsual);
  expect_quantiles(ran.recorder.column(0), Grid(log_scale, -30.0, 5.0));
  const auto scale = mapped(ran.recorder.column(0), [](double u) { return std::exp(u); });
  EXPECT_LT(std::fabs(z_score(scale, std::sqrt(2.0 / M_PI))), 4.5);
  expect_followed(ran, 0.98, 1.06);
}

// What is rejected beyond an edge is a cliff in the density.
TEST(FollowedDensity, OfAWallStaysInsideIt) {
  const Followed ran = follow(testing::walled_normal(1, 0.3), kUsual);
  const Curve wall = [](double x) { return x > 0.3 ? -1e9 : -0.5 * x * x; };
  expect_quantiles(ran.recorder.column(0), Grid(wall, -9.0, 1.0));
  EXPECT_LE(std::ranges::max(ran.recorder.column(0)), 0.3);
}

// A normal coordinate that ends at a wall, beside one whose tails are lighter or heavier than its
// own: the wall is along the lines of the fit, or across them.
FunctionDensity walled_plane(double power, double edge) {
  return {2, [=](std::span<const double> x, std::span<double> gradient) {
            if (x[1] > edge) return std::numeric_limits<double>::quiet_NaN();
            const double size = std::pow(std::fabs(x[0]), power);
            gradient[0] = x[0] == 0.0 ? 0.0 : -size / x[0];
            gradient[1] = -x[1];
            return -size / power - 0.5 * x[1] * x[1];
          }};
}

TEST(FollowedDensity, OfAWallInAPlaneIsNoTrap) {
  for (const double power : {1.0, 4.0}) {
    const Followed ran = follow(walled_plane(power, 0.8), kUsual);
    const Curve wall = [](double x) { return x > 0.8 ? -1e9 : -0.5 * x * x; };
    const std::vector<double> column = ran.recorder.column(1);
    EXPECT_GT(ran.result.jumps_tried, kDraws / 2) << power;
    expect_quantiles(column, Grid(wall, -9.0, 1.0));
    EXPECT_LE(std::ranges::max(column), 0.8);
    std::size_t longest = 1, stay = 1;
    for (std::size_t k = 1; k < column.size(); ++k) {
      stay = column[k] == column[k - 1] ? stay + 1 : 1;
      longest = std::max(longest, stay);
    }
    EXPECT_LE(longest, 10U) << power;
  }
}

FunctionDensity banana() {
  return {2, [](std::span<const double> x, std::span<double> gradient) {
            const double off = x[1] - x[0] * x[0];
            gradient[0] = -x[0] + 2.0 * x[0] * off / 0.25;
            gradient[1] = -off / 0.25;
            return -0.5 * x[0] * x[0] - 0.5 * off * off / 0.25;
          }};
}

TEST(FollowedDensity, OfABananaHasItsMoments) {
  const Followed ran = follow(banana(), kUsual);
  const Curve normal = [](double x) { return -0.5 * x * x; };
  expect_quantiles(ran.recorder.column(0), Grid(normal, -9.0, 9.0));
  EXPECT_LT(std::fabs(z_score(ran.recorder.column(1), 1.0)), 4.5);
  const Curve square = [](double x) { return x * x; };
  EXPECT_LT(std::fabs(z_score(mapped(ran.recorder.column(1), square), 3.25)), 4.5);
  expect_followed(ran, 0.9, 1.085);
}

TEST(FollowedDensity, OfAFunnelHasItsNeckAndItsMouth) {
  const Followed ran = follow(testing::funnel(2), kUsual);
  const Curve v = [](double x) { return -x * x / 18.0; };
  expect_quantiles(ran.recorder.column(0), Grid(v, -27.0, 27.0));
  std::vector<double> standard;
  for (const testing::Recorded& draw : ran.recorder.draws) {
    standard.push_back(draw.position[1] * std::exp(-0.5 * draw.position[0]));
  }
  expect_quantiles(standard, Grid([](double x) { return -0.5 * x * x; }, -9.0, 9.0));
  expect_followed(ran, 0.9, 1.085);
}

// Strong correlation, on scales that differ by a thousand.
TEST(FollowedDensity, OfCorrelatedNormalsNeedsNoRotation) {
  const auto density = [](std::span<const double> x, std::span<double> gradient) {
    const double a = x[0] / 100.0, b = (x[1] / 0.1 - 0.99 * a) / std::sqrt(1.0 - 0.99 * 0.99);
    const double slope = -b / std::sqrt(1.0 - 0.99 * 0.99);
    gradient[0] = (-a - 0.99 * slope) / 100.0;
    gradient[1] = slope / 0.1;
    return -0.5 * (a * a + b * b);
  };
  const Followed ran = follow({2, density}, kUsual);
  const Curve normal = [](double x) { return -0.5 * x * x; };
  const auto second = mapped(ran.recorder.column(1), [](double x) { return x / 0.1; });
  expect_quantiles(second, Grid(normal, -9.0, 9.0));
  expect_followed(ran, 0.95, 1.085);
}

TEST(FollowedDensity, CostsLittleWarmUp) {
  Settings settings = kUsual;
  settings.draws = 10;
  const Curve log_gamma = [](double x) { return 20.0 * x - std::exp(x); };
  const auto with = follow(curve_density(log_gamma), settings).result.gradients_warmup;
  settings.jumps = false;
  const auto without = follow(curve_density(log_gamma), settings).result.gradients_warmup;
  EXPECT_LT(2 * with, without);
}

// Columns of iterations that only jump: no steps, and the energy of a fresh momentum.
TEST(FollowedDensity, ReportsMeaningfulStatistics) {
  const Followed ran = follow(testing::standard_normal(2), kUsual);
  FunctionDensity density = testing::standard_normal(2);
  double excess = 0.0;
  int still = 0;
  for (const testing::Recorded& draw : ran.recorder.draws) {
    double gradient[2];
    EXPECT_EQ(draw.statistics.lp, density.evaluate(draw.position, gradient));
    EXPECT_EQ(draw.statistics.stepsize, ran.result.adapted.step_size);
    EXPECT_LE(draw.statistics.accept_stat, 1.0);
    EXPECT_FALSE(draw.statistics.divergent);
    if (draw.statistics.n_leapfrog > 0) continue;
    ++still;
    EXPECT_EQ(draw.statistics.treedepth, 0);
    excess += draw.statistics.energy + draw.statistics.lp;
  }
  EXPECT_EQ(still, kDraws - kDraws / 10);
  EXPECT_NEAR(excess / still, 1.0, 4.5 / std::sqrt(still));  // kinetic energy is exponential
}

TEST(FollowedDensity, IsNotUsedWhereJumpsAreNotWanted) {
  const Settings usual{.warmup = 400, .draws = 20};
  const auto with = [&](auto change) {
    Settings settings = usual;
    change(settings);
    const ChainResult result = follow(testing::standard_normal(1), settings).result;
    return std::pair(result.jumps_tried, result.walks);
  };
  using Counts = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(with([](Settings&) {}), Counts(20, 2));
  EXPECT_EQ(with([](Settings& s) { s.jumps = false; }), Counts(0, 20));
  EXPECT_EQ(with([](Settings& s) { s.warmup = 60; }), Counts(0, 20));
  EXPECT_EQ(with([](Settings& s) { s.adapt_engaged = false; }), Counts(0, 20));
  EXPECT_EQ(with([](Settings& s) { s.algorithm = Algorithm::static_hmc; }), Counts(0, 20));
  EXPECT_EQ(with([](Settings& s) { s.algorithm = Algorithm::fixed_param; }).first, 0);
}

// A comb of spikes in two dimensions, finer than the lines of a fit: NUTS goes on as before.
TEST(FollowedDensity, IsNotUsedWhereTheFitIsPoor) {
  const auto comb = [](std::span<const double> x, std::span<double> gradient) {
    const double a = 40.0 * x[0] + 30.0 * x[1], b = 30.0 * x[0] - 40.0 * x[1];
    gradient[0] = -x[0] - 3.0 * (40.0 * std::sin(a) + 30.0 * std::sin(b));
    gradient[1] = -x[1] - 3.0 * (30.0 * std::sin(a) - 40.0 * std::sin(b));
    return -0.5 * (x[0] * x[0] + x[1] * x[1]) + 3.0 * (std::cos(a) + std::cos(b));
  };
  const ChainResult result = follow({2, comb}, {.warmup = 400, .draws = 20}).result;
  EXPECT_EQ(result.walks, 20);
}

TEST(FollowedDensity, IsTheSameForTheSameSeed) {
  const Followed one = follow(testing::funnel(2), {.warmup = 300, .draws = 200});
  const Followed other = follow(testing::funnel(2), {.warmup = 300, .draws = 200});
  EXPECT_EQ(one.recorder.draws, other.recorder.draws);
  EXPECT_EQ(one.result.adapted, other.result.adapted);
}

}  // namespace
}  // namespace autumn::sampler
