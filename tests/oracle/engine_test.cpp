// These tests check the oracle law: on random small models the engine collapses what the paper's
// algorithms do, to the same density, and leaves no more dimensions.
#include <gtest/gtest.h>

#include <cmath>

#include "collapse/collapse.h"
#include "collapse/constrained_density.h"
#include "engine/prepare.h"
#include "explain/explain.h"
#include "oracle/marginalize.h"
#include "oracle/random_model.h"
#include "oracle/stan_text.h"
#include "recover/law.h"
#include "trace/program.h"

namespace autumn::oracle {
namespace {

constexpr std::uint64_t kModels = 6000;
constexpr std::uint64_t kSlowModels = 40000;

// The same with every use of a normal node multiplied by a number of its own close to one.
Expr with_generic_numbers(const Model& model, const Expr& e, Random& random) {
  const Operation& operation = e.operation();
  if (operation.op == Operator::kConstant) return e;
  if (operation.op == Operator::kNode) {
    const bool is_normal = model.nodes[operation.node.index].distribution.family == Family::kNormal;
    return is_normal ? (1.0 + 0.01 * random.uniform()) * e : e;
  }
  std::vector<Expr> operands;
  for (const Expr& operand : operation.operands) {
    operands.push_back(with_generic_numbers(model, operand, random));
  }
  return Expr(operation.op, std::move(operands));
}

// How many dimensions the oracle leaves when numbers do not happen to cancel. REVERSE computes with
// numbers, and may find that x3 - 1.25 x2 is free of x2 where x3 is 1.25 x2 plus noise; the engine
// decides by structure.
std::size_t kept_in_general(const Model& model) {
  Random random({.seed = 8, .purpose = Purpose::kTest});
  Model generic = model;
  for (Node& node : generic.nodes) {
    for (Expr& e : node.distribution.arguments) e = with_generic_numbers(model, e, random);
  }
  std::size_t kept = 0;
  for (const Node& node : marginalize(generic).model.nodes) {
    if (!node.observed && !node.is_marginalized) ++kept;
  }
  return kept;
}

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

// How many dimensions were collapsed to get there.
std::size_t expect_same_density(const Pair& pair) {
  const collapse::Plan plan =
      plan_of(pair, {.keep = pair.kept(), .prefer = {}, .is_off = false, .has_cost_limits = false});
  if (plan.dimension_after > pair.kept().size()) {
    EXPECT_LE(plan.dimension_after, kept_in_general(pair.model))
        << explainer::one_line(pair.ready, plan);
    return 0;
  }
  const collapse::Collapsed collapsed = collapse::collapse(pair.ready, plan);
  const collapse::testing::ConstrainedDensity density(collapsed.model);
  Random random({.seed = pair.seed, .chain = 5, .purpose = Purpose::kTest});
  for (int point = 0; point < 2; ++point) {
    const std::vector<double> values = ordinary_values(pair.model, random);
    const auto ours = density(by_name(collapsed.model, values));
    const double theirs = log_marginal(pair.reduction, values);
    const double size = ours.size + total_size(log_factors(pair.reduction.model, values)) +
                        total_size(log_factors(pair.model, values));
    EXPECT_NEAR(ours.sum, theirs, 1e-9 * (1.0 + size));
  }
  return plan.dimension_before - plan.dimension_after;
}

void expect_no_fewer_dimensions(const Pair& pair) {
  const collapse::Plan plan =
      plan_of(pair, {.keep = {}, .prefer = {}, .is_off = false, .has_cost_limits = false});
  if (plan.dimension_after > pair.kept().size()) {
    EXPECT_LE(plan.dimension_after, kept_in_general(pair.model))
        << explainer::one_line(pair.ready, plan);
  }
  const collapse::Collapsed collapsed = collapse::collapse(pair.ready, plan);
  const recover::CollapseLaw law(recover::subject_of(pair.ready, collapsed));
  EXPECT_NE(law.at_random(pair.seed).verdict, recover::Verdict::kFails)
      << explainer::one_line(pair.ready, plan);
}

void expect_oracle_law(std::uint64_t begin, std::uint64_t end) {
  constexpr int kEnough = 20;  // failures to look at
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::size_t collapsed = 0;
  for (std::uint64_t seed = begin; seed < end; ++seed) {
    const Pair pair(seed);
    SCOPED_TRACE(pair.text());
    collapsed += expect_same_density(pair);
    expect_no_fewer_dimensions(pair);
    if (test->result()->total_part_count() >= kEnough) return;
  }
  EXPECT_GE(collapsed, end - begin) << "the law was hardly tested";  // more than one in a model
}

TEST(EngineAgainstOracle, CollapsesTheSameToTheSameDensityAndNoLess) {
  expect_oracle_law(0, kModels);
}

TEST(SlowEngineAgainstOracle, CollapsesTheSameToTheSameDensityAndNoLess) {
  expect_oracle_law(kModels, kSlowModels);
}

}  // namespace
}  // namespace autumn::oracle
