// These tests look at chains that do not move: when they are noticed, where they begin anew, and
// when they must not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sample/chain.h"
#include "sample/densities.h"
#include "sample/recorder.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;
using testing::Recorder;

constexpr ChainKey kRestartKey{.seed = 42, .chain = 1};

// A normal density beside single numbers, at which it is far larger: no step away is accepted.
FunctionDensity spiked(const std::vector<double>& at) {
  return {1, [at](std::span<const double> x, std::span<double> gradient) {
            gradient[0] = -x[0];
            return std::ranges::find(at, x[0]) != at.end() ? 1e6 : -0.5 * x[0] * x[0];
          }};
}

// Where a chain begins, and where it would begin anew.
std::vector<double> first_points(std::uint64_t count) {
  FunctionDensity density = testing::standard_normal(1);
  Hamiltonian hamiltonian(density, Metric::unit(1));
  std::vector<double> points;
  for (std::uint64_t k = 0; k < count; ++k) {
    points.push_back(find_initial_point(hamiltonian, {}, 2.0, kRestartKey, k).value().position[0]);
  }
  return points;
}

// A standard normal of which nothing is known between the first points and a thousand evaluations
// later, so that no step size is small enough.
FunctionDensity interrupted_normal() {
  return {1, [evaluations = 0](std::span<const double> x, std::span<double> gradient) mutable {
            ++evaluations;
            gradient[0] = -x[0];
            const bool is_known = evaluations <= 8 || evaluations > 1108;
            return is_known ? -0.5 * x[0] * x[0] : std::numeric_limits<double>::quiet_NaN();
          }};
}

// Two normals with a desert between them; the one at 30000 has e^-50 of the mass.
FunctionDensity with_minor_mode() {
  return {1, [](std::span<const double> x, std::span<double> gradient) {
            const bool is_major = x[0] < 15000.0;
            const double deviation = is_major ? x[0] : x[0] - 30000.0;
            gradient[0] = -deviation;
            return -0.5 * deviation * deviation - (is_major ? 0.0 : 50.0);
          }};
}

struct Outcome {
  ChainResult result;
  Recorder recorder;
};

Outcome run(FunctionDensity density, const Settings& settings,
            const std::vector<double>& initial = {}) {
  Outcome outcome;
  Result<ChainResult> result = run_chain(density, settings, kRestartKey, initial, outcome.recorder);
  if (!result) ADD_FAILURE() << to_text(result.error());
  outcome.result = std::move(result).value();
  return outcome;
}

using Iterations = std::vector<std::int64_t>;

TEST(Stillness, IsThirtyIterationsAtOnePoint) {
  Stillness stillness;
  Point point{.position = {1.0, 2.0}, .gradient = {}};
  stillness.see(point);
  for (int k = 0; k < 29; ++k) stillness.see(point);
  EXPECT_FALSE(stillness.is_still());
  stillness.see(point);
  EXPECT_TRUE(stillness.is_still());
  EXPECT_EQ(stillness.iterations(), 30);
  point.position[1] = std::nextafter(2.0, 3.0);
  stillness.see(point);
  EXPECT_FALSE(stillness.is_still());
}

TEST(Restart, AChainThatMovesNeverBeginsAnew) {
  for (const std::uint32_t chain : {1U, 2U, 3U, 4U, 5U}) {
    for (FunctionDensity density :
         {testing::standard_normal(3), testing::funnel(5), testing::scaled_normal({1e-9, 1.0, 1e9}),
          testing::walled_normal(2, -1.9), testing::eight_schools()}) {
      Recorder recorder;
      const auto result =
          run_chain(density, {.draws = 10}, {.seed = 7, .chain = chain}, {}, recorder);
      ASSERT_TRUE(result) << to_text(result.error());
      EXPECT_TRUE(result.value().still.restarts.empty());
      EXPECT_EQ(result.value().still.iterations, 0);
    }
  }
}

TEST(Restart, AChainThatDoesNotMoveBeginsAnewElsewhere) {
  const Outcome once = run(spiked(first_points(1)), {.warmup = 300, .draws = 200, .jumps = false});
  EXPECT_EQ(once.result.still.restarts, (Iterations{30}));
  EXPECT_EQ(once.result.still.iterations, 0);
  const Outcome twice = run(spiked(first_points(2)), {.warmup = 300, .draws = 200, .jumps = false});
  EXPECT_EQ(twice.result.still.restarts, (Iterations{30, 61}));
  for (const Outcome* outcome : {&once, &twice}) {
    const std::vector<double> draws = outcome->recorder.column(0);
    EXPECT_GT(*std::ranges::max_element(draws), 1.0);
    EXPECT_LT(*std::ranges::min_element(draws), -1.0);
  }
}

TEST(Restart, WhereNoStepSizeIsSmallEnoughItBeginsAnewAtOnce) {
  EXPECT_EQ(run(interrupted_normal(), {.draws = 5, .jumps = false}).result.still.restarts,
            (Iterations{0}));
  FunctionDensity density = interrupted_normal();
  Recorder recorder;
  EXPECT_FALSE(run_chain(density, {.draws = 5, .jumps = false, .restarts = false}, kRestartKey, {},
                         recorder));
}

TEST(Restart, IsTheSameForTheSameSeed) {
  const Outcome a = run(spiked(first_points(1)), {.warmup = 200, .draws = 50});
  const Outcome b = run(spiked(first_points(1)), {.warmup = 200, .draws = 50});
  EXPECT_EQ(a.recorder.draws, b.recorder.draws);
  EXPECT_EQ(a.result.still.restarts.size(), 1U);
}

TEST(Restart, AGivenInitialPointIsKeptAndNoted) {
  const Settings settings{.warmup = 200, .draws = 5, .jumps = false};
  const Outcome given = run(spiked({0.5}), settings, {0.5});
  EXPECT_TRUE(given.result.still.restarts.empty());
  EXPECT_EQ(given.result.still.iterations, 199);  // the first is where it was seen first
  EXPECT_EQ(given.recorder.column(0), std::vector<double>(5, 0.5));
  Settings handed_over = settings;
  handed_over.initial_is_drawn = true;
  EXPECT_EQ(run(spiked({0.5}), handed_over, {0.5}).result.still.restarts.size(), 1U);
  Settings at_zero = settings;
  at_zero.initial_radius = 0.0;
  EXPECT_TRUE(run(spiked({0.5}), at_zero).result.still.restarts.empty());
}

TEST(Restart, IsForTheFirstHalfOfWarmup) {
  const Outcome late = run(spiked(first_points(1)), {.warmup = 50, .draws = 5, .jumps = false});
  EXPECT_TRUE(late.result.still.restarts.empty());
  EXPECT_EQ(late.result.still.iterations, 49);
}

TEST(Restart, AMinorModeIsNoReason) {
  const Outcome minor =
      run(with_minor_mode(), {.draws = 50, .jumps = false, .initial_is_drawn = true}, {29999.0});
  EXPECT_TRUE(minor.result.still.restarts.empty());
  EXPECT_GT(minor.recorder.column(0).at(0), 15000.0);
}

TEST(Restart, DrawsOtherInitialPoints) {
  const std::vector<double> points = first_points(3);
  EXPECT_NE(points[0], points[1]);
  EXPECT_NE(points[1], points[2]);
  EXPECT_EQ(points, first_points(3));
}

}  // namespace
}  // namespace autumn::sampler
