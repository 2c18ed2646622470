// Plans, smaller models and recoveries print, and their checks find what is not right.
#include "collapse/text.h"

#include <gtest/gtest.h>

#include "collapse/check.h"
#include "collapse/corpus.h"

namespace autumn::collapse {
namespace {

using testing::ready_model;

// Two blocks of elements that are drawn together, one leaf, one family, one that stays.
const char* const kPrintedProgram = R"(
parameters { real mu; real<lower=0> tau; vector[2] theta; real<lower=0, upper=1> p; real unseen; }
model {
  mu ~ normal(0, 1); tau ~ cauchy(0, 1);
  theta ~ normal(mu, tau);
  1.5 ~ normal(theta[1], 0.7);
  p ~ beta(2, 3); 1 ~ bernoulli(p);
  unseen ~ normal(0, tau);
})";

struct Example {
  model::Model model = ready_model(kPrintedProgram);
  Planned planned = plan_and_collapse(model, {}).value();
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(PlanText, HasStepsReasonsAndDimensions) {
  const Example e;
  const std::string text = to_text(e.model, e.planned.plan);
  EXPECT_TRUE(has(text, "collapse unseen: leaf, drawn by factor ")) << text;
  EXPECT_TRUE(has(text, "collapse theta[1]: Gaussian\n")) << text;
  EXPECT_TRUE(has(text, "collapse p: beta\n")) << text;
  EXPECT_TRUE(has(text, "keep tau: ")) << text;
  EXPECT_TRUE(has(text, "dimension: 6 -> 1\n")) << text;
}

TEST(RecoveryText, HasWhatIsCopiedAndDrawn) {
  const Example e;
  const std::string text = to_text(e.model, e.planned.collapsed.recovery);
  EXPECT_TRUE(has(text, "copy tau\n")) << text;
  EXPECT_TRUE(has(text, "draw mu, theta[1] together from a Gaussian block\n")) << text;
  EXPECT_TRUE(has(text, "draw p from beta (rows: 1)\n")) << text;
  EXPECT_TRUE(has(text, "draw unseen from normal (rows: 1)\n  %0 = constant [0] : scalar\n"))
      << text;
}

// There may be as many steps as variables: what all of them read together grows as they do.
TEST(Recovery, ReadsItsOwnVariablesAlone) {
  const model::Model chain = ready_model(R"(
parameters { real<lower=0> s; real a; real b; real c; real d; }
model { s ~ normal(0, 1); a ~ normal(0, s); b ~ normal(a, s); c ~ normal(b, s); d ~ normal(c, 1); })");
  const Planned planned = plan_and_collapse(chain, {}).value();
  const std::vector<RecoveryStep>& steps = planned.collapsed.recovery.steps;
  ASSERT_EQ(steps.size(), 4U);
  for (const RecoveryStep& step : steps) {
    EXPECT_LE(step.arguments.variables.size(), 2U);
    EXPECT_EQ(step.arguments.variables.size(), step.arguments.graph.inputs().size());
  }
}

TEST(RecoveryCheck, RefusesAVariableThatIsNotThere) {
  Example e;
  Recovery recovery = e.planned.collapsed.recovery;
  for (RecoveryStep& step : recovery.steps) {
    if (step.arguments.variables.empty()) continue;
    step.arguments.variables.front() = 1000;
    EXPECT_FALSE(check(e.model, recovery).is_ok());
    return;
  }
  FAIL() << "no step reads anything";
}

TEST(CollapsedText, HasTheSmallerModelAndTheRecovery) {
  const Example e;
  const std::string text = to_text(e.model, e.planned.collapsed);
  EXPECT_TRUE(text.starts_with("parameter tau : lower(0)\n")) << text;
  EXPECT_TRUE(has(text, "block: ")) << text;
  EXPECT_TRUE(text.ends_with(to_text(e.model, e.planned.collapsed.recovery))) << text;
}

TEST(PlanText, CutsLongLists) {
  const model::Model model = ready_model(
      "parameters { vector[40] theta; real<lower=0> tau; }\n"
      "model { theta[1:30] ~ normal(0, tau); theta[31:40] ~ cauchy(0, 1);\n"
      "  for (i in 1:40) 1.0 ~ normal(theta[i], 1); tau ~ cauchy(0, 1); }");
  const Plan made = testing::plan_of(model);
  const std::string text = to_text(model, made);
  EXPECT_TRUE(has(text, "theta[12], ... (30 in all): Gaussian")) << text;
}

TEST(PlanCheck, AcceptsWhatPlansMake) {
  const Example e;
  EXPECT_TRUE(check(e.model, e.planned.plan).is_ok());
  EXPECT_TRUE(check(e.model, e.planned.collapsed).is_ok());
  EXPECT_TRUE(check(e.model, e.planned.collapsed.recovery).is_ok());
}

TEST(PlanCheck, RefusesElementsThatAreThereTwiceOrNotAtAll) {
  Example e;
  Plan twice = e.planned.plan;
  twice.steps.push_back(twice.steps.front());
  EXPECT_FALSE(check(e.model, twice).is_ok());
  Plan missing = e.planned.plan;
  missing.kept.clear();
  const Status status = check(e.model, missing);
  ASSERT_FALSE(status.is_ok());
  EXPECT_EQ(status.error().message, "0 of 1 elements of tau are accounted for");
  Plan outside = e.planned.plan;
  outside.steps.front().elements = {7};
  EXPECT_FALSE(check(e.model, outside).is_ok());
}

TEST(PlanCheck, RefusesLeavesWithoutFactorAndNewDimensions) {
  Example e;
  Plan leaf = e.planned.plan;
  ASSERT_EQ(leaf.steps.front().rule, kLeafRule);
  leaf.steps.front().factor = e.model.factors.size();
  EXPECT_FALSE(check(e.model, leaf).is_ok());
  Plan larger = e.planned.plan;
  larger.dimension_after = larger.dimension_before + 1;
  EXPECT_FALSE(check(e.model, larger).is_ok());
}

TEST(RecoveryCheck, RefusesWhatIsLeftOutOrHasOtherArguments) {
  Example e;
  Recovery recovery = e.planned.collapsed.recovery;
  recovery.steps.pop_back();
  EXPECT_FALSE(check(e.model, recovery).is_ok());
  recovery = e.planned.collapsed.recovery;
  std::swap(recovery.steps[0].arguments,
            recovery.steps[1].arguments);  // of a family and of a block
  EXPECT_FALSE(check(e.model, recovery).is_ok());
}

TEST(CollapsedCheck, RefusesAVariableWithoutPlace) {
  Example e;
  e.planned.collapsed.recovery.kept.clear();
  EXPECT_FALSE(check(e.model, e.planned.collapsed).is_ok());
}

}  // namespace
}  // namespace autumn::collapse
