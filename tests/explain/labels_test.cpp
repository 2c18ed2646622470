// These tests look at the names of what is distributed, as explain and the reasons of plans tell
// them.
#include <gtest/gtest.h>

#include "explain/programs.h"

namespace autumn {
namespace {

// What the statements that `mu` is in are about.
std::vector<std::string> labels_of_mu(const std::string& model, const std::string& functions = "") {
  const explainer::Explanation explanation = explained_text(
      (functions.empty() ? "" : "functions { " + functions + " }\n") +
      "transformed data { vector[2] y = [1, 2]'; }\nparameters { real mu; }\nmodel { " + model +
      " }");
  std::vector<std::string> labels;
  for (const explainer::FactorNote& note : explanation.parts.at(0).factors)
    labels.push_back(note.of);
  return labels;
}

using Labels = std::vector<std::string>;

TEST(Labels, AreTheVariablesOnTheLeft) {
  EXPECT_EQ(labels_of_mu("mu ~ normal(0, 1); y ~ normal(mu, 1);"), (Labels{"mu", "y"}));
  EXPECT_EQ(labels_of_mu("for (i in 1:2) { y[i] ~ normal(mu, 1); }"), (Labels{"y"}));
  EXPECT_EQ(labels_of_mu("if (1) { profile(\"p\") { y[1:2][2] ~ normal(mu, 1); } }"),
            (Labels{"y"}));
}

TEST(Labels, AreFoundInIncrementsOfTarget) {
  EXPECT_EQ(labels_of_mu("target += normal_lpdf(y | mu, 1);"), (Labels{"y"}));
  EXPECT_EQ(labels_of_mu("target += 2 * normal_lpdf(y | mu, 1);"), (Labels{""}));
}

TEST(Labels, AreShortExpressionsAsWritten) {
  EXPECT_EQ(labels_of_mu("log(y) ~ normal(mu, 1);"), (Labels{"log(y)"}));
  EXPECT_EQ(labels_of_mu("{y[1], y[2]} ~ normal(mu, 1);"), (Labels{"{y[1], y[2]}"}));
  EXPECT_EQ(labels_of_mu("y + y + y + y + y + y + y + y + y ~ normal(mu, 1);"), (Labels{""}));
}

TEST(Labels, AreThoseOfStatementsInFunctions) {
  EXPECT_EQ(
      labels_of_mu("see_lp(y, mu);", "void see_lp(data vector z, real m) { z ~ normal(m, 1); }"),
      (Labels{"z"}));
}

TEST(Labels, MayHaveBracesInReasons) {
  const explainer::Explanation explanation = explained_text(
      "parameters { real a; real b; }\n"
      "model { a ~ normal(0, 1); b ~ normal(0, 1); {1, 2} ~ normal(a * b, 1); }");
  EXPECT_EQ(explanation.parts.at(0).reason,
            "it is multiplied with b in the density of {1, 2}; b was collapsed instead");
}

}  // namespace
}  // namespace autumn
