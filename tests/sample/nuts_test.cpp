// These tests compare the iterative tree with the recursion, draw for draw, and with a trajectory
// whose turn is known.
#include "sample/nuts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sample/densities.h"
#include "sample/recursive_nuts.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;
using testing::RecursiveNuts;

struct Comparison {
  int max_depth = 10;
  double step_size = 0.3;
  int transitions = 500;
  std::uint64_t seed = 1;
};

// What happened, so that a test can demand that its case really occurred.
struct Seen {
  int divergent = 0;
  int deepest = 0;
  int at_max_depth = 0;
  int moved = 0;
};

Point start_point(Hamiltonian& hamiltonian, double at) {
  Point point{std::vector<double>(hamiltonian.dimension(), at),
              std::vector<double>(hamiltonian.dimension()), 0.0};
  point.log_density = hamiltonian.evaluate(point.position, point.gradient);
  return point;
}

Seen expect_equal_draws(LogDensity& density, const Metric& metric, const Comparison& comparison) {
  Hamiltonian hamiltonian(density, metric);
  Nuts iterative(hamiltonian, comparison.max_depth);
  RecursiveNuts recursive(hamiltonian, comparison.max_depth);
  Point point = start_point(hamiltonian, 0.1);
  Point expected = point;
  Seen seen;
  for (int i = 0; i < comparison.transitions; ++i) {
    const StreamKey key{.seed = comparison.seed, .iteration = static_cast<std::uint64_t>(i)};
    Random random(key);
    Random same(key);
    const double before = point.position[0];
    const Statistics statistics = iterative.transition(point, comparison.step_size, random);
    EXPECT_EQ(statistics, recursive.transition(expected, comparison.step_size, same));
    EXPECT_EQ(point.position, expected.position);
    EXPECT_EQ(point.gradient, expected.gradient);
    EXPECT_EQ(random.bits(), same.bits()) << "both consumed the same random numbers";
    seen.divergent += statistics.divergent ? 1 : 0;
    seen.deepest = std::max(seen.deepest, statistics.treedepth);
    seen.at_max_depth += statistics.treedepth == comparison.max_depth ? 1 : 0;
    seen.moved += point.position[0] != before ? 1 : 0;
    if (::testing::Test::HasFailure()) break;
  }
  return seen;
}

TEST(IterativeNuts, EqualsRecursionOnANormal) {
  FunctionDensity density = testing::standard_normal(2);
  const Seen seen = expect_equal_draws(density, Metric::unit(2), {.transitions = 2000});
  EXPECT_GT(seen.moved, 1800);
  EXPECT_GE(seen.deepest, 3);
  EXPECT_EQ(seen.divergent, 0);
}

TEST(IterativeNuts, EqualsRecursionOnACorrelatedNormalWithEveryMetric) {
  FunctionDensity density = testing::autoregressive_normal(12, 0.9);
  std::vector<double> inverse(144);
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < 12; ++j) {
      inverse[12 * i + j] =
          std::pow(0.9, std::fabs(static_cast<double>(i) - static_cast<double>(j)));
    }
  }
  std::vector<double> scales(12);
  for (std::size_t i = 0; i < 12; ++i) scales[i] = 0.2 + 0.1 * static_cast<double>(i);
  EXPECT_GT(expect_equal_draws(density, Metric::unit(12), {.step_size = 0.15}).deepest, 4);
  EXPECT_GT(expect_equal_draws(density, Metric::diagonal(scales), {.step_size = 0.15}).deepest, 4);
  EXPECT_GT(expect_equal_draws(density, Metric::dense(12, inverse).value(), {}).deepest, 2);
}

TEST(IterativeNuts, EqualsRecursionInTheFunnelWithDivergences) {
  FunctionDensity density = testing::funnel(5);
  const Seen seen =
      expect_equal_draws(density, Metric::unit(5), {.step_size = 0.7, .transitions = 4000});
  EXPECT_GT(seen.divergent, 10);
  EXPECT_GT(seen.moved, 2000);
}

TEST(IterativeNuts, EqualsRecursionAtAWallOfRejectedPoints) {
  FunctionDensity density = testing::walled_normal(3, 1.0);
  const Seen seen = expect_equal_draws(density, Metric::unit(3), {.transitions = 2000});
  EXPECT_GT(seen.divergent, 100);
  EXPECT_LT(seen.divergent, 1900);
}

TEST(IterativeNuts, EqualsRecursionWhereDepthIsSaturated) {
  FunctionDensity density = testing::standard_normal(4);
  for (const int max_depth : {1, 2, 3, 5}) {
    const Seen seen =
        expect_equal_draws(density, Metric::unit(4), {.max_depth = max_depth, .step_size = 0.01});
    EXPECT_GT(seen.at_max_depth, 490);
  }
}

TEST(IterativeNuts, EqualsRecursionForLongTrajectories) {
  FunctionDensity density = testing::autoregressive_normal(3, 0.5);
  const Seen seen =
      expect_equal_draws(density, Metric::unit(3), {.step_size = 0.005, .transitions = 40});
  EXPECT_GE(seen.deepest, 9);
}

TEST(IterativeNuts, EqualsRecursionOnEightSchools) {
  FunctionDensity density = testing::eight_schools();
  const Seen seen =
      expect_equal_draws(density, Metric::unit(10), {.step_size = 0.35, .transitions = 1000});
  EXPECT_GT(seen.moved, 900);
}

TEST(Nuts, TurnsWhereACircularOrbitHasTurned) {
  // Momenta on a circle, w apart: the sum over an arc points along its middle, so the ends move
  // along it if and only if the arc is shorter than pi. Whatever the directions, the trajectory of
  // 2^k states ends at the first k with (2^k - 1) w > pi; the arcs of subtrees and seams are
  // shorter.
  FunctionDensity density = testing::standard_normal(2);
  Hamiltonian hamiltonian(density, Metric::unit(2));
  Nuts nuts(hamiltonian, 20);
  for (const double h : {0.9, 0.5, 0.3, 0.2, 0.11, 0.05, 0.013}) {
    const double w = std::acos(1.0 - 0.5 * h * h);
    int depth = 0;
    while ((std::pow(2.0, depth) - 1.0) * w <= std::acos(-1.0)) ++depth;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random peek({.seed = seed});
      const double p0 = peek.normal();
      const double p1 = peek.normal();
      const double squeeze = std::sqrt(1.0 - 0.25 * h * h);  // see TurnsTheHarmonicOscillator...
      Point point{{p1 / squeeze, -p0 / squeeze}, std::vector<double>(2), 0.0};
      point.log_density = hamiltonian.evaluate(point.position, point.gradient);
      Random random({.seed = seed});
      const Statistics statistics = nuts.transition(point, h, random);
      EXPECT_EQ(statistics.treedepth, depth) << h;
      EXPECT_EQ(statistics.n_leapfrog, (std::int64_t{1} << depth) - 1);
    }
  }
}

TEST(Nuts, StaysWhereEveryStepDiverges) {
  FunctionDensity density(1, [](std::span<const double> x, std::span<double> gradient) {
    gradient[0] = 0.0;
    return x[0] == 0.5 ? -1.0 : std::nan("");
  });
  Hamiltonian hamiltonian(density, Metric::unit(1));
  Nuts nuts(hamiltonian, 10);
  Point point = start_point(hamiltonian, 0.5);
  Random random({.seed = 1});
  const Statistics statistics = nuts.transition(point, 0.1, random);
  EXPECT_TRUE(statistics.divergent);
  EXPECT_EQ(statistics.accept_stat, 0.0);
  EXPECT_EQ(statistics.treedepth, 0);
  EXPECT_EQ(statistics.n_leapfrog, 1);
  EXPECT_EQ(statistics.lp, -1.0);
  EXPECT_EQ(point.position[0], 0.5);
}

TEST(Nuts, DivergesExactlyAboveTheEnergyLimit) {
  for (const double drop : {999.0, 1001.0}) {
    FunctionDensity density(1, [drop](std::span<const double> x, std::span<double> gradient) {
      gradient[0] = 0.0;
      return x[0] == 0.0 ? 0.0 : -drop;
    });
    Hamiltonian hamiltonian(density, Metric::unit(1));
    Nuts nuts(hamiltonian, 1);
    Point point = start_point(hamiltonian, 0.0);
    Random random({.seed = 1});
    EXPECT_EQ(nuts.transition(point, 0.1, random).divergent, drop > 1000.0);
  }
}

TEST(Nuts, EnergyIsPotentialPlusAPositiveKineticPart) {
  FunctionDensity density = testing::standard_normal(3);
  Hamiltonian hamiltonian(density, Metric::unit(3));
  Nuts nuts(hamiltonian, 10);
  Point point = start_point(hamiltonian, 0.5);
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random({.seed = 3, .iteration = i});
    const Statistics statistics = nuts.transition(point, 0.5, random);
    std::vector<double> gradient(3);
    EXPECT_EQ(statistics.lp, density.evaluate(point.position, gradient));
    EXPECT_GT(statistics.energy, -statistics.lp);
    EXPECT_EQ(gradient, point.gradient);
  }
}

TEST(Nuts, AcceptsAnyMaximumDepth) {
  FunctionDensity density = testing::standard_normal(2);
  Hamiltonian hamiltonian(density, Metric::unit(2));
  Nuts nuts(hamiltonian, 1000000);
  Point point = start_point(hamiltonian, 0.5);
  Random random({.seed = 3});
  EXPECT_GT(nuts.transition(point, 0.001, random).treedepth, 10);
}

}  // namespace
}  // namespace autumn::sampler
