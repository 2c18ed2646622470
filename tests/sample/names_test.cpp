// These tests read settings as people write them.
#include "sample/names.h"

#include <gtest/gtest.h>

namespace autumn::sampler {
namespace {

TEST(SettingNames, WarmupIsANumberOrEndsByItself) {
  Settings s;
  ASSERT_TRUE(set_warmup(s, "200"));
  EXPECT_EQ(s.warmup, 200);
  EXPECT_FALSE(s.stops_when_settled);
  ASSERT_TRUE(set_warmup(s, "auto:300"));
  EXPECT_EQ(s.warmup, 300);
  EXPECT_TRUE(s.stops_when_settled);
  Settings usual;
  ASSERT_TRUE(set_warmup(usual, "auto"));
  EXPECT_EQ(usual.warmup, 1000);
  EXPECT_TRUE(usual.stops_when_settled);
}

TEST(SettingNames, WrongWarmupsAreRefused) {
  for (const char* text :
       {"", "-1", "1e3", "often", "auto:", "auto:-1", "auto:x", "99999999999", "autumn"}) {
    Settings s;
    EXPECT_FALSE(set_warmup(s, text)) << text;
  }
}

TEST(SettingNames, ThinIsANumberOrChosen) {
  Settings s;
  ASSERT_TRUE(set_draws(s, 50, "3"));
  EXPECT_EQ(s.draws, 50);
  EXPECT_EQ(s.thin.transitions(), 3);
  ASSERT_TRUE(set_draws(s, 50, "auto"));
  EXPECT_TRUE(s.thin.is_automatic());
  for (const char* text : {"", "0", "-2", "1.5", "automatic"}) {
    EXPECT_FALSE(set_draws(s, 50, text)) << text;
  }
  EXPECT_FALSE(set_draws(s, std::int64_t{1} << 40, "1000000"));
}

TEST(SettingNames, MetricsAreWordsForKindAndLearning) {
  Settings s;
  set_metric(s, metric_names().at("dense_e"));
  EXPECT_EQ(s.metric, MetricKind::kDense);
  EXPECT_EQ(s.metric_learning, MetricLearning::positions);
  set_metric(s, metric_names().at("auto"));
  EXPECT_EQ(s.metric, MetricKind::kDiagonal);
  EXPECT_EQ(s.metric_learning, usual_settings().metric_learning);
}

}  // namespace
}  // namespace autumn::sampler
