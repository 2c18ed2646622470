// These tests compare the text of explain word by word, and look at its width.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "explain/programs.h"

namespace autumn {
namespace {

// Estimates change whenever something becomes faster: the golden files do not hold them.
std::string without_cost(std::string text) {
  const std::size_t start = text.find("about ", text.find("Predicted cost"));
  if (start == std::string::npos) return text;
  return text.replace(start, text.find('\n', start) - start, "about ...");
}

class ExplainText : public testing::TestWithParam<const char*> {};

TEST_P(ExplainText, IsTheGoldenFile) {
  const std::string text = to_text(explained(GetParam()));
  expect_golden(std::string(GetParam()) + ".txt", without_cost(text));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

INSTANTIATE_TEST_SUITE_P(Models, ExplainText,
                         testing::Values("eight_schools_centered", "eight_schools_noncentered",
                                         "radon_variable_intercept_centered",
                                         "radon_variable_intercept_noncentered", "kidscore_momiq",
                                         "arK", "arma11", "garch11", "beta_binomial",
                                         "gamma_poisson", "dirichlet_multinomial", "refusals",
                                         "crossed", "conflict", "state_space", "partial",
                                         "everything", "shared_scale"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST(ExplainOptions, AreInTheText) {
  const std::string kept = to_text(explained("eight_schools_centered", {.keep = {"theta[3]"}}));
  EXPECT_NE(kept.find("theta[1:2], [4:8]    7 of 8  collapsed (Gaussian)"), std::string::npos)
      << kept;
  EXPECT_NE(kept.find("it was asked to be kept"), std::string::npos) << kept;
  const std::string preferred = to_text(explained("conflict", {.prefer = {"x1"}}));
  EXPECT_NE(preferred.find("it is multiplied with x1 in the density of x3; x1 was"),
            std::string::npos)
      << preferred;
  const std::string off = to_text(explained("crossed", {.is_off = true}));
  EXPECT_NE(off.find("11 dimensions: nothing is collapsed"), std::string::npos) << off;
  EXPECT_NE(off.find("collapsing is turned off"), std::string::npos) << off;
}

explainer::Explanation with_alternatives() {
  explainer::Explanation told = explained("eight_schools_centered");
  told.alternatives = {
      {.name = "all collapsed", .dimension = 1, .gradient = 7500.0, .predicted = 1.5e5},
      {.name = "none", .dimension = 1234, .gradient = 500.0, .predicted = 2.5e4, .tried = 9000.0},
      {.name = "few",
       .dimension = 40,
       .gradient = 500.0,
       .predicted = 25000.0,
       .tried = std::numeric_limits<double>::infinity(),
       .is_taken = true}};
  told.alternatives.push_back(
      {.name = "most", .dimension = 9, .gradient = 500.0, .predicted = 25000.0, .tried = 25000.0});
  told.choice = "Taken: few, because.";
  return told;
}

TEST(ExplainAlternatives, AreToldBelow) {
  const std::string text = to_text(with_alternatives());
  EXPECT_NE(text.find("\nWhat an effective draw would cost, about:\n"
                      "  all collapsed: 1 dimension, 7.5 us per gradient, 150 us predicted\n"
                      "  none: 1,234 dimensions, 0.5 us per gradient, 25 us predicted, 9 us by a "
                      "short run\n"
                      "  few: 40 dimensions, 0.5 us per gradient, 25 us predicted, nothing by a "
                      "short run, which took too\n  long; taken\n"
                      "  most: 9 dimensions, 0.5 us per gradient, 25 us predicted, as usual by a "
                      "short run\n"
                      "Taken: few, because.\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(to_text(explained("eight_schools_centered")).find("What an effective"),
            std::string::npos);
}

TEST(ExplainAlternatives, AreReferredToByWhatDoesNotPay) {
  explainer::Explanation told = with_alternatives();
  told.parts.back().could_be = told.parts.front().rule;
  ASSERT_FALSE(told.parts.back().is_collapsed());
  EXPECT_NE(to_text(told).find("(see below)"), std::string::npos) << to_text(told);
  told.alternatives.clear();
  EXPECT_EQ(to_text(told).find("(see below)"), std::string::npos);
}

TEST(ExplainRefusal, IsSaidOfImproperPosteriorsOnly) {
  const std::string improper =
      to_text(explained_text("parameters { real a; real b; } model { a + b ~ normal(0, 1); }"));
  EXPECT_NE(improper.find("\nSampling will be refused: the posterior is improper: `a - b` is not"),
            std::string::npos)
      << improper;
  const std::string proper = to_text(explained_text(
      "parameters { real a; real b; } model { a + b ~ normal(0, 1); b ~ normal(0, 1); }"));
  EXPECT_EQ(proper.find("refused"), std::string::npos) << proper;
}

// The block is that of the compressed model, which has factors that the program has not; the
// address sanitizer sees where one is looked up in the other.
TEST(ExplainCost, IsThatOfTheProgramWhereRowsAreCompressed) {
  const explainer::Explanation explanation = explained_text(
      "transformed data { vector[3] y = [1, 2, -1]'; }"
      "parameters { real<lower=0> s; real b; }"
      "model { y ~ normal(b, s); s ~ gamma(1, 1); b ~ normal(0, 1); }");
  EXPECT_EQ(explanation.dimension_after, 1U);
  EXPECT_GT(explanation.cost_before, 0.0);
  EXPECT_EQ(explanation.blocks.size(), 1U);
}

TEST(ExplainCost, HasTwoDigits) {
  explainer::Explanation explanation = explained("conflict");
  const auto text = [&](double before, double after) {
    explanation.cost_before = before;
    explanation.cost_after = after;
    const std::string all = to_text(explanation);
    const std::size_t start = all.find("Predicted");
    return all.substr(start, all.find('\n', start) - start);
  };
  EXPECT_EQ(text(11234.0, 92.0),
            "Predicted cost of a gradient: about 11,000 operations before, 92 after.");
  EXPECT_EQ(text(24000008.0, 996.0),
            "Predicted cost of a gradient: about 24,000,000 operations before, 1,000 after.");
  EXPECT_EQ(text(3.21e12, 0.0),
            "Predicted cost of a gradient: about 3.2e+12 operations before, 0 after.");
}

TEST(ExplainNothing, IsOneLine) {
  EXPECT_EQ(to_text(explained_text("generated quantities { real x = 1; }")),
            "The model has no parameters.\n");
}

}  // namespace
}  // namespace autumn
