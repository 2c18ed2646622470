// These tests check the order law: collapsing x then y, y then x, and both at once gives the same
// density.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "collapse/constrained_density.h"
#include "collapse/corpus.h"
#include "collapse/point.h"

namespace autumn::collapse::testing {
namespace {

// Collapses exactly these variables, wholly; nothing if the plan cannot.
std::optional<Collapsed> collapse_only(const model::Model& model,
                                       const std::vector<std::string>& names) {
  PlanOptions options;
  std::size_t elements = 0;
  for (const model::Variable& variable : model.variables) {
    const bool is_named = std::ranges::find(names, variable.name) != names.end();
    if (is_named) elements += model.graph.shape(variable.node).size();
    if (!is_named) options.keep.push_back(variable.name);
  }
  const Plan plan = plan_of(model, options);
  if (collapsed_elements(model, plan).count() != elements) return std::nullopt;
  return collapse(model, plan);
}

// The names of variables that a plan collapses wholly.
std::vector<std::string> collapsed_names(const model::Model& model, const Plan& plan) {
  const ElementSet gone = collapsed_elements(model, plan);
  std::vector<std::string> names;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (gone.size_of(v) != 0 && gone.count(v) == gone.size_of(v)) {
      names.push_back(model.variables[v].name);
    }
  }
  return names;
}

void expect_same_density(const model::Model& one, const model::Model& other) {
  ASSERT_EQ(one.variables.size(), other.variables.size());
  const ConstrainedDensity left(one);
  const ConstrainedDensity right(other);
  for (std::uint64_t trial = 0; trial < 3; ++trial) {
    const std::vector<expr::Array> point = random_point(one, trial);
    const auto a = left(point);
    const auto b = right(point);
    if (!std::isfinite(a.sum)) {
      EXPECT_FALSE(std::isfinite(b.sum));
      continue;
    }
    EXPECT_NEAR(a.sum, b.sum, 1e-10 * (1.0 + a.size + b.size));
  }
}

TEST(OrderLaw, CollapsingOneAfterTheOtherIsCollapsingBoth) {
  std::size_t compared = 0;
  for (const CorpusProgram& program : all_programs()) {
    const model::Model model = ready_model(program.text);
    const std::vector<std::string> names = collapsed_names(model, plan_of(model, program.options));
    for (const std::string& x : names) {
      const std::optional<Collapsed> first = collapse_only(model, {x});
      if (!first) continue;
      for (const std::string& y : names) {
        if (x == y) continue;
        // A Gaussian block is an opaque kernel after the first collapse: what it reads is kept.
        const std::optional<Collapsed> second = collapse_only(first->model, {y});
        if (!second) continue;
        SCOPED_TRACE(program.name + ": " + x + " then " + y);
        const std::optional<Collapsed> both = collapse_only(model, {x, y});
        ASSERT_TRUE(both.has_value()) << "each can go, not both";
        expect_same_density(both->model, second->model);
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 100U) << "the law was hardly tested";
}

}  // namespace
}  // namespace autumn::collapse::testing
