// The list of rules: sets of them, and which supports they fit.
#include "collapse/rules/list.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

TEST(RuleSet, HoldsWhatWasPutInAndNothingElse) {
  const RuleSet two = RuleSet::only(1).with(RuleSet::only(4));
  EXPECT_TRUE(two.contains(1) && two.contains(4));
  EXPECT_FALSE(two.contains(0) || two.contains(3));
  EXPECT_EQ(two.without(RuleSet::only(4)), RuleSet::only(1));
  EXPECT_TRUE(two.without(RuleSet::all()).is_empty());
  EXPECT_TRUE(RuleSet::all().contains(RuleSet::kMost - 1));
  EXPECT_FALSE(RuleSet().has_any(RuleSet::all()));
}

TEST(RuleList, HasBlocksFirstAndEveryFamilyOnce) {
  const RuleList rules(all_families());
  ASSERT_EQ(rules.size(), all_families().size() + 2);
  EXPECT_EQ(rules[0].kind, RuleKind::kGaussian);
  EXPECT_EQ(rules[1].kind, RuleKind::kLogGaussian);
  for (std::size_t k = 0; k < all_families().size(); ++k) {
    EXPECT_EQ(rules[k + 2].family, all_families()[k]);
    EXPECT_TRUE(RuleList::kFamilies.contains(k + 2));
    EXPECT_FALSE(RuleList::kBlock.contains(k + 2));
  }
}

TEST(RuleList, KnowsTheFamiliesOfVectorsAndOfScales) {
  const RuleList rules(all_families());
  const RuleSet matrices = rule_named(rules, "inverse Wishart").with(rule_named(rules, "Wishart"));
  EXPECT_EQ(rules.of_matrices(), matrices);
  EXPECT_EQ(rules.of_items(), rule_named(rules, "Dirichlet").with(matrices));
  EXPECT_EQ(rules.of_block_scales(), rule_named(rules, "gamma")
                                         .with(rule_named(rules, "inverse gamma"))
                                         .with(rule_named(rules, "root inverse gamma")));
}

RuleSet rules_for_declaration(const RuleList& rules, const std::string& declaration) {
  const model::Model model =
      written_model("parameters { real b; " + declaration + " x; } model { b ~ normal(0, 1); }");
  return rules_for(rules, model.graph, model.variables[1].support);
}

TEST(RuleList, FitsExactSupportsOnly) {
  const RuleList rules(all_families());
  const RuleSet positive = rule_named(rules, "gamma")
                               .with(rule_named(rules, "inverse gamma"))
                               .with(rule_named(rules, "root inverse gamma"))
                               .with(RuleList::kLogGaussian);
  EXPECT_EQ(rules_for_declaration(rules, "real"), RuleList::kGaussian);
  EXPECT_EQ(rules_for_declaration(rules, "vector[3]"), RuleList::kGaussian);
  EXPECT_EQ(rules_for_declaration(rules, "sum_to_zero_vector[3]"), RuleList::kGaussian);
  EXPECT_EQ(rules_for_declaration(rules, "sum_to_zero_matrix[3, 2]"), RuleList::kGaussian);
  EXPECT_EQ(rules_for_declaration(rules, "real<lower=0>"), positive);
  EXPECT_EQ(rules_for_declaration(rules, "real<lower=0, upper=1>"), rule_named(rules, "beta"));
  EXPECT_EQ(rules_for_declaration(rules, "simplex[3]"), rule_named(rules, "Dirichlet"));
  EXPECT_EQ(rules_for_declaration(rules, "cov_matrix[2]"), rules.of_matrices());
  for (const char* other : {"real<lower=1>", "real<upper=0>", "real<lower=0, upper=2>",
                            "real<lower=-1, upper=1>", "real<lower=b>", "ordered[3]",
                            "unit_vector[2]", "corr_matrix[2]", "cholesky_factor_cov[2]"}) {
    EXPECT_TRUE(rules_for_declaration(rules, other).is_empty()) << other;
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
