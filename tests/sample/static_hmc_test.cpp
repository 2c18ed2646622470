// These tests look at static HMC: its number of steps, its acceptance and its rejections.
#include "sample/static_hmc.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sample/densities.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;

TEST(StaticHmc, CountsStepsAsStanDoes) {
  EXPECT_EQ(count_steps(2.0 * std::numbers::pi, 1.0), 6);
  EXPECT_EQ(count_steps(1.0, 0.25), 4);
  EXPECT_EQ(count_steps(1.0, 0.3), 3);
  EXPECT_EQ(count_steps(1.0, 5.0), 1);
  EXPECT_EQ(count_steps(1.0, 1e-300), 2147483647);
}

TEST(StaticHmc, AcceptedProposalIsTheEndOfTheExactOrbit) {
  FunctionDensity density = testing::standard_normal(1);
  Hamiltonian hamiltonian(density, Metric::unit(1));
  StaticHmc hmc(hamiltonian);
  constexpr double h = 0.1;
  const double w = std::acos(1.0 - 0.5 * h * h);
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Point point{{0.6}, {-0.6}, -0.18};
    const double p = Random({.seed = seed}).normal();
    Random random({.seed = seed});
    const Statistics statistics = hmc.transition(point, h, 7, random);
    EXPECT_EQ(statistics.n_leapfrog, 7);
    EXPECT_GT(statistics.accept_stat, 0.99);
    if (point.position[0] == 0.6) continue;
    ++accepted;
    const double end = 0.6 * std::cos(7 * w) + p / std::sqrt(1.0 - 0.25 * h * h) * std::sin(7 * w);
    EXPECT_NEAR(point.position[0], end, 1e-13);
    EXPECT_NEAR(statistics.lp, -0.5 * end * end, 1e-13);
  }
  EXPECT_GE(accepted, 48);
}

TEST(StaticHmc, AcceptanceIsTheMetropolisRatio) {
  // Steps of size 1.9 are near the limit of stability, so energies change a lot.
  FunctionDensity density = testing::standard_normal(1);
  Hamiltonian hamiltonian(density, Metric::unit(1));
  StaticHmc hmc(hamiltonian);
  constexpr double h = 1.9;
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Point point{{0.6}, {-0.6}, -0.18};
    const double p = Random({.seed = seed}).normal();
    Random random({.seed = seed});
    const Statistics statistics = hmc.transition(point, h, 1, random);
    const double half = p - 0.5 * h * 0.6;
    const double q_end = 0.6 + h * half;
    const double p_end = half - 0.5 * h * q_end;
    const double ratio = std::exp(0.5 * (0.36 + p * p - q_end * q_end - p_end * p_end));
    EXPECT_NEAR(statistics.accept_stat, std::min(1.0, ratio), 1e-12);
    if (point.position[0] == 0.6) ++rejected;
  }
  EXPECT_GT(rejected, 10);
  EXPECT_LT(rejected, 150);
}

TEST(StaticHmc, RejectsATrajectoryThatMeetsARejectedPoint) {
  FunctionDensity density = testing::walled_normal(1, 0.9);
  Hamiltonian hamiltonian(density, Metric::unit(1));
  StaticHmc hmc(hamiltonian);
  int divergent = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Point point{{0.6}, {-0.6}, -0.18};
    Random random({.seed = seed});
    const Statistics statistics = hmc.transition(point, 0.1, 20, random);
    EXPECT_LE(point.position[0], 0.9);
    if (!statistics.divergent) continue;
    ++divergent;
    EXPECT_EQ(point.position[0], 0.6);
    EXPECT_EQ(statistics.accept_stat, 0.0);
    EXPECT_LT(statistics.n_leapfrog, 20);
  }
  EXPECT_GT(divergent, 10);
}

}  // namespace
}  // namespace autumn::sampler
