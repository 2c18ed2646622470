// These tests look at whole chains: what is reported and when, counts, stopping, determinism, and
// degenerate cases.
#include "sample/chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "sample/densities.h"
#include "sample/nuts.h"
#include "sample/recorder.h"

namespace autumn::sampler {
namespace {

using testing::FunctionDensity;
using testing::Recorder;

const ChainKey kKey{.seed = 42, .chain = 1};

ChainResult run(FunctionDensity density, const Settings& settings, Recorder& recorder,
                const std::vector<double>& initial = {}) {
  Result<ChainResult> result = run_chain(density, settings, kKey, initial, recorder);
  if (!result) ADD_FAILURE() << to_text(result.error());
  return std::move(result).value();
}

TEST(Chain, KeepsEveryThinthIterationOfEachPhase) {
  struct Case {
    std::int64_t warmup, draws, thin;
    bool save_warmup;
    std::size_t kept;
  };
  // All draws that were asked for, and ceil(n / thin) of warm-up.
  for (const Case& c :
       {Case{50, 100, 1, false, 100}, Case{50, 100, 1, true, 150}, Case{50, 100, 3, false, 100},
        Case{50, 100, 3, true, 117}, Case{7, 5, 10, true, 6}, Case{0, 5, 2, true, 5},
        Case{30, 0, 2, true, 15}}) {
    Recorder recorder;
    const ChainResult result =
        run(testing::standard_normal(2),
            {.warmup = c.warmup, .draws = c.draws, .thin = c.thin, .save_warmup = c.save_warmup},
            recorder);
    EXPECT_EQ(recorder.draws.size(), c.kept);
    EXPECT_EQ(recorder.iterations, c.warmup + c.draws * c.thin);
    EXPECT_EQ(recorder.warmup_iterations, c.warmup);
    EXPECT_EQ(result.iterations, c.warmup + c.draws * c.thin);
    EXPECT_FALSE(result.interrupted);
    for (const testing::Recorded& draw : recorder.draws) {
      const bool is_warmup = draw.phase == Phase::warmup;
      EXPECT_EQ(is_warmup, draw.iteration < c.warmup);
      EXPECT_EQ((draw.iteration - (is_warmup ? 0 : c.warmup)) % c.thin, 0);
    }
  }
}

TEST(Chain, ThinningDropsDrawsAndChangesNone) {
  Recorder all, some;
  (void)run(testing::standard_normal(2), {.warmup = 50, .draws = 30}, all);
  (void)run(testing::standard_normal(2), {.warmup = 50, .draws = 8, .thin = 4}, some);
  ASSERT_EQ(some.draws.size(), 8U);
  for (std::size_t i = 0; i < some.draws.size(); ++i) EXPECT_EQ(some.draws[i], all.draws[4 * i]);
}

TEST(Chain, ReportsAdaptationOnceBeforeSampling) {
  for (const bool engaged : {true, false}) {
    for (const std::int64_t warmup : {0, 60}) {
      Recorder recorder;
      const ChainResult result = run(
          testing::standard_normal(2),
          {.warmup = warmup, .draws = 10, .step_size = 0.7, .adapt_engaged = engaged}, recorder);
      ASSERT_EQ(recorder.adapted.size(), 1U);
      EXPECT_EQ(recorder.iterations_before_adapted, warmup);
      EXPECT_EQ(recorder.adapted[0], result.adapted);
      const bool adapts = engaged && warmup > 0;
      EXPECT_EQ(result.adapted.step_size == 0.7, !adapts);
      EXPECT_EQ(result.adapted.inverse_metric == std::vector<double>({1.0, 1.0}), !adapts);
      EXPECT_EQ(recorder.draws[0].statistics.stepsize, result.adapted.step_size);
    }
  }
}

TEST(Chain, AdaptsTheMetricItIsAskedFor) {
  const auto adapted = [](MetricKind kind) {
    Recorder recorder;
    return run(testing::scaled_normal({10.0, 0.1}), {.metric = kind, .draws = 1}, recorder).adapted;
  };
  EXPECT_EQ(adapted(MetricKind::kUnit).inverse_metric, (std::vector<double>{1.0, 1.0}));
  const Adapted diagonal = adapted(MetricKind::kDiagonal);
  EXPECT_EQ(diagonal.metric, MetricKind::kDiagonal);
  // Variances from 500 draws: a relative standard error of about 0.1.
  EXPECT_NEAR(diagonal.inverse_metric.at(0), 100.0, 50.0);
  EXPECT_NEAR(diagonal.inverse_metric.at(1), 0.01, 0.005);
  const Adapted dense = adapted(MetricKind::kDense);
  ASSERT_EQ(dense.inverse_metric.size(), 4U);
  EXPECT_NEAR(dense.inverse_metric[0], 100.0, 50.0);
  EXPECT_NEAR(dense.inverse_metric[1], 0.0, 0.5);
  EXPECT_EQ(dense.inverse_metric[1], dense.inverse_metric[2]);
}

TEST(Chain, KeepsTheSearchedStepSizeWithoutFinalBuffer) {
  // The last window ends with warm-up, so nothing was averaged since; exp(0) = 1 would
  // be no step size (stan-dev/stan pull request 3345).
  Recorder recorder;
  const ChainResult result = run(testing::scaled_normal(std::vector<double>(5, 1000.0)),
                                 {.warmup = 200, .draws = 1, .adapt_term_buffer = 0}, recorder);
  EXPECT_NE(result.adapted.step_size, 1.0);
  EXPECT_GT(result.adapted.step_size, 0.1);
}

TEST(Chain, UsesTheGivenMetricAndStepSize) {
  Recorder recorder;
  const ChainResult result =
      run(testing::standard_normal(2),
          {.warmup = 0, .draws = 5, .step_size = 0.3, .inverse_metric = {4.0, 9.0}}, recorder);
  EXPECT_EQ(result.adapted.inverse_metric, (std::vector<double>{4.0, 9.0}));
  EXPECT_EQ(result.adapted.step_size, 0.3);
}

TEST(Chain, TransitionsUseTheStreamsOfTheirIterations) {
  FunctionDensity density = testing::standard_normal(2);
  Recorder recorder;
  (void)run(density,
            {.metric = MetricKind::kUnit,
             .warmup = 3,
             .draws = 5,
             .save_warmup = true,
             .step_size = 0.5,
             .adapt_engaged = false},
            recorder, {0.3, -0.4});
  Hamiltonian hamiltonian(density, Metric::unit(2));
  Nuts nuts(hamiltonian, 10);
  Point point{{0.3, -0.4}, {-0.3, 0.4}, -0.125};
  for (std::uint64_t i = 0; i < 8; ++i) {
    Random random({.seed = 42, .chain = 1, .purpose = Purpose::kTransition, .iteration = i});
    EXPECT_EQ(nuts.transition(point, 0.5, random), recorder.draws[i].statistics);
    EXPECT_EQ(point.position, recorder.draws[i].position);
  }
}

TEST(Chain, JitterVariesTheStepSizeAroundItsValue) {
  Recorder recorder;
  (void)run(testing::standard_normal(1),
            {.warmup = 0, .draws = 400, .step_size = 0.5, .step_size_jitter = 0.2}, recorder);
  double least = 1.0, most = 0.0;
  for (const testing::Recorded& draw : recorder.draws) {
    least = std::min(least, draw.statistics.stepsize);
    most = std::max(most, draw.statistics.stepsize);
  }
  EXPECT_GT(least, 0.4);
  EXPECT_LT(least, 0.41);
  EXPECT_LT(most, 0.6);
  EXPECT_GT(most, 0.59);
}

TEST(Chain, StopsCleanlyWhenAsked) {
  for (const std::int64_t stop : {1, 30, 50, 70}) {
    Recorder recorder;
    recorder.stop_after = stop;
    const ChainResult result =
        run(testing::standard_normal(2), {.warmup = 50, .draws = 50}, recorder);
    EXPECT_TRUE(result.interrupted);
    EXPECT_EQ(result.iterations, stop);
    EXPECT_EQ(static_cast<std::int64_t>(recorder.draws.size()),
              std::max<std::int64_t>(0, stop - 50));
    EXPECT_EQ(recorder.adapted.size(), stop > 50 ? 1U : 0U);
    EXPECT_EQ(result.final_position.size(), 2U);
  }
}

TEST(Chain, StoppingAfterTheLastIterationIsNoInterruption) {
  Recorder recorder;
  recorder.stop_after = 20;
  EXPECT_FALSE(run(testing::standard_normal(2), {.warmup = 10, .draws = 10}, recorder).interrupted);
}

TEST(Chain, SameKeyGivesSameDrawsOnAnyThread) {
  const Settings settings{.warmup = 200, .draws = 100, .save_warmup = true};
  Recorder here, there;
  const ChainResult one = run(testing::eight_schools(), settings, here);
  ChainResult other;
  std::thread([&] { other = run(testing::eight_schools(), settings, there); }).join();
  EXPECT_EQ(here.draws, there.draws);
  EXPECT_EQ(one.adapted, other.adapted);
  EXPECT_EQ(one.gradients_sampling, other.gradients_sampling);
}

TEST(Chain, OtherSeedsAndChainsGiveOtherDraws) {
  FunctionDensity density = testing::standard_normal(1);
  const auto last = [&](const ChainKey& key) {
    Recorder recorder;
    return run_chain(density, {.warmup = 20, .draws = 5}, key, {}, recorder)
        .value()
        .final_position[0];
  };
  EXPECT_NE(last({.seed = 1, .chain = 1}), last({.seed = 1, .chain = 2}));
  EXPECT_NE(last({.seed = 1, .chain = 1}), last({.seed = 2, .chain = 1}));
}

TEST(Chain, CountsGradientsDivergencesAndDepths) {
  int evaluations = 0;
  FunctionDensity inner = testing::funnel(3);
  FunctionDensity counted(3, [&](std::span<const double> x, std::span<double> gradient) {
    ++evaluations;
    return inner.evaluate(x, gradient);
  });
  Recorder recorder;
  const ChainResult result = run(counted, {.warmup = 200, .draws = 300, .max_depth = 3}, recorder);
  EXPECT_EQ(result.gradients_warmup + result.gradients_sampling,
            static_cast<std::uint64_t>(evaluations));
  std::int64_t steps = 0, divergences = 0, deep = 0;
  for (const testing::Recorded& draw : recorder.draws) {
    steps += draw.statistics.n_leapfrog;
    divergences += draw.statistics.divergent ? 1 : 0;
    deep += draw.statistics.treedepth == 3 ? 1 : 0;
  }
  // A jump takes one evaluation; here NUTS goes on after each.
  EXPECT_EQ(result.walks, 300);
  EXPECT_EQ(result.gradients_sampling, static_cast<std::uint64_t>(steps + result.jumps_tried));
  EXPECT_EQ(result.divergences, divergences);
  EXPECT_EQ(result.max_depth_hits, deep);
  EXPECT_GT(deep, 0);
  EXPECT_GT(result.seconds_warmup, 0.0);
  EXPECT_GT(result.seconds_sampling, 0.0);
  EXPECT_EQ(result.final_position, recorder.draws.back().position);
}

TEST(Chain, ZeroDimensionsWorkWithEveryAlgorithm) {
  for (const Algorithm algorithm :
       {Algorithm::nuts, Algorithm::static_hmc, Algorithm::fixed_param}) {
    for (const MetricKind metric : {MetricKind::kUnit, MetricKind::kDiagonal, MetricKind::kDense}) {
      FunctionDensity density(0, [](std::span<const double>, std::span<double>) { return -3.5; });
      Recorder recorder;
      const ChainResult result =
          run(density, {.algorithm = algorithm, .metric = metric, .draws = 10}, recorder);
      EXPECT_EQ(recorder.draws.size(), 10U);
      EXPECT_EQ(recorder.draws[9].statistics.lp, -3.5);
      EXPECT_EQ(recorder.draws[9].statistics.n_leapfrog, 0);
      EXPECT_TRUE(recorder.draws[9].position.empty());
      EXPECT_TRUE(result.adapted.inverse_metric.empty());
      EXPECT_EQ(result.adapted.step_size, 1.0);
      EXPECT_EQ(result.divergences + result.max_depth_hits, 0);
    }
  }
}

TEST(Chain, FixedParamStaysWithoutWarmupOrAdaptation) {
  Recorder recorder;
  const ChainResult result =
      run(testing::standard_normal(2), {.algorithm = Algorithm::fixed_param, .draws = 10}, recorder,
          {0.5, -1.0});
  ASSERT_EQ(recorder.draws.size(), 10U);
  for (const testing::Recorded& draw : recorder.draws) {
    EXPECT_EQ(draw.position, (std::vector<double>{0.5, -1.0}));
    EXPECT_EQ(draw.statistics.lp, -0.625);
  }
  EXPECT_TRUE(recorder.adapted.empty());
  EXPECT_EQ(result.iterations, 10);
  EXPECT_EQ(result.gradients_sampling, 0U);
}

TEST(Chain, StaticHmcTakesTheStepsOfItsIntegrationTime) {
  Recorder recorder;
  (void)run(testing::standard_normal(2),
            {.algorithm = Algorithm::static_hmc,
             .warmup = 0,
             .draws = 20,
             .integration_time = 2.0,
             .step_size = 0.3},
            recorder);
  for (const testing::Recorded& draw : recorder.draws) {
    EXPECT_EQ(draw.statistics.n_leapfrog, 6);
    EXPECT_EQ(draw.statistics.treedepth, 0);
  }
}

TEST(Chain, ErrorsComeBackAsValues) {
  Recorder recorder;
  FunctionDensity normal = testing::standard_normal(2);
  EXPECT_EQ(run_chain(normal, {.thin = 0}, kKey, {}, recorder).error().message,
            "thin must be 1 or more, got 0");
  EXPECT_EQ(run_chain(normal, {.inverse_metric = {1.0}}, kKey, {}, recorder).error().message,
            "inv_metric has 1 element, but 2 are needed for 2 sampled parameters (unconstrained)");
  FunctionDensity never(1, [](std::span<const double>, std::span<double>) { return std::nan(""); });
  EXPECT_EQ(run_chain(never, {}, kKey, {}, recorder).error().message.substr(0, 56),
            "Initialization between (-2, 2) failed after 100 attempts");
  FunctionDensity flat(1, [](std::span<const double>, std::span<double> gradient) {
    gradient[0] = 0.0;
    return 0.0;
  });
  EXPECT_EQ(run_chain(flat, {}, kKey, {}, recorder).error().message.substr(0, 21),
            "Posterior is improper");
}

}  // namespace
}  // namespace autumn::sampler
