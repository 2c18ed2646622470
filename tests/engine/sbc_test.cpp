// These tests look at calibration: the same ranks at any number of threads, and the account of
// what was run.
#include "engine/calibrate/sbc.h"

#include <gtest/gtest.h>

#include "engine/calibrate/simulation.h"
#include "simulate/simulation.h"

namespace autumn::engine {
namespace {

constexpr const char* kSchools =
    "data { int J; vector[J] y; } parameters { real mu; real<lower=0> tau; vector[J] theta; }\n"
    "transformed parameters { real twice = 2 * mu; }\n"
    "model { mu ~ normal(0, 2); tau ~ normal(0, 1); theta ~ normal(mu, tau); y ~ normal(theta, 1); "
    "}";

SbcOptions options_of(std::uint32_t threads) {
  SbcOptions options;
  options.runs = 20;
  options.draws = 15;
  options.seed = 3;
  options.threads = threads;
  options.settings.warmup = 150;
  return options;
}

std::string ranks_of(const SbcOptions& options) {
  const auto simulator = simulate::testing::simulator_of(kSchools, R"({"J": 3})");
  const auto ranks = rank_runs(simulator.value(), options);
  EXPECT_TRUE(ranks.is_ok()) << (ranks ? "" : to_text(ranks.error()));
  return ranks ? output::ranks_csv(ranks.value()) : "";
}

TEST(Sbc, GivesTheSameRanksAtAnyNumberOfThreads) {
  const std::string alone = ranks_of(options_of(1));
  EXPECT_EQ(alone, ranks_of(options_of(3)));
  EXPECT_EQ(alone.substr(0, alone.find('\n')),
            "run,\"mu\",\"tau\",\"theta[1]\",\"theta[2]\",\"theta[3]\",\"log_joint__\"");
  SbcOptions other = options_of(1);
  other.seed = 4;
  EXPECT_NE(alone, ranks_of(other));
}

TEST(Sbc, RanksWithoutCollapseToo) {
  SbcOptions options = options_of(1);
  options.plan.is_off = true;
  EXPECT_NE(ranks_of(options), "");
}

TEST(Sbc, WantsRunsAndDraws) {
  SbcOptions options = options_of(1);
  options.runs = 0;
  const auto simulator = simulate::testing::simulator_of(kSchools, R"({"J": 3})");
  EXPECT_FALSE(rank_runs(simulator.value(), options).is_ok());
}

// The upper triangle of a Cholesky factor and the first element of its diagonal.
TEST(Sbc, LeavesOutWhatItsTypeMakesConstant) {
  const auto simulator = simulate::testing::simulator_of(
      "parameters { cholesky_factor_corr[2] L; } model { L ~ lkj_corr_cholesky(2); }");
  ASSERT_TRUE(simulator.is_ok());
  const auto ranks = rank_runs(simulator.value(), options_of(1));
  ASSERT_TRUE(ranks.is_ok());
  ASSERT_EQ(ranks.value().variables.size(), 3U);
  EXPECT_EQ(ranks.value().variables[0].name, "L[2,1]");
  EXPECT_EQ(ranks.value().variables[1].name, "L[2,2]");
}

TEST(Simulation, WritesTheTruthOfTransformedParametersToo) {
  const auto simulator = simulate::testing::simulator_of(kSchools, R"({"J": 1})");
  const auto simulated = simulator.value()(0);
  ASSERT_TRUE(simulated.is_ok());
  const std::string csv = truth_csv(simulated.value());
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "mu,tau,theta.1,twice");
}

}  // namespace
}  // namespace autumn::engine
