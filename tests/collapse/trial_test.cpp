// Trials of collapsed models: what numbers refuse, and what blocks cost.
#include "collapse/trial.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

// Everything of the named variables by the Gaussian rule, whatever a planner would say.
Collapsed collapsed_by_force(const model::Model& model, const std::set<std::string>& names) {
  Plan plan;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (!names.contains(model.variables[v].name)) continue;
    Step step;
    step.rule = {RuleKind::kGaussian};
    step.variable = v;
    const std::size_t n = model.graph.shape(model.variables[v].node).size();
    for (std::uint32_t e = 0; e < n; ++e) step.elements.push_back(e);
    plan.steps.push_back(std::move(step));
  }
  return collapse(model, plan);
}

TEST(Trial, AcceptsWhatTheDataDetermine) {
  const model::Model model = ready_model(
      "parameters { real a; real<lower=0> s; } model { 1.5 ~ normal(a, s); s ~ gamma(2, 1); }");
  EXPECT_FALSE(refused_by_numbers(model, collapsed_by_force(model, {"a"})));
}

TEST(Trial, RefusesAFlatElementThatTheDataDoNotDetermine) {
  const model::Model model = ready_model(
      "parameters { real a; real b; } model { 1.5 ~ normal(a + b, 1); 2.5 ~ normal(a + b, 2); }");
  const auto refusal = refused_by_numbers(model, collapsed_by_force(model, {"a", "b"}));
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->elements.count(), 1U);
}

TEST(Trial, RefusesAFlatElementInNoRow) {
  const model::Model model =
      ready_model("parameters { real a; real b; } model { 1.5 ~ normal(a, 1); }");
  const auto refusal = refused_by_numbers(model, collapsed_by_force(model, {"a", "b"}));
  ASSERT_TRUE(refusal);
  EXPECT_TRUE(refusal->elements.contains(1, 0));
  EXPECT_FALSE(refusal->elements.contains(0, 0));
}

TEST(Trial, CountsRowsAndColumnsOfBlocks) {
  const model::Model model = written_model(R"(data { vector[6] y; array[6] int g; }
      parameters { real m; vector[2] u; real<lower=0> t; }
      model { m ~ normal(0, 5); u ~ normal(0, t); y ~ normal(m + u[g], 1); t ~ gamma(2, 1); })",
                                           R"({"y": [1, 2, 3, 4, 5, 6], "g": [1, 1, 1, 2, 2, 2]})");
  Plan plan;
  summarise(model, collapsed_by_force(model, {"m", "u"}), plan);
  ASSERT_EQ(plan.blocks.size(), 1U);
  EXPECT_EQ(plan.blocks[0].columns, 3U);
  EXPECT_EQ(plan.blocks[0].rows_before, 9U);
  EXPECT_LT(plan.blocks[0].rows, 9U);
  EXPECT_GT(operations_per_gradient(model), 0.0);
  EXPECT_GT(plan.cost_after, 0.0);
}

bool has_local_scales(const std::string& parameters, const std::string& statements) {
  const model::Model model = ready_model(
      "transformed data { vector[6] y = [1, 3, 2, 5, 4, 7]'; vector[6] x = [1, 2, 3, 4, 5, 6]'; }"
      "parameters { vector[6] b; " +
      parameters + " } model { " + statements + " }");
  Plan plan;
  summarise(model, collapsed_by_force(model, {"b"}), plan);
  return plan.blocks.at(0).has_local_scales;
}

TEST(Trial, TellsScalesOfElementsFromThoseOfData) {
  EXPECT_TRUE(has_local_scales("vector<lower=0>[6] t;",
                               "t ~ cauchy(0, 1); b ~ normal(0, t); y ~ normal(b + b[1], 1);"));
  EXPECT_FALSE(has_local_scales("real g; real<lower=0> t;",
                                "g ~ normal(0, 1); t ~ gamma(2, 1); b ~ normal(0, t);"
                                "y ~ normal(0.5 * b + 0.3 * reverse(b), exp(g * x));"));
}

}  // namespace
}  // namespace autumn::collapse::testing
