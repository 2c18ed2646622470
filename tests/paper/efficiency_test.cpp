// These tests check how many draws are worth an independent one, on the paper's data sets with its
// models collapsed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "paper/paper_programs.h"

namespace autumn::paper_test {
namespace {

constexpr std::int64_t kDraws = 10000;

// The least bulk ESS of all variables, per draw; ranks make it the same for kappa and log kappa.
double least_ess(const engine::Report& report) {
  double least = std::numeric_limits<double>::infinity();
  for (const output::VariableSummary& v : report.output.summary.variables) {
    if (v.name == "lp__") continue;
    // Written so that NaN is the least.
    if (!(v.ess_bulk >= least)) least = v.ess_bulk;
  }
  return least / static_cast<double>(kDraws);
}

std::size_t divergences(const engine::Report& report) {
  std::size_t count = 0;
  for (const output::ChainStatistics& chain : report.output.chains) count += chain.divergences;
  return count;
}

std::vector<Case> cases_with_data_of_the_paper() {
  std::vector<Case> cases;
  for (const Case& c : as_written()) {
    if (c.name != "ElectricSimplified" && c.name != "OneParent") cases.push_back(c);
  }
  return cases;
}

class PaperEfficiency : public testing::TestWithParam<Case> {};

TEST_P(PaperEfficiency, IsHighWithoutDivergences) {
  const engine::Prepared ready = prepared(GetParam(), {});
  std::vector<double> ess;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    const engine::Report report = sampled(ready, {.draws = kDraws, .seed = seed});
    EXPECT_EQ(divergences(report), 0U) << "seed " << seed;
    ess.push_back(least_ess(report));
  }
  std::ranges::sort(ess);
  RecordProperty("least_ess_per_draw", fmt::format("{:.3f}", ess[2]));
  // One dimension is left of eight schools, and NUTS gives about a quarter in one dimension.
  EXPECT_GE(ess[2], GetParam().name == "EightSchools" ? 0.2 : 0.4);
}

INSTANTIATE_TEST_SUITE_P(Slow, PaperEfficiency, testing::ValuesIn(cases_with_data_of_the_paper()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace autumn::paper_test
