// These tests look at errors as values: printing, results, and spelling suggestions.
#include "base/error.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/metric_kind.h"

namespace autumn {
namespace {

TEST(Error, PrintsPlaceMessageAndSuggestion) {
  const Error error{.message = "no such thing",
                    .suggestion = "did you mean `thing`?",
                    .where = {.file = "a.cpp", .line = 3, .column = 7}};
  EXPECT_EQ(to_text(error), "a.cpp:3:7: error: no such thing\n  did you mean `thing`?");
}

TEST(Error, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_text(Error{.message = "no", .suggestion = {}, .where = {}}), "error: no");
  EXPECT_EQ(to_text(Error{.message = "no", .suggestion = {}, .where = {.file = "a", .line = 2}}),
            "a:2: error: no");
}

TEST(Result, HoldsEitherTheValueOrTheError) {
  const Result<int> good = 3;
  const Result<int> bad = Error{.message = "bad", .suggestion = {}, .where = {}};
  ASSERT_TRUE(good.is_ok());
  EXPECT_EQ(good.value(), 3);
  ASSERT_FALSE(bad.is_ok());
  EXPECT_EQ(bad.error().message, "bad");
}

TEST(NearestWord, FindsASmallSlipAndNothingFarAway) {
  const std::vector<std::string> words{"normal", "gamma", "beta"};
  const auto nearest = [&](const char* word) {
    return nearest_word(word, words.data(), words.data() + words.size());
  };
  EXPECT_EQ(nearest("nromal"), "normal");
  EXPECT_EQ(nearest("beat"), "beta");
  EXPECT_EQ(nearest("betta"), "beta");
  EXPECT_EQ(nearest("poisson"), "");
}

TEST(InternalErrorDeathTest, SaysThatItIsOursAndWhatWasAssumed) {
  EXPECT_DEATH(AUTUMN_CHECK(1 > 2, "one exceeds two"),
               "internal error, please report: one exceeds two");
}

TEST(InternalErrorDeathTest, NamesTheListAndTheFileOfTheSwitch) {
  EXPECT_DEATH(not_of_the_list("the metric"), "the metric is one of the list");
  EXPECT_DEATH(not_of_the_list("the metric"), "error_test.cpp");
}

TEST(MetricKind, HasTheNamesOfCmdStan) {
  EXPECT_EQ(to_text(MetricKind::kUnit), "unit_e");
  EXPECT_EQ(to_text(MetricKind::kDiagonal), "diag_e");
  EXPECT_EQ(to_text(MetricKind::kDense), "dense_e");
}

}  // namespace
}  // namespace autumn
