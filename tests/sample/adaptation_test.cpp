// These tests compare step size search, dual averaging, windows and estimates of the metric with
// values worked out by hand.
#include "sample/adaptation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sample/densities.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;

TEST(DualAveraging, FollowsTheHandComputedPath) {
  DualAveraging averaging({});
  averaging.restart(1.0);  // mu = log 10
  EXPECT_FALSE(averaging.has_average());
  // t = 1: eta = 1/11, error average = -0.2/11, log step = mu + (0.2/11)/0.05, weight 1.
  const double first = std::log(10.0) + 4.0 / 11.0;
  EXPECT_NEAR(averaging.learn(1.0), std::exp(first), 1e-12);
  EXPECT_NEAR(averaging.average(), std::exp(first), 1e-12);
  // t = 2: eta = 1/12, error average = (11/12)(-0.2/11) + 0.3/12 = 0.1/12, weight 2^-0.75.
  const double second = std::log(10.0) - std::sqrt(2.0) / 6.0;
  EXPECT_NEAR(averaging.learn(0.5), std::exp(second), 1e-12);
  const double weight = std::pow(2.0, -0.75);
  EXPECT_NEAR(averaging.average(), std::exp((1.0 - weight) * first + weight * second), 1e-12);
}

TEST(DualAveraging, UsesEveryOption) {
  DualAveraging averaging({.delta = 0.9, .gamma = 0.1, .kappa = 0.5, .t0 = 3.0});
  averaging.restart(0.2);
  // eta = 1/4, error average = 0.4/4, log step = log 2 - 0.1/0.1.
  EXPECT_NEAR(averaging.learn(0.5), 2.0 * std::exp(-1.0), 1e-12);
  // eta = 1/5, error average = 0.08 + 0.4/5 = 0.16, log step = log 2 - 1.6 sqrt(2), weight 2^-0.5.
  const double second = std::log(2.0) - 1.6 * std::sqrt(2.0);
  EXPECT_NEAR(averaging.learn(0.5), std::exp(second), 1e-12);
  const double weight = std::sqrt(0.5);
  EXPECT_NEAR(std::log(averaging.average()),
              (1.0 - weight) * (std::log(2.0) - 1.0) + weight * second, 1e-12);
}

TEST(DualAveraging, TakesAcceptanceAboveOneAsOneAndForgetsOnRestart) {
  DualAveraging a({}), b({});
  a.restart(1.0);
  b.restart(5.0);
  (void)b.learn(0.3);
  b.restart(1.0);
  EXPECT_EQ(a.learn(1.7), b.learn(1.0));
}

TEST(DualAveraging, ReachesTheTargetOfAKnownAcceptance) {
  // Acceptance exp(-step) equals 0.8 at step = -log 0.8.
  DualAveraging averaging({});
  averaging.restart(1.0);
  double step = 1.0;
  for (int i = 0; i < 5000; ++i) step = averaging.learn(std::exp(-step));
  EXPECT_NEAR(averaging.average(), -std::log(0.8), 0.01);
}

Result<double> search(FunctionDensity density, double start, double at = 0.0) {
  Hamiltonian hamiltonian(density, Metric::unit(density.dimension()));
  Point point{std::vector<double>(density.dimension(), at),
              std::vector<double>(density.dimension()), 0.0};
  point.log_density = hamiltonian.evaluate(point.position, point.gradient);
  Random random({.seed = 11});
  return search_step_size(hamiltonian, point, start, random);
}

TEST(StepSizeSearch, ScalesWithTheDensity) {
  // Powers of two times the start; the energy error of a step depends on step / scale alone.
  const double unit = search(testing::standard_normal(20), 1.0).value();
  const double narrow =
      search(testing::scaled_normal(std::vector<double>(20, 1.0 / 1024)), 1.0 / 1024).value();
  EXPECT_EQ(narrow * 1024, unit);
  for (const double scale : {1e-4, 1e4}) {
    const double found =
        search(testing::scaled_normal(std::vector<double>(20, scale)), 1.0).value();
    EXPECT_EQ(found, std::exp2(std::round(std::log2(found))));
    EXPECT_GT(found / scale, 0.1);
    EXPECT_LT(found / scale, 4.0);
  }
}

TEST(StepSizeSearch, RefusesAFlatDensity) {
  FunctionDensity flat(1, [](std::span<const double>, std::span<double> gradient) {
    gradient[0] = 0.0;
    return 0.0;
  });
  const Result<double> found = search(flat, 1.0);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message,
            "Posterior is improper: steps of any length keep the log density unchanged; the "
            "longest went farthest in dimension 1");
  EXPECT_NE(found.error().suggestion.find("--allow-improper"), std::string::npos);
}

TEST(StepSizeSearch, RefusesADensityAtASinglePoint) {
  // In 50 dimensions even the smallest step moves some coordinate away from zero.
  FunctionDensity spike(50, [](std::span<const double> x, std::span<double> gradient) {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (const double element : x) {
      if (element != 0.0) return -std::numeric_limits<double>::infinity();
    }
    return 0.0;
  });
  const Result<double> found = search(spike, 1.0);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "No acceptably small step size could be found");
}

std::vector<std::int64_t> ends(const WindowOptions& options) {
  return make_windows(options).ends;
}

using Ends = std::vector<std::int64_t>;

TEST(Windows, EndWhereStansDo) {
  EXPECT_EQ(ends({}), (Ends{99, 149, 249, 449, 949}));
  EXPECT_EQ(ends({.warmup = 150}), (Ends{99}));
  EXPECT_EQ(ends({.warmup = 200}), (Ends{99, 149}));
}

TEST(Windows, AreFifteenSeventyFiveTenPercentOfAShortWarmup) {
  EXPECT_EQ(make_windows({.warmup = 100}), (WindowSchedule{15, 90, {89}}));
  EXPECT_EQ(make_windows({.warmup = 149}), (WindowSchedule{22, 135, {134}}));
  EXPECT_EQ(make_windows({.warmup = 20}), (WindowSchedule{3, 18, {17}}));
}

TEST(Windows, AreNotForVeryShortWarmups) {
  EXPECT_EQ(make_windows({.warmup = 19}), WindowSchedule{});
  EXPECT_EQ(make_windows({.warmup = 0}), WindowSchedule{});
  EXPECT_EQ(make_windows({.warmup = 1000, .window = 0}), WindowSchedule{});
}

// Stan's rule step by step, with its counter, as an independent account of the same schedule.
Ends stan_ends(std::int64_t warmup, std::int64_t init, std::int64_t term, std::int64_t base) {
  Ends result;
  std::int64_t size = base;
  std::int64_t next = init + size - 1;
  const std::int64_t final_end = warmup - term - 1;
  for (std::int64_t counter = 0; counter < warmup; ++counter) {
    if (counter != next) continue;
    result.push_back(counter);
    if (next == final_end) continue;
    size *= 2;
    next = counter + size;
    if (next == final_end) continue;
    if (next + 2 * size >= warmup - term) next = final_end;
  }
  return result;
}

TEST(Windows, EqualStansCounterForManyWarmups) {
  for (std::int64_t warmup = 150; warmup < 3000; ++warmup) {
    EXPECT_EQ(ends({.warmup = warmup}), stan_ends(warmup, 75, 50, 25));
  }
  for (std::int64_t window = 1; window < 60; ++window) {
    EXPECT_EQ(ends({.warmup = 500, .init_buffer = 10, .term_buffer = 0, .window = window}),
              stan_ends(500, 10, 0, window));
  }
}

TEST(Windows, CollectBetweenTheBuffers) {
  const WindowSchedule windows = make_windows({});
  EXPECT_FALSE(windows.collects(74));
  EXPECT_TRUE(windows.collects(75));
  EXPECT_TRUE(windows.collects(949));
  EXPECT_FALSE(windows.collects(950));
  EXPECT_TRUE(windows.ends_at(249));
  EXPECT_FALSE(windows.ends_at(250));
}

TEST(Welford, EqualsTheDirectFormulasFarFromZero) {
  Random random({.seed = 2});
  constexpr std::size_t n = 50, d = 3;
  std::vector<std::vector<double>> points;
  WelfordVariance variance(d);
  WelfordCovariance covariance(d);
  for (std::size_t k = 0; k < n; ++k) {
    const double shared = random.normal();
    points.push_back({1e6 + shared, 2.0 * shared + random.normal(), 0.01 * random.normal()});
    variance.add(points.back());
    covariance.add(points.back());
  }
  std::vector<double> mean(d);
  for (const auto& x : points) {
    for (std::size_t i = 0; i < d; ++i) mean[i] += x[i] / n;
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      double direct = 0.0;
      for (const auto& x : points) direct += (x[i] - mean[i]) * (x[j] - mean[j]) / (n - 1);
      EXPECT_NEAR(covariance.covariance()[d * i + j], direct, 1e-8);
      if (i != j) continue;
      EXPECT_NEAR(variance.variance()[i], direct, 1e-8);
    }
  }
}

TEST(Welford, ForgetsOnRestart) {
  WelfordVariance variance(1);
  WelfordCovariance covariance(1);
  for (const double x : {100.0, -3.0}) {
    variance.add(std::vector<double>{x});
    covariance.add(std::vector<double>{x});
  }
  variance.restart();
  covariance.restart();
  for (const double x : {1.0, 3.0}) {
    variance.add(std::vector<double>{x});
    covariance.add(std::vector<double>{x});
  }
  EXPECT_EQ(variance.variance(), std::vector<double>{2.0});
  EXPECT_EQ(covariance.covariance(), std::vector<double>{2.0});
  EXPECT_EQ(variance.count(), 2);
}

TEST(LearnMetric, ShrinksTheEstimateAsStanDoes) {
  WelfordVariance variance(2);
  WelfordCovariance covariance(2);
  for (const auto& x : {std::vector<double>{0, 1}, {2, 5}, {4, 3}}) {
    variance.add(x);
    covariance.add(x);
  }
  // Variances 4 and 4, covariance 2; n = 3: 3/8 of it plus 1e-3 * 5/8.
  const Metric diagonal = learn_metric(variance).value();
  for (const double element : diagonal.inverse()) EXPECT_NEAR(element, 1.5 + 0.000625, 1e-15);
  const Metric dense = learn_metric(covariance, 2).value();
  const double expected[] = {1.500625, 0.75, 0.75, 1.500625};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(dense.inverse()[i], expected[i], 1e-15);
}

TEST(LearnMetric, RefusesOverflow) {
  WelfordVariance variance(1);
  WelfordCovariance covariance(1);
  for (const double x : {-1e200, 1e200}) {
    variance.add(std::vector<double>{x});
    covariance.add(std::vector<double>{x});
  }
  ASSERT_FALSE(learn_metric(variance));
  EXPECT_EQ(learn_metric(variance).error().message,
            "Numerical overflow in the adaptation of the metric");
  EXPECT_FALSE(learn_metric(covariance, 1));
}

}  // namespace
}  // namespace autumn::sampler
