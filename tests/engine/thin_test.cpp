// These tests look at `--thin auto`: what it picks, that it gives the draws of the number it
// picks, and what it says.
#include "engine/thin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "engine/load.h"
#include "engine/report.h"
#include "engine/run.h"
#include "output/files/draw_file.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

// A first-order autoregression with this autocorrelation.
sampler::WarmupRecord autoregression(double r, std::int64_t n) {
  Random random({.seed = 3});
  sampler::WarmupRecord record{
      .quantities = 2, .values = {}, .iterations = n, .walks = n, .gradients = 0};
  double x = 0.0;
  for (std::int64_t i = 0; i < n; ++i) {
    x = r * x + std::sqrt(1.0 - r * r) * random.normal();
    record.values.push_back(random.normal());
    record.values.push_back(x);
  }
  return record;
}

TEST(Thin, AutocorrelationTimeIsThatOfTheSlowestQuantity) {
  // (1 + r) / (1 - r) = 9; the estimate from 20,000 transitions is good to a tenth.
  EXPECT_NEAR(autocorrelation_time(autoregression(0.8, 20'000)).value(), 9.0, 1.0);
  EXPECT_LT(autocorrelation_time(autoregression(0.0, 20'000)).value(), 1.2);
  EXPECT_FALSE(autocorrelation_time(autoregression(0.8, 20)).has_value());  // too short to tell
}

TEST(Thin, TimeOfTheLogDensityIsItsOwn) {
  sampler::WarmupRecord record = autoregression(0.8, 20'000);
  for (std::size_t i = 0; i < record.values.size(); i += 2) {
    record.log_densities.push_back(record.values[i]);
  }
  EXPECT_LT(log_density_time(record).value(), 1.2);
  EXPECT_FALSE(log_density_time(autoregression(0.8, 20)).has_value());
}

TEST(Thin, BestIsTheExactOptimumOfASmallCase) {
  // t = 3, so r = 1/2. Rates (1 - r^k) / (1 + r^k) / (k + 3): 0.0833, 0.12, 0.1296, 0.1261, ...
  EXPECT_EQ(best_thin(3.0, {.transition = 1.0, .row = 3.0}), 3);
  EXPECT_EQ(best_thin(3.0, {.transition = 1.0, .row = 0.0}), 1);  // 1/3, 3/10, ...
  EXPECT_EQ(best_thin(1.0, {.transition = 1.0, .row = 1000.0}), 1);
  EXPECT_EQ(best_thin(0.5, {.transition = 1.0, .row = 1000.0}), 1);  // antithetic
}

TEST(Thin, BestGrowsWithTheCostOfARowAndWithTheTime) {
  std::int64_t last = 1;
  for (const double row : {0.1, 1.0, 10.0, 100.0}) {
    const std::int64_t thin = best_thin(20.0, {.transition = 1.0, .row = row});
    EXPECT_GE(thin, last);
    last = thin;
  }
  EXPECT_GT(last, 10);
  EXPECT_GT(best_thin(100.0, {.transition = 1.0, .row = 100.0}), last);
}

// A path of this process alone.
fs::path scratch(const std::string& name) {
  return fs::temp_directory_path() / ("autumn_thin_" + std::to_string(::getpid()) + "_" + name);
}

Prepared prepared_from(const std::string& program, const std::string& data) {
  const fs::path stan = scratch("model.stan");
  const fs::path json = scratch("data.json");
  std::ofstream(stan) << program;
  std::ofstream(json) << data;
  const auto loaded = std::get<LoadedProgram>(load_program(stan.string(), {}));
  const auto traced = std::get<trace::Traced>(load_model(loaded, json.string(), {}));
  fs::remove(stan);
  fs::remove(json);
  return prepare(traced, {}).value();
}

// 200 numbers that nobody observes are drawn back, one scale is sampled: transitions are cheap,
// rows are not.
Prepared cheap_model() {
  return prepared_from(
      "data { int J; vector[4] y; } parameters { vector[J] x; real<lower=0> tau; }"
      "model { tau ~ cauchy(0, 5); x ~ normal(0, tau); y ~ normal(0, tau); }",
      R"({"J": 200, "y": [1, -2, 3, 0.5]})");
}

// 2,000 rows of a logistic regression in 3 parameters: nothing is collapsed, and rows are short.
Prepared dear_model() {
  Random random({.seed = 8});
  std::string x;
  std::string y;
  for (int i = 0; i < 2000; ++i) {
    x += (i == 0 ? "[" : ",[") + std::to_string(random.normal()) + "," +
         std::to_string(random.normal()) + "," + std::to_string(random.normal()) + "]";
    y += (i == 0 ? "" : ",") + std::to_string(random.below(2));
  }
  return prepared_from(
      "data { int N; matrix[N, 3] X; array[N] int y; } parameters { vector[3] b; }"
      "model { b ~ normal(0, 1); y ~ bernoulli_logit(X * b); }",
      R"({"N": 2000, "X": [)" + x + R"(], "y": [)" + y + "]}");
}

RunOptions automatic(std::int64_t draws, std::uint32_t chains) {
  RunOptions options;
  options.settings.warmup = 400;
  options.settings.draws = draws;
  options.settings.thin = sampler::Thin::automatic();
  options.settings.jumps = false;  // with them, small models have nothing to thin
  options.chains = chains;
  options.seed = 4;
  return options;
}

TEST(Thin, CountsOnTheJumpsThereWillBe) {
  const Prepared prepared = cheap_model();
  sampler::WarmupRecord record = autoregression(0.8, 20'000);
  record.gradients = 60'000;
  const ThinChoice walking = choose_thin(prepared, automatic(10, 1), record);
  record.jump_acceptance = 0.9;
  const ThinChoice jumping = choose_thin(prepared, automatic(10, 1), record);
  // r = 0.8 becomes 0.08, and a transition takes four gradients instead of three.
  EXPECT_NEAR(*jumping.autocorrelation_time, 1.08 / 0.92, 0.02);
  EXPECT_GT(jumping.costs.transition, walking.costs.transition);
  EXPECT_LT(jumping.thin, walking.thin);
  // NUTS in one iteration of ten: jumps alone move the chain, and 1.3 evaluations do.
  record.iterations_per_walk = 10;
  const ThinChoice following = choose_thin(prepared, automatic(10, 1), record);
  EXPECT_DOUBLE_EQ(*following.autocorrelation_time, 1.1 / 0.9);
  EXPECT_LT(following.costs.transition, walking.costs.transition);
}

TEST(Thin, IsOneWhereATransitionCostsMoreThanARow) {
  const auto result = run(dear_model(), automatic(20, 1));
  ASSERT_TRUE(result.is_ok());
  ASSERT_TRUE(result.value().thin.has_value());
  EXPECT_EQ(result.value().thin->thin, 1);
  EXPECT_EQ(result.value().chains[0].draws.rows(), 20U);
}

TEST(Thin, IsMoreWhereRowsCostMoreAndGivesTheDrawsOfThatNumber) {
  const Prepared prepared = cheap_model();
  EXPECT_EQ(prepared.dimension, 1U);
  RunOptions options = automatic(50, 3);
  options.threads = 2;
  const auto chosen = run(prepared, options);
  ASSERT_TRUE(chosen.is_ok());
  const std::int64_t thin = chosen.value().thin->thin;
  EXPECT_GT(thin, 1);
  EXPECT_LT(thin, 50);
  options.settings.thin = thin;
  options.threads = 1;
  const auto given = run(prepared, options);
  ASSERT_TRUE(given.is_ok());
  EXPECT_FALSE(given.value().thin.has_value());
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(chosen.value().chains[c].draws.rows(), 50U);
    EXPECT_EQ(chosen.value().chains[c].draws, given.value().chains[c].draws);
    EXPECT_EQ(chosen.value().chains[c].result.thin, thin);
  }
}

TEST(Thin, IsOneWhereJumpsAreNearlyIndependent) {
  RunOptions options = automatic(50, 2);
  options.settings.jumps = true;
  const auto result = run(cheap_model(), options);
  ASSERT_TRUE(result.is_ok());
  EXPECT_GT(result.value().chains[0].result.jumps_tried, 0);
  EXPECT_EQ(result.value().thin->thin, 1);
}

TEST(Thin, IsToldOnScreenInFilesAndInJson) {
  const Prepared prepared = cheap_model();
  const fs::path directory = scratch("files");
  fs::remove_all(directory);
  for (const output::Format format : {output::Format::kCsv, output::Format::kBinary}) {
    RunOptions options = automatic(30, 2);
    options.files = Files{.directory = directory.string(), .format = format, .overwrite = true};
    const auto result = run(prepared, options);
    ASSERT_TRUE(result.is_ok());
    const std::string thin = std::to_string(result.value().thin->thin);
    const Report account = report(prepared, options, result.value());
    EXPECT_NE(to_text(account).find("Thinning: " + thin + " transitions per saved draw"),
              std::string::npos);
    EXPECT_NE(output::to_json(account.output).find("\"thin\":" + thin + ",\"thin_auto\":true"),
              std::string::npos);
    const auto file = output::read_draws(
        (directory / ("chain_2." + std::string(output::extension(format)))).string());
    ASSERT_TRUE(file.is_ok()) << file.error().message;
    const output::CsvFile& content = file.value().content;
    EXPECT_EQ(output::find_value(content, "thin"), thin);
    EXPECT_EQ(output::find_value(content, "autumn_thin"), "auto");
    // As CmdStan counts: rows = num_samples / thin.
    EXPECT_EQ(output::find_value(content, "num_samples"),
              std::to_string(30 * result.value().thin->thin));
    EXPECT_EQ(content.draws.rows(), 30U);
  }
  fs::remove_all(directory);
}

TEST(Thin, OfARunStoppedInWarmupIsNeverChosenAndLeavesNoFile) {
  const fs::path directory = scratch("stopped");
  fs::remove_all(directory);
  const std::atomic<bool> stop{true};
  RunOptions options = automatic(30, 2);
  options.files = Files{.directory = directory.string()};
  options.stop = &stop;
  const auto result = run(cheap_model(), options);
  ASSERT_TRUE(result.is_ok());
  EXPECT_FALSE(result.value().thin.has_value());
  EXPECT_TRUE(fs::is_empty(directory));
  fs::remove_all(directory);
}

TEST(Thin, IsOneAfterAWarmupTooShortToTell) {
  RunOptions options = automatic(10, 2);
  options.settings.warmup = 60;
  const auto result = run(cheap_model(), options);
  ASSERT_TRUE(result.is_ok());
  EXPECT_EQ(to_text(*result.value().thin),
            "Thinning: 1 transition per saved draw, because warm-up was too short to choose.");
  EXPECT_EQ(result.value().chains[1].draws.rows(), 10U);
}

TEST(Thin, DoesNotGoWithSavedWarmup) {
  RunOptions options = automatic(10, 1);
  options.settings.save_warmup = true;
  const auto result = run(cheap_model(), options);
  ASSERT_FALSE(result.is_ok());
  EXPECT_EQ(result.error().message, "thin=auto cannot be given with save_warmup");
}

}  // namespace
}  // namespace autumn::engine
