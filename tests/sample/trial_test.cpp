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

void add_window(DirectionsTrial& trial, std::size_t directions, std::int64_t leapfrogs,
                int transitions = 50, const Path& path = from_side_to_side) {
  for (int k = 0; k < transitions; ++k) trial.add(leapfrogs, std::vector{path(k)});
  trial.end_window(directions);
}

TEST(DirectionsTrial, BelievesPromisesThatNobodyHasTried) {
  DirectionsTrial trial(kDear, 1);
  EXPECT_TRUE(trial.are_worth_it());
  add_window(trial, 0, 100);
  EXPECT_TRUE(trial.are_worth_it());
}

TEST(DirectionsTrial, KeepsDirectionsThatPlainlyPay) {
  DirectionsTrial trial(kDear, 1);
  add_window(trial, 0, 100);
  add_window(trial, 1, 30);  // 60 beside 100
  EXPECT_TRUE(trial.are_worth_it());
}

TEST(DirectionsTrial, CountsThePriceOfProducts) {
  DirectionsTrial trial(kDear, 1);
  add_window(trial, 0, 100);
  add_window(trial, 4, 30);  // 150 beside 100
  EXPECT_FALSE(trial.are_worth_it());
}

TEST(DirectionsTrial, ComparesWithADiagonalOnceMoreBeforeItDecides) {
  DirectionsTrial trial(kDear, 1);
  add_window(trial, 0, 100);
  add_window(trial, 1, 40);  // 80 beside 100
  EXPECT_FALSE(trial.are_worth_it());
  DirectionsTrial other = trial;
  add_window(trial, 0, 81);
  EXPECT_TRUE(trial.are_worth_it());
  add_window(other, 0, 79);
  EXPECT_FALSE(other.are_worth_it());
}

TEST(DirectionsTrial, IgnoresShortWindowsAndFirstTransitions) {
  DirectionsTrial trial(kDear, 1);
  add_window(trial, 0, 1, 29);
  add_window(trial, 9, 1000);
  EXPECT_TRUE(trial.are_worth_it());  // nothing to compare with
  for (int k = 0; k < 10; ++k) trial.add(1000000, std::vector{0.0});
  add_window(trial, 0, 9999, 20);
  EXPECT_FALSE(trial.are_worth_it());
  add_window(trial, 0, 10001, 30);
  EXPECT_TRUE(trial.are_worth_it());
}

TEST(DirectionsTrial, CountsEffectiveDrawsAndNotStepsAlone) {
  DirectionsTrial trial(kDear, 1);
  add_window(trial, 0, 100);
  add_window(trial, 1, 10, 90, slowly);  // a fifth of the price, at a tenth of the pace
  EXPECT_FALSE(trial.are_worth_it());
  add_window(trial, 0, 100, 90, slowly);
  EXPECT_TRUE(trial.are_worth_it());
}

// The first coordinate hardly moves in `first`, which therefore does not know how wide it is.
TEST(Moves, AreJudgedByTheVarianceOfAllPositions) {
  Moves first(2), second(2);
  for (int k = 0; k < 100; ++k) {
    first.add(std::vector{1.0 + 0.01 * from_side_to_side(k), from_side_to_side(k)});
    second.add(std::vector{from_side_to_side(k / 2), from_side_to_side(k)});
  }
  const Paces found = paces(first, second);
  // The mean of both coordinates; of the first the second one has a correlation of about 0.
  EXPECT_NEAR(found.first, 0.5, 0.01);
  EXPECT_GT(found.second, 0.9);
}

TEST(Moves, ThePaceIsThatOfTheSlowestCoordinates) {
  Moves moves(5);
  for (int k = 0; k < 200; ++k) {
    const double slow = slowly(k), fast = from_side_to_side(k);
    moves.add(std::vector{fast, slow, slow, fast, slow});
  }
  const double share = 1.0 - std::cos(2.0 * std::numbers::pi / 40.0);
  EXPECT_NEAR(paces(moves, moves).first, share / (2.0 - share), 1e-3);
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
