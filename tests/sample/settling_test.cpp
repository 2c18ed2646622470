// These tests look at warm-ups that end early: when a chain has settled, and that nothing else
// changes.
#include "sample/settling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "sample/chain.h"
#include "sample/densities.h"
#include "sample/recorder.h"
#include "sample/windows.h"

namespace autumn::sampler {
namespace {

using testing::Recorder;

constexpr ChainKey kSettlingKey{.seed = 42, .chain = 1};

// A first-order autoregression with unit variances, and a line beside it.
std::vector<double> series(double correlation, double slope, std::size_t count = 200) {
  Random random({.seed = 3});
  std::vector<double> values;
  double x = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    x = correlation * x + std::sqrt(1.0 - correlation * correlation) * random.normal();
    values.push_back(x + slope * static_cast<double>(k));
  }
  return values;
}

TEST(Settling, IsSteadyWhatMovesFastAndDoesNotDrift) {
  EXPECT_TRUE(is_steady(series(0.0, 0.0)));
  EXPECT_TRUE(is_steady(series(-0.5, 0.0)));
  EXPECT_TRUE(is_steady(series(0.5, 0.0)));
  EXPECT_FALSE(is_steady(series(0.95, 0.0)));
  EXPECT_FALSE(is_steady(series(0.0, 0.01)));  // two standard deviations in all
  EXPECT_FALSE(is_steady(series(0.0, 0.0, 20)));
  EXPECT_FALSE(is_steady(std::vector<double>(200, 1.5)));
}

struct Warmup {
  WarmupRecord record;
  Efforts efforts;
};

// Independent draws of two quantities; `leapfrogs` of an iteration, -1 for none.
template <class Leapfrogs>
Warmup warmup_of(std::int64_t iterations, const Leapfrogs& leapfrogs) {
  Warmup warmup{.record = {.quantities = 2, .iterations = iterations}, .efforts = {}};
  Random random({.seed = 5});
  for (std::int64_t i = 0; i < iterations; ++i) {
    for (int k = 0; k < 2; ++k) warmup.record.values.push_back(random.normal());
    warmup.record.log_densities.push_back(random.normal());
    const std::int64_t count = leapfrogs(i);
    warmup.efforts.add({.n_leapfrog = count}, count >= 0);
  }
  return warmup;
}

bool settles(const Warmup& warmup) {
  return is_settled(warmup.record, warmup.efforts);
}

TEST(Settling, TakesAHundredAndFiftyIterations) {
  const auto seven = [](std::int64_t) { return 7; };
  EXPECT_TRUE(settles(warmup_of(150, seven)));
  EXPECT_FALSE(settles(warmup_of(149, seven)));
}

TEST(Settling, WaitsAsLongAsGradientsBecomeFewerOrMore) {
  EXPECT_TRUE(settles(warmup_of(300, [](std::int64_t i) { return i < 200 ? 8 : 7; })));
  EXPECT_FALSE(settles(warmup_of(300, [](std::int64_t i) { return i < 200 ? 15 : 7; })));
  EXPECT_FALSE(settles(warmup_of(300, [](std::int64_t i) { return i < 200 ? 7 : 15; })));
  // What was before the last two windows is over.
  EXPECT_TRUE(settles(warmup_of(300, [](std::int64_t i) { return i < 130 ? 500 : 7; })));
}

TEST(Settling, IsAboutTransitions) {
  EXPECT_FALSE(settles(warmup_of(300, [](std::int64_t i) { return i % 10 == 0 ? 7 : -1; })));
  EXPECT_TRUE(settles(warmup_of(300, [](std::int64_t i) { return i % 4 == 0 ? -1 : 7; })));
}

TEST(Settling, WaitsWhereTransitionsDiverge) {
  for (const auto& [at, settles_then] : {std::pair{299, false}, {250, false}, {249, true}}) {
    Warmup warmup = warmup_of(300, [](std::int64_t) { return 7; });
    warmup.efforts.forget();
    for (int i = 0; i < 300; ++i) {
      warmup.efforts.add({.n_leapfrog = 7, .divergent = i == at}, true);
    }
    EXPECT_EQ(settles(warmup), settles_then);
  }
}

TEST(Settling, AsksEveryQuantity) {
  Warmup warmup = warmup_of(300, [](std::int64_t) { return 7; });
  ASSERT_TRUE(settles(warmup));
  Warmup slow = warmup;
  const std::vector<double> walk = series(0.98, 0.0, 300);
  for (std::size_t i = 0; i < 300; ++i) slow.record.values[2 * i + 1] = walk[i];
  EXPECT_FALSE(settles(slow));
  slow = warmup;
  slow.record.log_densities = walk;
  EXPECT_FALSE(settles(slow));
  // Independent values around one mean that become larger.
  slow = warmup;
  for (std::size_t i = 225; i < 300; ++i) slow.record.values[2 * i + 1] *= 5.0;
  EXPECT_FALSE(settles(slow));
}

TEST(Windows, EndWhereTheyAreTold) {
  WindowSchedule windows = make_score_windows({});
  ASSERT_TRUE(windows.ends_at(149));
  windows.end_with(149);
  EXPECT_EQ(windows.ends.back(), 149);
  EXPECT_TRUE(windows.collects(149));
  EXPECT_FALSE(windows.collects(150));
}

Settings settled(std::int64_t warmup) {
  return {.metric_learning = MetricLearning::scores,
          .warmup = warmup,
          .stops_when_settled = true,
          .draws = 300,
          .jumps = false};
}

TEST(SettledWarmup, EndsEarlyWithAllDraws) {
  testing::FunctionDensity density = testing::autoregressive_normal(10, 0.5);
  Recorder recorder;
  const ChainResult result = run_chain(density, settled(1000), kSettlingKey, {}, recorder).value();
  EXPECT_LT(result.warmup, 700);
  EXPECT_GE(result.warmup, 200);
  EXPECT_EQ(recorder.warmup_iterations, result.warmup);
  EXPECT_EQ(recorder.iterations_before_adapted, result.warmup);
  EXPECT_EQ(recorder.draws.size(), 300U);
  EXPECT_EQ(result.iterations, result.warmup + 300);
  EXPECT_FALSE(result.interrupted);
  for (const double variance : result.adapted.inverse_metric) EXPECT_NEAR(variance, 1.0, 0.7);
}

TEST(SettledWarmup, NeverLastsLongerThanAskedFor) {
  testing::FunctionDensity density = testing::autoregressive_normal(10, 0.5);
  for (const std::int64_t asked : {0, 15, 60, 151, 160, 230}) {
    Recorder recorder;
    const ChainResult result =
        run_chain(density, settled(asked), kSettlingKey, {}, recorder).value();
    EXPECT_LE(result.warmup, asked);
    EXPECT_EQ(recorder.draws.size(), 300U);
  }
}

// Where it does not end early, nothing else changes: nor what the choice of thin is told.
TEST(SettledWarmup, IsTheOneAskedForWhereTheChainDoesNotSettle) {
  class Watching final : public ChainObserver {
   public:
    void on_adapted(const Adapted&) override {}
    void on_draw(const Draw& draw) override { last = draw.position[0]; }
    [[nodiscard]] bool on_iteration(Phase, std::int64_t) override { return true; }
    [[nodiscard]] std::int64_t choose_thin(const WarmupRecord& seen) override {
      record = seen;
      return 2;
    }
    WarmupRecord record;
    double last = 0.0;
  };
  for (const std::int64_t warmup : {140, 141}) {
    Settings settings = settled(warmup);
    settings.thin = Thin::automatic();
    testing::FunctionDensity density = testing::eight_schools();
    Watching early;
    ASSERT_TRUE(run_chain(density, settings, kSettlingKey, {}, early));
    settings.stops_when_settled = false;
    Watching whole;
    ASSERT_TRUE(run_chain(density, settings, kSettlingKey, {}, whole));
    EXPECT_EQ(early.last, whole.last);
    EXPECT_EQ(early.record.iterations, whole.record.iterations);
    EXPECT_EQ(early.record.values, whole.record.values);
    EXPECT_EQ(early.record.log_densities, whole.record.log_densities);
    EXPECT_EQ(early.record.walks, whole.record.walks);
    EXPECT_EQ(early.record.gradients, whole.record.gradients);
  }
}

TEST(SettledWarmup, IsNotSaved) {
  Settings settings = settled(100);
  settings.save_warmup = true;
  EXPECT_EQ(check(settings).error().message, "warmup=auto cannot be given with save_warmup");
}

}  // namespace
}  // namespace autumn::sampler
