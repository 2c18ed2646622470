// Simulation-based calibration (Talts et al. 2018; with a data-dependent quantity as Modrak et al.
// 2023 ask): the rank of the truth among posterior draws is uniform.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "engine/run.h"
#include "statistical/generative.h"

namespace autumn::statistical {
namespace {

constexpr std::uint64_t kSimulations = 400;
constexpr std::int64_t kDraws = 31;  // ranks 0 to 31, in 8 bins of 4
constexpr std::int64_t kThin = 8;    // so that draws are nearly independent
constexpr std::size_t kBins = 8;
// The chi-square statistic with 7 degrees of freedom is above this once in 19,000. With 38 ranks in
// all one seed in 500 fails by chance. The seed is fixed.
constexpr double kLargest = 31.4;

using Bins = std::array<double, kBins>;

double chi_square(const Bins& bins) {
  const double expected = static_cast<double>(kSimulations) / kBins;
  double sum = 0.0;
  for (const double count : bins) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

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
  options.settings.draws = kDraws * kThin;
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
  std::map<std::string, Bins> bins;
  for (std::uint64_t seed = 0; seed < kSimulations; ++seed) {
    const Values truth = simulate(100000 + seed);
    const Result<engine::Prepared> prepared = engine::prepare(fit(truth), {});
    ASSERT_TRUE(prepared.is_ok());
    ASSERT_EQ(prepared.value().dimension, GetParam().kept);
    const Result<engine::Run> run = engine::run(prepared.value(), options_of(seed));
    ASSERT_TRUE(run.is_ok());
    const DrawTable& draws = run.value().chains[0].draws;
    ASSERT_EQ(draws.rows(), static_cast<std::size_t>(kDraws));
    for (const std::string& name : ranked) {
      const auto at = std::ranges::find(draws.names(), name);
      ASSERT_NE(at, draws.names().end()) << name;
      const double truly = true_value(truth, name);
      const std::vector<double> column =
          draws.column(static_cast<std::size_t>(at - draws.names().begin()));
      const auto rank = std::ranges::count_if(column, [&](double x) { return x < truly; });
      bins[name][static_cast<std::size_t>(rank) * kBins / (kDraws + 1)] += 1.0;
    }
  }
  for (const auto& [name, counts] : bins) {
    EXPECT_LE(chi_square(counts), kLargest) << name << ": " << ::testing::PrintToString(counts);
  }
}

INSTANTIATE_TEST_SUITE_P(Slow, Calibration, ::testing::ValuesIn(generative_models()),
                         [](const ::testing::TestParamInfo<Generative>& at) {
                           return std::string(at.param.name);
                         });

}  // namespace
}  // namespace autumn::statistical
