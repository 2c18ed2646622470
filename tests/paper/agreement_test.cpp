// These tests check that the forms of a model have one posterior: collapsed, joint, non-centred,
// and by hand.
//
// Means are compared variable by variable at 5 standard errors, about 2,200 of them in all: by
// chance alone one run in 800 has a disagreement. Seeds are fixed, so a failure is a change of
// ours.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "paper/paper_programs.h"

namespace autumn::paper_test {
namespace {

// A model as written, collapsed, and a program that is sampled as it stands.
struct Pair {
  Case collapsed;
  Case joint;
};
void PrintTo(const Pair& pair, std::ostream* out) {
  *out << pair.joint.program << " on " << pair.joint.data;
}

// Centred eight schools and the simplified electric company as they stand are funnels that NUTS
// does not get through (it says so by divergences).
bool is_funnel(const Case& c) {
  return c.name == "EightSchools" || c.name == "ElectricSimplified";
}

std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  for (const Case& c : as_written()) {
    if (!is_funnel(c)) pairs.push_back({c, c});
  }
  for (const std::span<const Case> cases : {non_centred(), by_hand()}) {
    for (const Case& c : cases) pairs.push_back({case_named(as_written(), c.name), c});
  }
  return pairs;
}

std::vector<Pair> quick_pairs() {
  const Case& one_parent = case_named(as_written(), "OneParent");
  return {{one_parent, one_parent},
          {case_named(as_written(), "EightSchools"), case_named(non_centred(), "EightSchools")},
          {case_named(as_written(), "RatTumours"), case_named(by_hand(), "RatTumours")}};
}

class PaperPosteriors : public testing::TestWithParam<Pair> {};

TEST_P(PaperPosteriors, AreTheSameInAllForms) {
  const auto& [collapsed, joint] = GetParam();
  const Length length{.draws = 10000, .seed = 3, .adapt_delta = 0.95};
  const engine::Report x = sampled(prepared(collapsed, {}), length);
  const engine::Report y = sampled(prepared(joint, {.is_off = true}), length);
  const Agreement agreement = compare(x.output.summary, y.output.summary);
  // Every variable of the model as written; log_kappa stands for kappa.
  EXPECT_EQ(agreement.compared, collapsed.dimension_before);
  EXPECT_TRUE(agreement.disagreements.empty())
      << fmt::format("{}", fmt::join(agreement.disagreements, "\n"));
}

std::string pair_name(const testing::TestParamInfo<Pair>& tested) {
  return fmt::format("{}_{}", tested.param.joint.program, tested.param.joint.data);
}

INSTANTIATE_TEST_SUITE_P(Quick, PaperPosteriors, testing::ValuesIn(quick_pairs()), pair_name);
INSTANTIATE_TEST_SUITE_P(Slow, PaperPosteriors, testing::ValuesIn(all_pairs()), pair_name);

// Two observations and a slope for each say next to nothing of sigma. The exact mean is by
// quadrature over log sigma, of the bivariate normal density of the observations.
TEST(PaperPosterior, OfFigureTwoHasTheMeanOfQuadrature) {
  constexpr double kMean = -0.00143179;
  const Case& c = case_named(as_written(), "ElectricSimplified");
  const engine::Report report = sampled(prepared(c, {}), {.draws = 10000, .seed = 3});
  const auto& variables = report.output.summary.variables;
  const auto found = std::ranges::find_if(
      variables, [](const output::VariableSummary& v) { return v.name == "log_sigma"; });
  ASSERT_NE(found, variables.end());
  EXPECT_LT(found->mcse, 0.03);
  EXPECT_NEAR(found->mean, kMean, 5.0 * found->mcse);
}

// The comparison itself must be able to fail.
TEST(PaperAgreement, AMeanTooFarOffDisagrees) {
  const auto summary = [](const char* name, double mean) {
    output::Summary result;
    result.variables.push_back({.name = name, .mean = mean, .mcse = 0.3});
    result.variables.push_back({.name = "kappa", .mean = 100 * mean, .mcse = 0.1});
    return result;
  };
  const output::Summary x = summary("x", 0.0);
  EXPECT_TRUE(compare(x, summary("x", 2.1)).disagreements.empty());  // 5 errors are 2.12
  EXPECT_EQ(compare(x, summary("x", 2.2)).disagreements.size(), 1U);
  EXPECT_EQ(compare(x, summary("x", NAN)).disagreements.size(), 1U);
  EXPECT_EQ(compare(x, summary("x", 0.0)).compared, 1U);
  EXPECT_EQ(compare(x, summary("y", 0.0)).compared, 0U);
}

}  // namespace
}  // namespace autumn::paper_test
