// These tests check what is left to NUTS of the paper's models, and that nothing is lost on the
// way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/assure/self_test.h"
#include "paper/paper_programs.h"

namespace autumn::paper_test {
namespace {

std::vector<Case> every_case() {
  std::vector<Case> cases(as_written().begin(), as_written().end());
  cases.insert(cases.end(), non_centred().begin(), non_centred().end());
  cases.insert(cases.end(), by_hand().begin(), by_hand().end());
  return cases;
}

class PaperPrograms : public testing::TestWithParam<Case> {};

TEST_P(PaperPrograms, LeaveTheDimensionsThePaperSays) {
  const collapse::Plan plan = prepared(GetParam(), {}).plan;
  EXPECT_EQ(plan.dimension_before, GetParam().dimension_before);
  EXPECT_EQ(plan.dimension_after, GetParam().dimension_after);
}

TEST_P(PaperPrograms, ObeyTheCollapseLaw) {
  const auto test = engine::self_test(traced(GetParam()).model, {});
  ASSERT_TRUE(test.is_ok());
  ASSERT_FALSE(test.value().laws.empty());
  EXPECT_TRUE(test.value().has_passed()) << to_text(test.value());
}

TEST_P(PaperPrograms, KeepTheirDimensionsIfAskedTo) {
  const engine::Prepared joint = prepared(GetParam(), {.is_off = true});
  EXPECT_EQ(joint.dimension, GetParam().dimension_before);
}

std::string case_name(const testing::TestParamInfo<Case>& tested) {
  return fmt::format("{}_{}", tested.param.program, tested.param.data);
}

INSTANTIATE_TEST_SUITE_P(Stan, PaperPrograms, testing::ValuesIn(every_case()), case_name);

// Every element must be there, wherever it was drawn.
TEST(PaperOutput, HasEveryParameterInItsDeclaredPlace) {
  const Case& c = case_named(as_written(), "ElectricCompany");
  const engine::Prepared collapsed = prepared(c, {});
  EXPECT_EQ(collapsed.columns, prepared(c, {.is_off = true}).columns);
  const engine::Report report = sampled(collapsed, {.warmup = 100, .draws = 100});
  ASSERT_EQ(report.output.summary.variables.size(), 109U);  // with lp__
  for (const output::VariableSummary& v : report.output.summary.variables) {
    EXPECT_TRUE(std::isfinite(v.mean)) << v.name;
  }
}

}  // namespace
}  // namespace autumn::paper_test
