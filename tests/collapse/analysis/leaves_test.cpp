// Leaves: what falls, in which order, and what must not.
#include "collapse/analysis/leaves.h"

#include <gtest/gtest.h>

#include "collapse/analysis/leaf_conditions.h"
#include "collapse/collapse.h"
#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

// The names of the elements that fall, in their order.
std::vector<std::string> fallen(const std::string& parameters, const std::string& statements) {
  const model::Model model = ready_model(
      "data { vector[2] y; } parameters { " + parameters + " } model { " + statements + " }",
      R"({"y": [0.2, 1.4]})");
  ElementSet candidates(model);
  for (std::size_t v = 0; v < candidates.variables(); ++v) candidates.insert_all(v);
  std::vector<std::string> names;
  for (const Step& step : find_leaves(model, candidates).steps) {
    for (const std::uint32_t e : step.elements) {
      names.push_back(element_name(model.variables[step.variable], e));
    }
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(Leaves, FallWhereNothingDependsOnThem) {
  EXPECT_EQ(fallen("real a; real b;", "a ~ normal(0, 1); y ~ normal(a, 1); b ~ cauchy(a, 2);"),
            Names{"b"});
}

TEST(Leaves, MakeNewLeavesWhenTheyFall) {
  EXPECT_EQ(fallen("real a; real b; real c;",
                   "a ~ normal(0, 1); b ~ student_t(3, a, 1); c ~ cauchy(b, 1);"),
            (Names{"c", "b", "a"}));
}

TEST(Leaves, FallElementByElement) {
  EXPECT_EQ(fallen("vector[3] b;", "b ~ normal(0, 1); y ~ normal(b[1:2], 1);"), Names{"b[3]"});
}

TEST(Leaves, StayWhereTheSupportIsNotThatOfTheDistribution) {
  EXPECT_EQ(fallen("real<lower=0> b;", "b ~ cauchy(0, 1);"), Names{});
  EXPECT_EQ(fallen("real<lower=0> b;", "b ~ normal(0, 1);"), Names{"b"});  // as a half-normal
  EXPECT_EQ(fallen("real<lower=0, upper=2> b;", "b ~ uniform(0, 1);"), Names{});
  EXPECT_EQ(fallen("real<lower=0, upper=1> b;", "b ~ uniform(0, 1);"), Names{"b"});
}

TEST(Leaves, StayWhereTheyAreUsedTwiceOrWeighted) {
  EXPECT_EQ(fallen("real b;", "b ~ normal(0, 1); b ~ normal(1, 1);"), Names{});
  EXPECT_EQ(fallen("real b;", "target += 2 * normal_lpdf(b | 0, 1);"), Names{});
  EXPECT_EQ(fallen("real b;", "2 * b ~ normal(0, 1);"), Names{});
}

TEST(Leaves, StayWhereABoundOfAnotherVariableReadsThem) {
  EXPECT_EQ(fallen("real b; real<lower=b> c;", "b ~ normal(0, 1); y ~ normal(c, 1);"), Names{});
}

TEST(Leaves, MarkTheRowsThatFellWithThem) {
  const model::Model model =
      ready_model("parameters { vector[3] b; } model { b ~ normal(0, 1); 1.5 ~ normal(b[2], 1); }");
  ElementSet candidates(model);
  candidates.insert_all(0);
  const Leaves leaves = find_leaves(model, candidates);
  std::size_t marked = 0;
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    for (const std::uint8_t mark : leaves.dropped[f]) marked += mark;
    if (model.factors[f].label != "b") continue;
    EXPECT_EQ(leaves.dropped[f], (RowMarks{1, 0, 1}));
  }
  EXPECT_EQ(marked, 2U);
}

// Somebody has looked for leaves before a plan is made, and says whether there are any.
TEST(Leaves, NeedNotBeLookedForAgainWhereThereAreNone) {
  const model::Model without =
      ready_model("parameters { real a; real<lower=0> s; } model { 1.5 ~ normal(a, s); }");
  EXPECT_FALSE(with_leaf_conditions(without));
  EXPECT_EQ(plan_and_collapse(without, {}, false).value().plan,
            plan_and_collapse(without, {}, true).value().plan);
  const model::Model with =
      ready_model("parameters { real a; real b; } model { a ~ cauchy(0, 1); b ~ cauchy(a, 1); }");
  EXPECT_TRUE(with_leaf_conditions(with));
  EXPECT_NE(plan_and_collapse(with, {}, false).value().plan,
            plan_and_collapse(with, {}, true).value().plan);
}

}  // namespace
}  // namespace autumn::collapse::testing
