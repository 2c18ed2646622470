// A new family is one file and one line of a list: the planner, the collapse, the recovery and the
// printing know it from there.
#include "collapse/rules/toy_family.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"
#include "collapse/law_checks.h"

namespace autumn::collapse::testing {
namespace {

constexpr const char* kToyProgram = R"(
data { int N; array[N] real<lower=0> y; array[N] int g; }
parameters { vector<lower=0, upper=1>[2] rate; real<lower=0> a; }
model { y ~ exponential(rate[g]); 1.3 ~ exponential(a); a ~ lognormal(0, 1); }
)";
constexpr const char* kToyData = R"({"N": 4, "y": [0.3, 2.5, 1.1, 0.7], "g": [1, 2, 1, 1]})";

// The line.
const FamilyRule* const kFamilies[] = {&toy_rule()};

TEST(ToyFamily, IsNotCollapsedByTheFamiliesOfTheList) {
  const model::Model model = ready_model(kToyProgram, kToyData);
  EXPECT_TRUE(kept_names(model, plan_of(model)).contains("rate"));
}

TEST(ToyFamily, CollapsesFromItsFileAndItsLine) {
  const model::Model model = ready_model(kToyProgram, kToyData);
  PlanOptions options;
  options.families = kFamilies;
  const Plan plan = plan_of(model, options);
  ASSERT_EQ(kept_names(model, plan), std::set<std::string>{"a"});
  ASSERT_EQ(plan.steps.size(), 1U);
  EXPECT_EQ(name_of(plan.steps[0].rule), "toy");
  EXPECT_EQ(plan.dimension_after, 1U);
  expect_collapse_law(model, collapse(model, plan), 10);
}

}  // namespace
}  // namespace autumn::collapse::testing
