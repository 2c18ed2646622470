// The analysis of single statements: which rules are left, which prior belongs to an element, what
// excludes what.
#include "collapse/analysis/analysis.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

struct Analysed {
  model::Model model;
  std::vector<RowMarks> dropped;
  Findings findings;
};

Analysed analysed(const std::string& parameters, const std::string& statements) {
  model::Model model = ready_model("data { vector[3] y; array[3] int n; } parameters { " +
                                       parameters + " } model { " + statements + " }",
                                   R"({"y": [0.2, 1.4, -3], "n": [2, 0, 1]})");
  std::vector<RowMarks> dropped(model.factors.size());
  ElementSet candidates(model);
  for (std::size_t v = 0; v < candidates.variables(); ++v) candidates.insert_all(v);
  AliveForms forms(model, candidates, dropped);
  Findings findings = analyse(forms, candidates, all_families());
  return {std::move(model), std::move(dropped), std::move(findings)};
}

std::size_t place(const Analysed& a, const std::string& name) {
  for (std::size_t v = 0; v < a.model.variables.size(); ++v) {
    if (a.model.variables[v].name == name) return v;
  }
  ADD_FAILURE() << name;
  return 0;
}

// The name of the rule of an element, or "" if it has none.
std::string rule(const Analysed& a, const std::string& name, std::size_t element = 0) {
  const std::size_t v = place(a, name);
  if (a.findings.left[v][element].is_empty()) return "";
  return std::string(name_of(a.findings.rule(v, element)));
}

TEST(Analysis, KeepsNoObstacleThatIsInNobodysWay) {
  const Analysed free = analysed("real m;", "m ~ normal(0, 1); y ~ normal(m, 1);");
  EXPECT_TRUE(free.findings.obstacles.empty());
  const Analysed tied =
      analysed("real m; real s;", "m ~ normal(0, 1); s ~ normal(0, 1); y ~ normal(m, exp(s));");
  EXPECT_EQ(tied.findings.obstacles.size(), 1U);
}

TEST(Analysis, GivesEveryElementTheRuleOfItsPriorAndUses) {
  const Analysed a = analysed(
      "real m; real<lower=0> rate; real<lower=0> v; real<lower=0, upper=1> p; simplex[3] w;"
      "real<lower=0> l;",
      "m ~ normal(0, 1); y ~ normal(m, 1); rate ~ gamma(2, 1); n ~ poisson(rate);"
      "v ~ inv_gamma(2, 1); y ~ normal(0, sqrt(v)); p ~ beta(1, 2); n ~ binomial(4, p);"
      "w ~ dirichlet([1, 2, 3]'); n ~ multinomial(w); l ~ lognormal(0, 1);"
      "y ~ normal(log(l), 1);");
  EXPECT_EQ(rule(a, "m"), "Gaussian");
  EXPECT_EQ(rule(a, "rate"), "gamma");
  EXPECT_EQ(rule(a, "v"), "inverse gamma");
  EXPECT_EQ(rule(a, "p"), "beta");
  EXPECT_EQ(rule(a, "w", 2), "Dirichlet");
  EXPECT_EQ(rule(a, "l"), "log Gaussian");
}

TEST(Analysis, RemembersWhichFactorIsThePrior) {
  const Analysed a = analysed("real<lower=0> r; real<lower=0> u;",
                              "n ~ poisson(r); r ~ gamma(2, 1); n ~ poisson(u);");
  const std::size_t prior = a.findings.priors[place(a, "r")][0];
  ASSERT_NE(prior, kNoFactor);
  EXPECT_EQ(a.model.factors[prior].distribution->name, "gamma");
  EXPECT_EQ(a.findings.priors[place(a, "u")][0], kNoFactor);
}

TEST(Analysis, RefusesOneElementAndKeepsItsNeighbours) {
  const Analysed a = analysed("vector[3] b;", "b ~ normal(0, 1); y ~ normal(b, exp(b[2]));");
  EXPECT_EQ(rule(a, "b", 0), "Gaussian");
  EXPECT_EQ(rule(a, "b", 1), "");
  EXPECT_EQ(rule(a, "b", 2), "Gaussian");
}

TEST(Analysis, KeepsAVectorWholeOfWhichOneElementStays) {
  const Analysed a =
      analysed("simplex[3] w; simplex[3] x;",
               "w ~ dirichlet([1, 1, 1]'); n ~ multinomial(w); target += -square(w[1]);"
               "x ~ dirichlet([1, 1, 1]'); n ~ multinomial(x);");
  for (std::size_t e = 0; e < 3; ++e) {
    EXPECT_EQ(rule(a, "w", e), "");
    EXPECT_EQ(rule(a, "x", e), "Dirichlet");
  }
}

TEST(Analysis, RefusesASecondPriorAndAWeightedOne) {
  EXPECT_EQ(
      rule(analysed("real<lower=0> r;", "r ~ gamma(2, 1); r ~ gamma(3, 1); n ~ poisson(r);"), "r"),
      "");
  EXPECT_EQ(
      rule(analysed("real<lower=0> r;", "target += 2 * gamma_lpdf(r | 2, 1); n ~ poisson(r);"),
           "r"),
      "");
}

TEST(Analysis, RefusesWhatIsInABoundOrInATermThatIsNoDistribution) {
  EXPECT_EQ(rule(analysed("real a; real<lower=a> b;", "a ~ normal(0, 1); b ~ normal(0, 1);"), "a"),
            "");
  EXPECT_EQ(rule(analysed("real a;", "a ~ normal(0, 1); target += -a^4;"), "a"), "");
}

TEST(Analysis, ExcludesProductsOfCandidates) {
  const Analysed a =
      analysed("real a; real b;", "a ~ normal(0, 1); b ~ normal(0, 1); y ~ normal(a * b, 1);");
  EXPECT_EQ(rule(a, "a"), "Gaussian");
  EXPECT_EQ(rule(a, "b"), "Gaussian");
  ASSERT_EQ(a.findings.exclusions.size(), 1U);
  EXPECT_FALSE(a.findings.exclusions[0].is_scale);
}

TEST(Analysis, ExcludesAScaleAndItsMeanUnlessAllRowsShareTheScale) {
  const std::string parameters = "real m; real<lower=0> v;";
  const std::string likelihood = "v ~ inv_gamma(2, 1); y ~ normal(m, sqrt(v));";
  EXPECT_EQ(analysed(parameters, "m ~ normal(0, 1);" + likelihood).findings.exclusions.size(), 1U);
  EXPECT_TRUE(
      analysed(parameters, "m ~ normal(0, 3 * sqrt(v));" + likelihood).findings.exclusions.empty());
}

TEST(Analysis, ExcludesNeighboursOfAFamily) {
  const Analysed a = analysed("real<lower=0> shape; real<lower=0> rate;",
                              "shape ~ gamma(2, 1); rate ~ gamma(shape, 1); n ~ poisson(rate);"
                              "1.5 ~ exponential(shape);");
  EXPECT_EQ(rule(a, "rate"), "gamma");
  EXPECT_EQ(rule(a, "shape"), "");  // a shape is in no conjugate form
  const Analysed b = analysed("real<lower=0> r; real<lower=0> u;",
                              "r ~ gamma(2, 1); u ~ gamma(2, r); n ~ poisson(u);");
  EXPECT_EQ(rule(b, "r"), "gamma");
  EXPECT_EQ(rule(b, "u"), "gamma");
  EXPECT_EQ(b.findings.exclusions.size(), 2U);  // from either side
}

TEST(Analysis, DoesNotLookAtRowsThatAreGone) {
  model::Model model = ready_model(
      "parameters { vector[2] b; } model { b[1] ~ normal(0, 1); b[2] ~ cauchy(b[1], 1); }");
  ElementSet candidates(model);
  candidates.insert_all(0);
  std::vector<RowMarks> dropped(model.factors.size());
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    if (model.factors[f].distribution->name == "cauchy") dropped[f] = {1};
  }
  AliveForms forms(model, candidates, dropped);
  const Findings findings = analyse(forms, candidates, all_families());
  EXPECT_TRUE(findings.can_be(0, 0, RuleList::kGaussian));
}

}  // namespace
}  // namespace autumn::collapse::testing
