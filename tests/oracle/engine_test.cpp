// The oracle law: on random small models the engine collapses what the paper's algorithms do, to
// the same density, and no fewer dimensions.
#include <gtest/gtest.h>

#include <cmath>

#include "collapse/collapse.h"
#include "collapse/constrained_density.h"
#include "collapse/explain.h"
#include "engine/prepare.h"
#include "oracle/marginalize.h"
#include "oracle/random_model.h"
#include "oracle/stan_text.h"
#include "recover/law.h"
#include "trace/program.h"

namespace autumn::oracle {
namespace {

constexpr std::uint64_t kModels = 1500;
constexpr std::uint64_t kSlowModels = 20000;

// A model of the oracle, and the same read from its text by the engine.
struct Pair {
  std::uint64_t seed = 0;
  Model model;
  Reduction reduction;
  model::Model ready;

  explicit Pair(std::uint64_t s) : seed(s), model(random_model(s)), reduction(marginalize(model)) {
    const Result<trace::Traced> traced = trace::testing::traced(to_stan(model), data_json(model));
    EXPECT_TRUE(traced.is_ok());
    if (traced.is_ok()) ready = engine::ready_for_plan(traced.value().model);
  }

  [[nodiscard]] std::vector<std::string> kept() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      const Node& node = reduction.model.nodes[i];
      if (!node.observed && !node.is_marginalized) names.push_back(name({i}));
    }
    return names;
  }
  [[nodiscard]] std::string text() const {
    return "seed " + std::to_string(seed) + "\n" + to_stan(model) + data_json(model);
  }
};

collapse::Plan plan_of(const Pair& pair, const collapse::PlanOptions& options) {
  const Result<collapse::Plan> plan = collapse::plan(pair.ready, options);
  EXPECT_TRUE(plan.is_ok());
  return plan.is_ok() ? plan.value() : collapse::Plan{};
}

double total_size(std::span<const double> terms) {
  double sum = 0.0;
  for (const double x : terms) sum += std::abs(x);
  return sum;
}

// The value of every variable of a model of the engine, by its name.
std::vector<expr::Array> by_name(const model::Model& model, std::span<const double> values) {
  std::vector<expr::Array> arrays;
  for (const model::Variable& variable : model.variables) {
    const std::size_t number = std::stoul(variable.name.substr(1)) - 1;  // "x1" is the first
    arrays.push_back({model.graph.shape(variable.node), {values[number]}});
  }
  return arrays;
}

void expect_same_density(const Pair& pair) {
  const collapse::Plan plan =
      plan_of(pair, {.keep = pair.kept(), .prefer = {}, .is_off = false, .has_cost_limits = false});
  ASSERT_EQ(plan.dimension_after, pair.kept().size()) << collapse::one_line(pair.ready, plan);
  const collapse::Collapsed collapsed = collapse::collapse(pair.ready, plan);
  const collapse::testing::ConstrainedDensity density(collapsed.model);
  Random random({.seed = pair.seed, .chain = 5, .purpose = Purpose::kTest});
  for (int point = 0; point < 2; ++point) {
    const std::vector<double> values = ordinary_values(pair.model, random);
    const auto ours = density(by_name(collapsed.model, values));
    const double theirs = log_marginal(pair.reduction, values);
    const double size =
        ours.size + total_size(log_factors(pair.reduction.model, values)) +
        total_size(log_factors(pair.model, values));
    EXPECT_NEAR(ours.sum, theirs, 1e-9 * (1.0 + size));
  }
}

void expect_no_fewer_dimensions(const Pair& pair) {
  const collapse::Plan plan = plan_of(pair, {.keep = {}, .prefer = {}, .is_off = false, .has_cost_limits = false});
  EXPECT_LE(plan.dimension_after, pair.kept().size()) << collapse::one_line(pair.ready, plan);
  const collapse::Collapsed collapsed = collapse::collapse(pair.ready, plan);
  const recover::Law law = recover::collapse_law(pair.ready, collapsed, pair.seed);
  if (!std::isfinite(law.joint) || law.size > 1e10) return;
  EXPECT_LE(law.error(), 1e-9) << collapse::one_line(pair.ready, plan);
}

void expect_oracle_law(std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t seed = begin; seed < end; ++seed) {
    const Pair pair(seed);
    expect_same_density(pair);
    expect_no_fewer_dimensions(pair);
    ASSERT_FALSE(testing::Test::HasFailure()) << pair.text();
  }
}

TEST(EngineAgainstOracle, CollapsesTheSameToTheSameDensityAndNoLess) {
  expect_oracle_law(0, kModels);
}

TEST(SlowEngineAgainstOracle, CollapsesTheSameToTheSameDensityAndNoLess) {
  expect_oracle_law(kModels, kSlowModels);
}

}  // namespace
}  // namespace autumn::oracle
