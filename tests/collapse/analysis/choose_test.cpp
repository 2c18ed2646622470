// The choice of what is collapsed together, on exclusions made by hand.
#include "collapse/analysis/choose.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

// Scalars a, b, c and a vector d of four elements.
model::Model four_variables() {
  return written_model("parameters { real a; real b; real c; vector[4] d; } model { }");
}

using Element = std::pair<std::size_t, std::size_t>;

ElementSet set_of(const model::Model& model, const std::vector<Element>& elements) {
  ElementSet set(model);
  for (const auto& [v, e] : elements) set.insert(v, e);
  return set;
}

ElementSet everything(const model::Model& model) {
  ElementSet set(model);
  for (std::size_t v = 0; v < set.variables(); ++v) set.insert_all(v);
  return set;
}

Exclusion exclusion(const model::Model& model, const std::vector<Element>& left,
                    const std::vector<Element>& right) {
  return {set_of(model, left), set_of(model, right), {"it meets {}", {}}, false};
}

TEST(Choice, TakesEverythingWhereNothingIsExcluded) {
  const model::Model model = four_variables();
  const Choice choice = choose(model, everything(model), {}, ElementSet(model));
  EXPECT_EQ(choice.chosen, everything(model));
  EXPECT_TRUE(choice.losers.empty());
}

TEST(Choice, LeavesOutTheSmallerSideAndSaysForWhom) {
  const model::Model model = four_variables();
  const std::vector<Exclusion> exclusions = {
      exclusion(model, {{0, 0}}, {{3, 0}, {3, 1}, {3, 2}, {3, 3}})};
  const Choice choice = choose(model, everything(model), exclusions, ElementSet(model));
  EXPECT_FALSE(choice.chosen.contains(0, 0));
  EXPECT_EQ(choice.chosen.count(), 6U);
  ASSERT_EQ(choice.losers.size(), 1U);
  EXPECT_EQ(choice.losers[0].reason.text, "it meets d; d was collapsed instead");
  EXPECT_EQ(choice.losers[0].rival, 3U);
}

TEST(Choice, TakesALargestSetThatNoExclusionHasBothSidesOf) {
  const model::Model model = four_variables();
  // b against a and against c: without b both can go.
  const std::vector<Exclusion> exclusions = {exclusion(model, {{0, 0}}, {{1, 0}}),
                                             exclusion(model, {{1, 0}}, {{2, 0}})};
  const Choice choice = choose(model, everything(model), exclusions, ElementSet(model));
  EXPECT_TRUE(choice.chosen.contains(0, 0));
  EXPECT_FALSE(choice.chosen.contains(1, 0));
  EXPECT_TRUE(choice.chosen.contains(2, 0));
}

TEST(Choice, TakesTheLaterOfEquals) {
  const model::Model model = four_variables();
  const std::vector<Exclusion> exclusions = {exclusion(model, {{0, 0}}, {{1, 0}})};
  EXPECT_FALSE(
      choose(model, everything(model), exclusions, ElementSet(model)).chosen.contains(0, 0));
}

TEST(Choice, TakesPreferredVariablesBeforeAllOthers) {
  const model::Model model = four_variables();
  const std::vector<Exclusion> exclusions = {
      exclusion(model, {{0, 0}}, {{3, 0}, {3, 1}, {3, 2}, {3, 3}})};
  const Choice choice = choose(model, everything(model), exclusions, set_of(model, {{0, 0}}));
  EXPECT_TRUE(choice.chosen.contains(0, 0));
  EXPECT_EQ(choice.chosen.count(3), 0U);
}

TEST(Choice, OfManyUnitsStillBreaksNoExclusion) {
  // A chain of 60 elements, each excluding the next: too many units for trying all.
  const model::Model model = written_model("parameters { vector[60] d; } model { }");
  std::vector<Exclusion> exclusions;
  for (std::size_t e = 0; e + 1 < 60; ++e) {
    exclusions.push_back(exclusion(model, {{0, e}}, {{0, e + 1}}));
  }
  const Choice choice = choose(model, everything(model), exclusions, ElementSet(model));
  for (std::size_t e = 0; e + 1 < 60; ++e) {
    EXPECT_FALSE(choice.chosen.contains(0, e) && choice.chosen.contains(0, e + 1)) << e;
  }
  EXPECT_GE(choice.chosen.count(), 20U);
}

}  // namespace
}  // namespace autumn::collapse::testing
