// Every program of the corpus collapses as it says, by the collapse law and the gradient law.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "collapse/corpus.h"
#include "collapse/law_checks.h"
#include "explain/explain.h"
#include "trace/program.h"

namespace autumn::collapse::testing {
namespace {

std::string all_reasons(const model::Model& model, const Plan& plan) {
  std::string text = explainer::one_line(model, plan);
  for (const Kept& kept : plan.kept) {
    text += fmt::format("\n  {}: {}", model.variables[kept.variable].name, kept.reason);
  }
  return text;
}

class Corpus : public ::testing::TestWithParam<CorpusProgram> {};

TEST_P(Corpus, CollapsesAsItSays) {
  const CorpusProgram& program = GetParam();
  const model::Model model = ready_model(program.text);
  const Plan plan = plan_of(model, program.options);
  EXPECT_EQ(plan.dimension_before, program.dimension_before);
  EXPECT_EQ(plan.dimension_after, program.dimension_after) << all_reasons(model, plan);
  EXPECT_EQ(kept_names(model, plan), program.kept) << all_reasons(model, plan);
  for (const auto& [name, reason] : program.reasons) {
    EXPECT_NE(reason_of(model, plan, name).find(reason), std::string::npos)
        << name << ": " << reason_of(model, plan, name);
  }
}

// Who keeps a variable can not lead to more being collapsed than the plan would have found alone.
TEST_P(Corpus, CollapsesNoLessThanWhereSomethingIsKept) {
  const CorpusProgram& program = GetParam();
  const model::Model model = ready_model(program.text);
  if (!program.options.prefer.empty()) GTEST_SKIP() << "what is preferred need not be most";
  const std::size_t planned = plan_of(model, program.options).dimension_after;
  for (const model::Variable& variable : model.variables) {
    PlanOptions options = program.options;
    options.keep.push_back(variable.name);
    EXPECT_GE(plan_of(model, options).dimension_after, planned) << variable.name << " kept";
  }
}

TEST_P(Corpus, ObeysTheCollapseLaw) {
  const CorpusProgram& program = GetParam();
  const model::Model model = ready_model(program.text);
  expect_collapse_law(written_model(program.text),
                      collapse(model, plan_of(model, program.options)));
}

TEST_P(Corpus, ObeysTheGradientLaw) {
  const CorpusProgram& program = GetParam();
  const Result<trace::Traced> traced = trace::testing::traced(program.text);
  ASSERT_TRUE(traced.is_ok());
  const Result<engine::Prepared> prepared = engine::prepare(traced.value(), program.options);
  ASSERT_TRUE(prepared.is_ok());
  expect_gradient_law(prepared.value());
}

INSTANTIATE_TEST_SUITE_P(Programs, Corpus, ::testing::ValuesIn(all_programs()),
                         [](const ::testing::TestParamInfo<CorpusProgram>& at) {
                           return at.param.name;
                         });

}  // namespace
}  // namespace autumn::collapse::testing
