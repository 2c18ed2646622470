// These tests are simulation-based calibration (Talts et al. 2018; with a data-dependent quantity
// as Modrak et al. 2023 ask): the rank of the truth among posterior draws is uniform.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/run.h"
#include "output/diagnostics/calibration.h"
#include "statistical/generative.h"

namespace autumn::statistical {
namespace {

constexpr std::uint64_t kCalibrations = 400;
constexpr std::int64_t kDraws = 31;  // ranks 0 to 31
constexpr std::int64_t kThin = 8;    // so that draws are nearly independent

// "theta.2" is the second number of theta.
double true_value(const Values& truth, const std::string& column) {
  const std::size_t dot = column.find('.');
  const std::size_t place = dot == std::string::npos ? 0 : std::stoul(column.substr(dot + 1)) - 1;
  return truth.at(column.substr(0, dot))[place];
}

engine::RunOptions options_of(std::uint64_t seed) {
  engine::RunOptions options;
  options.chains = 1;
  options.threads = 1;
  options.seed = seed;
  options.settings.warmup = 300;
  options.settings.draws = kDraws;
  options.settings.thin = kThin;
  options.settings.adapt_delta = 0.9;
  return options;
}

class Calibration : public ::testing::TestWithParam<Generative> {};

TEST_P(Calibration, RanksAreUniform) {
  const Simulator simulate(GetParam());
  const Fitter fit(GetParam());
  std::vector<std::string> ranked = GetParam().ranked;
  ranked.push_back("log_lik");
  output::Ranks ranks{.draws = kDraws, .variables = {}, .collapsed = {}};
  for (const std::string& name : ranked) ranks.variables.push_back({name, {}});
  Random ties({.seed = 1});
  for (std::uint64_t seed = 0; seed < kCalibrations; ++seed) {
    const Values truth = simulate(100000 + seed);
    const Result<engine::Prepared> prepared = engine::prepare(fit(truth), {});
    ASSERT_TRUE(prepared.is_ok());
    ASSERT_EQ(prepared.value().dimension, GetParam().kept);
    const Result<engine::Run> run = engine::run(prepared.value(), options_of(seed));
    ASSERT_TRUE(run.is_ok());
    const DrawTable& draws = run.value().chains[0].draws;
    ASSERT_EQ(draws.rows(), static_cast<std::size_t>(kDraws));
    for (output::RankedVariable& variable : ranks.variables) {
      const auto at = std::ranges::find(draws.names(), variable.name);
      ASSERT_NE(at, draws.names().end()) << variable.name;
      const auto column = draws.column(static_cast<std::size_t>(at - draws.names().begin()));
      variable.ranks.push_back(output::rank_of(true_value(truth, variable.name), column, ties));
    }
  }
  const output::Calibration calibration = output::calibration_of(ranks);
  EXPECT_TRUE(calibration.is_calibrated()) << to_text(calibration);
}

INSTANTIATE_TEST_SUITE_P(Slow, Calibration, ::testing::ValuesIn(generative_models()),
                         [](const ::testing::TestParamInfo<Generative>& at) {
                           return std::string(at.param.name);
                         });

}  // namespace
}  // namespace autumn::statistical
