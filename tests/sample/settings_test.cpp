// These tests check that every option has its bounds, and that its error names it.
#include "sample/settings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace autumn::sampler {
namespace {

std::string message(const std::function<void(Settings&)>& change) {
  Settings settings;
  change(settings);
  const Status status = check(settings);
  return status ? "accepted" : status.error().message;
}

TEST(Settings, DefaultsAreThoseOfStan) {
  const Settings s;
  EXPECT_TRUE(check(s));
  EXPECT_EQ(s.algorithm, Algorithm::nuts);
  EXPECT_EQ(s.metric, MetricKind::kDiagonal);
  EXPECT_EQ(s.warmup, 1000);
  EXPECT_EQ(s.draws, 1000);
  EXPECT_EQ(s.max_depth, 10);
  EXPECT_NEAR(s.integration_time, 6.28319, 1e-5);
  EXPECT_EQ(s.adapt_delta, 0.8);
  EXPECT_EQ(s.adapt_init_buffer, 75);
  EXPECT_EQ(term_buffer(s), 50);
  EXPECT_EQ(term_buffer({.warmup = 100}), 50);
  EXPECT_EQ(term_buffer({.warmup = 10'000}), 500);
  EXPECT_EQ(term_buffer({.warmup = 10'000, .adapt_term_buffer = 70}), 70);
  EXPECT_EQ(s.adapt_window, 25);
  EXPECT_EQ(s.initial_radius, 2.0);
}

TEST(Settings, EveryBadValueIsNamed) {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message([](Settings& s) { s.warmup = -1; }), "num_warmup must be 0 or more, got -1");
  EXPECT_EQ(message([](Settings& s) { s.draws = -5; }), "num_samples must be 0 or more, got -5");
  EXPECT_EQ(message([](Settings& s) { s.thin = 0; }), "thin must be 1 or more, got 0");
  EXPECT_EQ(message([](Settings& s) { s.max_depth = 0; }), "max_depth must be 1 or more, got 0");
  EXPECT_EQ(message([](Settings& s) { s.integration_time = 0; }),
            "int_time must be positive and finite, got 0");
  EXPECT_EQ(message([](Settings& s) { s.step_size = -0.5; }),
            "stepsize must be positive and finite, got -0.5");
  EXPECT_EQ(message([=](Settings& s) { s.step_size = infinity; }),
            "stepsize must be positive and finite, got inf");
  EXPECT_EQ(message([](Settings& s) { s.step_size_jitter = 1.5; }),
            "stepsize_jitter must be between 0 and 1, got 1.5");
  EXPECT_EQ(message([](Settings& s) { s.adapt_delta = 1.2; }),
            "adapt_delta must be between 0 and 1, got 1.2");
  EXPECT_EQ(message([=](Settings& s) { s.adapt_delta = nan; }),
            "adapt_delta must be between 0 and 1, got nan");
  EXPECT_EQ(message([](Settings& s) { s.adapt_gamma = 0; }),
            "adapt_gamma must be positive and finite, got 0");
  EXPECT_EQ(message([](Settings& s) { s.adapt_kappa = -1; }),
            "adapt_kappa must be positive and finite, got -1");
  EXPECT_EQ(message([=](Settings& s) { s.adapt_t0 = nan; }),
            "adapt_t0 must be positive and finite, got nan");
  EXPECT_EQ(message([](Settings& s) { s.adapt_init_buffer = -1; }),
            "adapt_init_buffer must be 0 or more, got -1");
  EXPECT_EQ(message([](Settings& s) { s.adapt_term_buffer = -1; }),
            "adapt_term_buffer must be 0 or more, got -1");
  EXPECT_EQ(message([](Settings& s) { s.adapt_window = -1; }),
            "adapt_window must be 0 or more, got -1");
  EXPECT_EQ(message([](Settings& s) { s.initial_radius = -2; }),
            "init must be a finite radius, 0 or more, got -2");
  EXPECT_EQ(message([=](Settings& s) { s.inverse_metric = {1.0, nan}; }),
            "inv_metric has an element that is not finite");
  EXPECT_EQ(message([](Settings& s) {
              s.metric = MetricKind::kUnit;
              s.inverse_metric = {1.0};
            }),
            "inv_metric cannot be given with metric=unit_e");
}

TEST(Settings, BoundsThemselvesAreAllowed) {
  EXPECT_EQ(message([](Settings& s) {
              s.warmup = s.draws = s.adapt_init_buffer = s.adapt_window = 0;
              s.adapt_term_buffer = 0;
              s.max_depth = 1;
              s.step_size_jitter = 1;
              s.initial_radius = 0;
            }),
            "accepted");
}

}  // namespace
}  // namespace autumn::sampler
