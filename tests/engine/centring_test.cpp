// These tests hold runs in centred coordinates against runs as they are written: only the way there
// may differ.
#include "engine/centring/choose.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/random.h"
#include "engine/assure/assured.h"
#include "engine/centring/centred.h"
#include "engine/centring/learn.h"
#include "engine/centring/pilot.h"
#include "engine/explain.h"
#include "engine/load.h"
#include "output/diagnostics/diagnostics.h"

namespace autumn::engine {
namespace {

trace::Traced centring_program(const std::string& program, const std::string& data) {
  namespace fs = std::filesystem;
  const fs::path stem =
      fs::temp_directory_path() / ("autumn_centring_" + std::to_string(::getpid()));
  const std::string stan = stem.string() + ".stan", json = stem.string() + ".json";
  std::ofstream(stan) << program;
  std::ofstream(json) << data;
  const auto loaded = std::get<LoadedProgram>(load_program(stan, {}));
  auto traced = std::get<trace::Traced>(load_model(loaded, json, {}));
  fs::remove(stan);
  fs::remove(json);
  return traced;
}

std::string successes(int groups, int trials, double spread) {
  Random random({.seed = 11});
  std::string y;
  for (int j = 0; j < groups; ++j) {
    const double p = 1.0 / (1.0 + std::exp(-0.5 - spread * random.normal()));
    int count = 0;
    for (int i = 0; i < trials; ++i) count += random.uniform() < p ? 1 : 0;
    y += (j == 0 ? "" : ",") + std::to_string(count);
  }
  return R"({"J": )" + std::to_string(groups) + R"(, "n": )" + std::to_string(trials) +
         R"(, "y": [)" + y + "]}";
}

constexpr const char* kHead = "data { int J; int n; array[J] int y; } ";
constexpr const char* kScales = " mu ~ normal(0, 2); tau ~ normal(0, 1); ";

// Binomial groups, written centred.
trace::Traced centred_groups(int trials, double spread) {
  return centring_program(
      std::string(kHead) + "parameters { real mu; real<lower=0> tau; vector[J] theta; } model {" +
          kScales + "theta ~ normal(mu, tau); y ~ binomial_logit(n, theta); }",
      successes(20, trials, spread));
}

trace::Traced standard_groups(int trials, double spread) {
  return centring_program(std::string(kHead) +
                              "parameters { real mu; real<lower=0> tau; vector[J] z; }"
                              "transformed parameters { vector[J] theta = mu + tau * z; } model {" +
                              kScales + "z ~ std_normal(); y ~ binomial_logit(n, theta); }",
                          successes(20, trials, spread));
}

RunOptions centring_options(sampler::Centring centring) {
  RunOptions options{.chains = 2, .seed = 3};
  options.settings.metric_learning = sampler::MetricLearning::scores;
  options.settings.centring = centring;
  return options;
}

AssuredRun run_of(const trace::Traced& traced, const RunOptions& options,
                  const collapse::PlanOptions& asked = {}) {
  const auto prepare_it = [&](const collapse::PlanOptions& plan) { return prepare(traced, plan); };
  auto done = run_assured({.prepare = prepare_it, .plan = asked, .run = options});
  EXPECT_TRUE(done.is_ok()) << done.error().message;
  return std::move(done).value();
}

double mean_weight(const AssuredRun& done, std::size_t k = 0) {
  const std::vector<double>& weights = done.prepared.centred->centring.weights[k];
  double sum = 0.0;
  for (const double w : weights) sum += w;
  return sum / static_cast<double>(weights.size());
}

TEST(Centring, WeakDataAreNotCentred) {
  const AssuredRun done =
      run_of(centred_groups(3, 0.2), centring_options(sampler::Centring::automatic));
  ASSERT_NE(done.prepared.centred, nullptr);
  EXPECT_LT(mean_weight(done), 0.3);
}

// A level without data is drawn forward; the others are a located variable as if it were not there.
TEST(Centring, ALevelWithoutDataChangesNothingForTheOthers) {
  for (const int empty : {1, 8, 20}) {
    for (const bool is_standard : {false, true}) {
      const std::string skip = "int k = j < " + std::to_string(empty) + " ? j : j + 1;";
      const std::string uses = is_standard ? "mu + tau * theta[k]" : "theta[k]";
      const std::string prior = is_standard ? "theta ~ std_normal();" : "theta ~ normal(mu, tau);";
      const trace::Traced traced = centring_program(
          std::string(kHead) +
              "parameters { real mu; real<lower=0> tau; vector[J] theta; } model {" + kScales +
              prior + "for (j in 1:(J - 1)) {" + skip + "y[j] ~ binomial_logit(n, " + uses +
              "); } }",
          successes(20, is_standard ? 500 : 3, is_standard ? 1.0 : 0.2));
      const AssuredRun done = run_of(traced, centring_options(sampler::Centring::automatic));
      ASSERT_NE(done.prepared.centred, nullptr) << empty << is_standard;
      EXPECT_EQ(done.prepared.plan.steps.size(), 1U) << "the leaf";
      EXPECT_EQ(done.prepared.centred->centring.weights[0].size(), 19U);
    }
  }
}

// As brms writes effects: an array of vectors, or a matrix, times a scale.
TEST(Centring, ArraysOfVectorsAndMatricesAreLocatedWithALevelWithoutDataToo) {
  const std::pair<std::string, std::string> forms[] = {{"array[1] vector[J] z", "tau * z[1]"},
                                                       {"matrix[1, J] z", "to_vector(tau * z)"}};
  for (const auto& [declaration, effects] : forms) {
    for (const int empty : {8, 21}) {
      const std::string skip = "int k = j < " + std::to_string(empty) + " ? j : j + 1;";
      const trace::Traced traced = centring_program(
          std::string(kHead) + "parameters { real mu; real<lower=0> tau; " + declaration +
              "; } model {" + kScales + "to_vector(z[1]) ~ std_normal(); vector[J] r = " + effects +
              "; for (j in 1:" + (empty > 20 ? "J" : "(J - 1)") + ") {" + skip +
              "y[j] ~ binomial_logit(n, mu + r[k]); } }",
          successes(20, 500, 1.0));
      const AssuredRun done = run_of(traced, centring_options(sampler::Centring::automatic));
      ASSERT_NE(done.prepared.centred, nullptr) << declaration << empty;
      EXPECT_EQ(done.prepared.centred->centring.weights[0].size(), empty > 20 ? 20U : 19U);
      EXPECT_GT(mean_weight(done), 0.7);
    }
  }
}

TEST(Centring, StrongDataStayCentred) {
  const auto options = centring_options(sampler::Centring::automatic);
  EXPECT_EQ(run_of(centred_groups(500, 1.0), options).prepared.centred, nullptr);
}

TEST(Centring, StandardNumbersUnderStrongDataAreCentred) {
  const auto options = centring_options(sampler::Centring::automatic);
  const AssuredRun done = run_of(standard_groups(500, 1.0), options);
  ASSERT_NE(done.prepared.centred, nullptr);
  EXPECT_GT(mean_weight(done), 0.7);
  EXPECT_EQ(run_of(standard_groups(3, 0.2), options).prepared.centred, nullptr);
}

// All data share the coefficients of a basis: what one of them is known to be depends on the
// others.
TEST(Centring, CoefficientsOfABasisStayAsWritten) {
  Random random({.seed = 12});
  std::string x, y;
  for (int i = 0; i < 40; ++i) {
    y += (i == 0 ? "" : ",") + std::to_string(random.below(4));
    x += i == 0 ? "[" : ",[";
    for (int k = 0; k < 10; ++k) {
      x += (k == 0 ? "" : ",") + std::to_string(std::exp(-0.05 * (0.25 * i - k) * (0.25 * i - k)));
    }
    x += "]";
  }
  const trace::Traced traced = centring_program(
      "data { int N; matrix[N, 10] X; array[N] int y; }"
      "parameters { real<lower=0> tau; vector[10] z; }"
      "model { tau ~ normal(0, 1); z ~ std_normal(); y ~ poisson_log(X * (tau * z)); }",
      R"({"N": 40, "X": [)" + x + R"(], "y": [)" + y + "]}");
  const AssuredRun done = run_of(traced, centring_options(sampler::Centring::learnt));
  EXPECT_FALSE(model::find_located(done.prepared.sampled).empty());
  EXPECT_EQ(done.prepared.centred, nullptr);
}

// A variance that is collapsed keeps the mean from it; where it is sampled for the sake of other
// coordinates, the mean must not go instead.
TEST(Centring, WhatAVarianceKeptFromCollapseStays) {
  const trace::Traced traced = centring_program(
      "data { int N; array[N] int n; array[N] int r; }"
      "parameters { real mu; real<lower=0> v; vector[N] b; }"
      "model { mu ~ normal(0, 1000); v ~ inv_gamma(0.001, 0.001); b ~ normal(mu, sqrt(v));"
      "r ~ binomial_logit(n, b); }",
      R"({"N": 12, "n": [47,148,119,810,211,196,148,215,207,97,256,360],
          "r": [0,18,8,46,8,13,9,31,14,8,29,24]})");
  const AssuredRun done = run_of(traced, centring_options(sampler::Centring::learnt));
  EXPECT_NE(done.prepared.centred, nullptr);
  EXPECT_EQ(done.prepared.dimension, 14u);
}

TEST(Centring, ColumnsAndLogDensitiesAreAsWritten) {
  const trace::Traced traced = centred_groups(3, 0.2);
  RunOptions options = centring_options(sampler::Centring::learnt);
  options.settings.draws = 100;
  options.settings.save_warmup = true;
  std::vector<std::pair<std::vector<double>, double>> seen;
  options.chains = 1;
  options.on_position = [&](std::uint32_t, const sampler::Draw& draw) {
    seen.emplace_back(std::vector(draw.position.begin(), draw.position.end()), draw.statistics.lp);
  };
  const AssuredRun done = run_of(traced, options);
  ASSERT_NE(done.prepared.centred, nullptr);
  EvaluatedDensity density(done.prepared);
  std::vector<double> gradient(done.prepared.dimension);
  ASSERT_EQ(seen.size(), 1100u);
  for (const auto& [x, lp] : seen) {
    EXPECT_NEAR(density.evaluate(x, gradient), lp, 1e-9 * (1.0 + std::fabs(lp)));
  }
  const AssuredRun plain = run_of(traced, centring_options(sampler::Centring::as_written));
  EXPECT_EQ(done.run.chains[0].draws.names(), plain.run.chains[0].draws.names());
}

// Standard errors are those of both runs; with some 25 columns one in 2,000 seeds would fail.
void expect_same_means(const trace::Traced& traced, const trace::Traced& other) {
  RunOptions options = centring_options(sampler::Centring::learnt);
  options.settings.draws = 4000;
  const AssuredRun a = run_of(traced, options);
  ASSERT_NE(a.prepared.centred, nullptr);
  options.settings.centring = sampler::Centring::as_written;
  const AssuredRun b = run_of(other, options);
  for (const char* name : {"mu", "tau", "theta.1", "theta.7", "theta.20"}) {
    double mean[2], variance[2];
    for (const AssuredRun* done : {&a, &b}) {
      const auto& names = done->run.chains[0].draws.names();
      const auto c = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
      ASSERT_LT(c, names.size());
      std::vector<double> all;
      for (const ChainRun& chain : done->run.chains) {
        const std::vector<double> column = chain.draws.column(c);
        all.insert(all.end(), column.begin(), column.end());
      }
      double sum = 0.0, squares = 0.0;
      for (const double x : all) sum += x;
      const std::size_t k = done == &a ? 0 : 1;
      mean[k] = sum / static_cast<double>(all.size());
      for (const double x : all) squares += (x - mean[k]) * (x - mean[k]);
      variance[k] = squares / static_cast<double>(all.size()) / output::ess_mean({all, 2});
    }
    EXPECT_LT(std::fabs(mean[0] - mean[1]), 4.5 * std::sqrt(variance[0] + variance[1])) << name;
  }
}

TEST(Centring, MeansOfWeakDataAreThoseOfStandardNumbers) {
  expect_same_means(centred_groups(3, 0.2), standard_groups(3, 0.2));
}

TEST(Centring, MeansOfStrongDataAreThoseOfCentredNumbers) {
  expect_same_means(standard_groups(500, 1.0), centred_groups(500, 1.0));
}

TEST(Centring, ThreadsDoNotMatter) {
  const trace::Traced traced = centred_groups(3, 0.2);
  RunOptions options = centring_options(sampler::Centring::automatic);
  options.threads = 1;
  const AssuredRun one = run_of(traced, options);
  options.threads = 4;
  const AssuredRun four = run_of(traced, options);
  for (std::size_t c = 0; c < 2; ++c) {
    for (std::size_t k = 0; k < one.run.chains[c].draws.columns(); ++k) {
      EXPECT_EQ(one.run.chains[c].draws.column(k), four.run.chains[c].draws.column(k));
    }
  }
}

TEST(Centring, SeedsAndChainsDoNotMatterToWeights) {
  const trace::Traced traced = centred_groups(3, 0.2);
  RunOptions options = centring_options(sampler::Centring::automatic);
  const AssuredRun one = run_of(traced, options);
  options.seed = 17;
  options.chains = 1;
  options.first_id = 4;
  const AssuredRun other = run_of(traced, options);
  EXPECT_EQ(one.prepared.centred->centring.weights, other.prepared.centred->centring.weights);
}

TEST(Centring, NothingToChooseChangesNoDraw) {
  const trace::Traced traced = centring_program(
      "data { int N; array[N] int y; } parameters { vector[N] theta; }"
      "model { theta ~ normal(0, 1); y ~ poisson_log(theta); }",
      R"({"N": 10, "y": [0,1,2,3,4,0,1,2,3,4]})");
  const AssuredRun one = run_of(traced, centring_options(sampler::Centring::automatic));
  const AssuredRun other = run_of(traced, centring_options(sampler::Centring::as_written));
  EXPECT_EQ(one.run.chains[0].draws.column(0), other.run.chains[0].draws.column(0));
}

TEST(Centring, ShortRunsGivenMetricsAndStansMetricsAreNotAsked) {
  RunOptions options = centring_options(sampler::Centring::automatic);
  EXPECT_TRUE(may_centre(options));
  RunOptions other = options;
  other.settings.warmup = 100;
  EXPECT_FALSE(may_centre(other));
  other = options;
  other.settings.warmup = other.settings.draws = 300;
  EXPECT_FALSE(may_centre(other));
  other = options;
  other.settings.inverse_metric = {1.0, 2.0};
  EXPECT_FALSE(may_centre(other));
  other = options;
  other.settings.metric_learning = sampler::MetricLearning::positions;
  EXPECT_FALSE(may_centre(other));
  EXPECT_FALSE(may_centre(RunOptions{}));
}

// The pilot as written would take several times as much in a funnel: it ends within a transition,
// of at most 255 steps, of its bound, and never costs more than a quarter of a chain.
TEST(Centring, AskingIsBoundedByWhatAChainTakes) {
  RunOptions options = centring_options(sampler::Centring::learnt);
  const AssuredRun done = run_of(centred_groups(3, 0.2), options);
  ASSERT_NE(done.prepared.centred, nullptr);
  const Ready centred{done.prepared, options};
  Prepared as_written = done.prepared;
  as_written.centred = nullptr;
  for (const std::int64_t draws : {1, 1000, 9000}) {
    options.settings.draws = draws;
    const double most = most_of_written(options.settings);
    EXPECT_NEAR(most, draws == 1 ? 1.001 : draws == 1000 ? 2.0 : 4.0, 1e-9);
    const Tried tried = try_coordinates(centred, Ready{as_written, options});
    EXPECT_GT(tried.evaluations_centred, 250.0);
    EXPECT_LE(tried.evaluations_centred, 250.0 * 256.0);
    EXPECT_GT(tried.evaluations_written, 250.0);
    EXPECT_LE(tried.evaluations_written, most * tried.evaluations_centred + 256.0);
  }
}

TEST(Centring, TheMetricIsThatOfWrittenNumbers) {
  RunOptions options = centring_options(sampler::Centring::learnt);
  options.chains = 1;
  options.settings.draws = 2000;
  const AssuredRun done = run_of(centred_groups(3, 0.2), options);
  ASSERT_NE(done.prepared.centred, nullptr);
  const auto& names = done.run.chains[0].draws.names();
  const std::vector<double>& metric = done.run.chains[0].result.adapted.inverse_metric;
  const density::Slice slice = done.prepared.slices[2];
  for (std::size_t i = 0; i < 20; ++i) {
    const auto c = static_cast<std::size_t>(
        std::ranges::find(names, "theta." + std::to_string(i + 1)) - names.begin());
    double sum = 0.0, squares = 0.0;
    const std::vector<double> column = done.run.chains[0].draws.column(c);
    for (const double x : column) sum += x, squares += x * x;
    const double n = static_cast<double>(column.size());
    const double variance = squares / n - sum / n * sum / n;
    EXPECT_NEAR(std::log(metric[slice.start + i] / variance), 0.0, 0.6) << i;
  }
}

TEST(Centring, ExplainSaysWhich) {
  const auto weak = explain(centred_groups(3, 0.2).model, {});
  ASSERT_TRUE(weak.is_ok());
  EXPECT_TRUE(weak.value().coordinates.starts_with("The sampler centres theta by "))
      << weak.value().coordinates;
  const auto strong = explain(centred_groups(500, 1.0).model, {});
  ASSERT_TRUE(strong.is_ok());
  EXPECT_TRUE(strong.value().coordinates.starts_with("The sampler has theta centred as written"))
      << strong.value().coordinates;
}

// The mean of what is centred is sampled in these coordinates, though it could be collapsed.
TEST(Centring, ExplainTellsThePlanThatTheCoordinatesNeed) {
  const trace::Traced traced = centred_groups(3, 0.2);
  const AssuredRun done = run_of(traced, centring_options(sampler::Centring::automatic));
  const explainer::Explanation told = explain(traced.model, {}).value();
  EXPECT_EQ(told.dimension_after, done.prepared.dimension);
  ASSERT_EQ(told.parts[0].name, "mu");
  EXPECT_FALSE(told.parts[0].is_collapsed());
  EXPECT_TRUE(told.parts[0].could_be);
  EXPECT_EQ(explain_plan(traced.model, {}).value().dimension_after, done.prepared.dimension - 1);
}

// What was asked to be collapsed is, whatever coordinates that leaves.
TEST(Centring, SamplesNothingThatWasAskedToBeCollapsed) {
  const trace::Traced traced = centred_groups(3, 0.2);
  for (const collapse::PlanOptions& plan :
       {collapse::PlanOptions{.is_forced = true}, collapse::PlanOptions{.prefer = {"mu"}}}) {
    const AssuredRun done = run_of(traced, centring_options(sampler::Centring::automatic), plan);
    EXPECT_EQ(done.prepared.dimension, 21U);
    const explainer::Explanation told = explain(traced.model, plan).value();
    EXPECT_EQ(told.dimension_after, 21U);
    EXPECT_TRUE(told.parts[0].is_collapsed());
  }
}

// A chain begins where it is told to, whatever it moves in.
TEST(Centring, InitialPointsAreAsWritten) {
  const trace::Traced traced = centred_groups(3, 0.2);
  RunOptions options = centring_options(sampler::Centring::learnt);
  AssuredRun done = run_of(traced, options);
  ASSERT_NE(done.prepared.centred, nullptr);
  options.settings.warmup = 0;
  options.settings.draws = 1;
  options.settings.adapt_engaged = false;
  options.settings.step_size = 1e-12;
  options.chains = 1;
  for (std::size_t i = 0; i < done.prepared.dimension; ++i) {
    options.initial.push_back(0.1 * static_cast<double>(i) - 1.0);
  }
  std::vector<double> first;
  options.on_position = [&](std::uint32_t, const sampler::Draw& draw) {
    first.assign(draw.position.begin(), draw.position.end());
  };
  ASSERT_TRUE(run(done.prepared, options).is_ok());
  ASSERT_EQ(first.size(), options.initial.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(first[i], options.initial[i], 1e-8);
}

// The mean and its scale could be integrated out, and are sampled again where that pays.
TEST(Centring, WhatLocatesIsSampled) {
  const AssuredRun done =
      run_of(centred_groups(3, 0.2), centring_options(sampler::Centring::learnt));
  ASSERT_NE(done.prepared.centred, nullptr);
  EXPECT_EQ(done.prepared.sampled.variables.size(), 3u);
}

}  // namespace
}  // namespace autumn::engine
