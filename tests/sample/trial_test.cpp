// These tests check that directions stay in a metric only where effective draws are cheaper for
// them.
#include "sample/scores/trial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "sample/adaptation.h"
#include "sample/densities.h"

namespace autumn::sampler {
namespace {

using enum ScoreMetric;

// A direction costs as much as a gradient.
constexpr StepCosts kDear{.gradient = 1.0, .per_direction = 1.0};

// Where transition k of a window leads to.
using Path = std::function<double(int)>;

double from_side_to_side(int k) {
  return k % 2 == 0 ? 1.0 : -1.0;
}

// As wide, and slow: once there and back again in forty transitions.
double slowly(int k) {
  return std::sqrt(2.0) * std::sin(2.0 * std::numbers::pi * k / 40.0);
}

struct Tried {
  std::size_t directions = 0;
  std::int64_t leapfrogs = 1;
  int transitions = 50;
  Path path = from_side_to_side;
};

void add_window(MetricTrial& trial, ScoreMetric kind, const Tried& tried) {
  for (int k = 0; k < tried.transitions; ++k) {
    trial.add(tried.leapfrogs, std::vector{tried.path(k)});
  }
  trial.end_window(kind, tried.directions);
}

TEST(MetricTrial, BelievesPromisesThatNobodyHasTried) {
  MetricTrial trial(kDear, 1);
  EXPECT_EQ(trial.next(), kDirections);
  add_window(trial, kDiagonal, {.leapfrogs = 100});
  EXPECT_EQ(trial.next(), kDirections);
}

TEST(MetricTrial, KeepsDirectionsThatPlainlyPay) {
  MetricTrial trial(kDear, 1);
  add_window(trial, kDiagonal, {.leapfrogs = 100});
  add_window(trial, kDirections, {.directions = 1, .leapfrogs = 30});  // 60 beside 100
  EXPECT_EQ(trial.next(), kDirections);
}

TEST(MetricTrial, CountsThePriceOfProducts) {
  MetricTrial trial(kDear, 1);
  add_window(trial, kDiagonal, {.leapfrogs = 100});
  add_window(trial, kDirections, {.directions = 4, .leapfrogs = 30});  // 150 beside 100
  EXPECT_NE(trial.next(), kDirections);
}

TEST(MetricTrial, TriesStansDiagonalWhereDirectionsFailAndTakesTheCheapest) {
  MetricTrial trial(kDear, 1);
  add_window(trial, kDiagonal, {.leapfrogs = 100});
  add_window(trial, kDirections, {.directions = 1, .leapfrogs = 40});  // 80 beside 100
  EXPECT_EQ(trial.next(), kPositions);
  MetricTrial dear = trial, alike = trial;
  add_window(trial, kPositions, {.leapfrogs = 90});
  EXPECT_EQ(trial.next(), kPositions);
  add_window(dear, kPositions, {.leapfrogs = 110});
  EXPECT_EQ(dear.next(), kDiagonal);
  add_window(alike, kPositions, {.leapfrogs = 150});
  add_window(alike, kDiagonal, {.leapfrogs = 125});
  EXPECT_EQ(alike.next(), kDirections);
}

TEST(MetricTrial, IgnoresShortWindowsAndFirstTransitions) {
  MetricTrial trial(kDear, 1);
  add_window(trial, kDiagonal, {.leapfrogs = 1, .transitions = 29});
  add_window(trial, kDirections, {.directions = 9, .leapfrogs = 1000});
  EXPECT_EQ(trial.next(), kDirections);  // nothing to compare with
  for (int k = 0; k < 10; ++k) trial.add(1000000, std::vector{0.0});
  add_window(trial, kDiagonal, {.leapfrogs = 14999, .transitions = 20});
  EXPECT_NE(trial.next(), kDirections);
  add_window(trial, kDiagonal, {.leapfrogs = 15001, .transitions = 30});
  EXPECT_EQ(trial.next(), kDirections);
}

TEST(MetricTrial, CountsEffectiveDrawsAndNotStepsAlone) {
  MetricTrial trial(kDear, 1);
  add_window(trial, kDiagonal, {.leapfrogs = 100});
  // A fifth of the price, at less than a tenth of the pace.
  add_window(trial, kDirections,
             {.directions = 1, .leapfrogs = 10, .transitions = 210, .path = slowly});
  EXPECT_NE(trial.next(), kDirections);
  add_window(trial, kDiagonal, {.leapfrogs = 100, .transitions = 210, .path = slowly});
  EXPECT_EQ(trial.next(), kDirections);
}

// The first coordinate hardly moves in `first`, which therefore does not know how wide it is.
TEST(Moves, AreJudgedByTheVarianceOfAllPositions) {
  Moves first(1), second(1);
  for (int k = 0; k < 1000; ++k) {
    first.add(std::vector{1.0 + 0.01 * from_side_to_side(k)});
    second.add(std::vector{from_side_to_side(k)});
  }
  const Moves* both[] = {&first, &second};
  const std::vector<double> found = paces(both);
  EXPECT_NEAR(found[0], 4.0 / 999.0, 1e-12);  // what cannot be told from nothing
  EXPECT_EQ(found[1], 1.0);
  const Moves* alone[] = {&first};
  EXPECT_EQ(paces(alone)[0], 1.0);
}

TEST(Moves, ThePaceIsThatOfTheSlowestCoordinates) {
  Moves moves(5);
  for (int k = 0; k < 801; ++k) {
    const double slow = slowly(k), fast = from_side_to_side(k);
    moves.add(std::vector{fast, slow, slow, fast, slow});
  }
  const double share = 1.0 - std::cos(2.0 * std::numbers::pi / 40.0);
  const Moves* all[] = {&moves};
  EXPECT_NEAR(paces(all)[0], share / (2.0 - share), 1e-3);
}

// Directions at the end of each window of a warm-up whose points have a correlation of 0.99, and
// whose transitions take as many steps as `leapfrogs` says of a number of directions.
std::vector<std::size_t> directions_by(const std::function<int(std::size_t)>& leapfrogs) {
  constexpr double kCorrelation = 0.99;
  testing::FunctionDensity density = testing::autoregressive_normal(2, kCorrelation);
  Hamiltonian hamiltonian(density, Metric::unit(2));
  const Settings settings{.metric_learning = MetricLearning::scores};
  Adaptation adaptation(settings, hamiltonian);
  Random random({.seed = 4});
  Point point{.position = {0.0, 0.0}, .gradient = {0.0, 0.0}};
  EXPECT_TRUE(adaptation.begin(point, random).is_ok());
  std::vector<std::size_t> counts;
  for (std::int64_t i = 0; i < settings.warmup; ++i) {
    point.position[0] = random.normal();
    point.position[1] = kCorrelation * point.position[0] +
                        std::sqrt(1.0 - kCorrelation * kCorrelation) * random.normal();
    point.log_density = density.evaluate(point.position, point.gradient);
    Statistics statistics{};
    statistics.accept_stat = 0.8;
    statistics.n_leapfrog = leapfrogs(hamiltonian.metric().directions().count());
    EXPECT_TRUE(adaptation.learn(i, statistics, point, random).is_ok());
    if (adaptation.ends_window(i) && i >= 100) {
      counts.push_back(hamiltonian.metric().directions().count());
    }
  }
  return counts;
}

TEST(Adaptation, DropsDirectionsThatDoNotShortenTrajectories) {
  const std::vector<std::size_t> counts = directions_by([](std::size_t) { return 15; });
  ASSERT_GE(counts.size(), 3U);
  EXPECT_GT(counts[0], 0U);
  for (std::size_t k = 1; k < counts.size(); ++k) EXPECT_EQ(counts[k], 0U) << k;
}

TEST(Adaptation, KeepsDirectionsThatShortenTrajectories) {
  const std::vector<std::size_t> counts =
      directions_by([](std::size_t directions) { return directions > 0 ? 7 : 31; });
  ASSERT_GE(counts.size(), 3U);
  for (std::size_t k = 0; k < counts.size(); ++k) EXPECT_GT(counts[k], 0U) << k;
}

}  // namespace
}  // namespace autumn::sampler
