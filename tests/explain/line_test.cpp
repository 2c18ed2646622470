// These tests look at the one line that `autumn sample` prints.
#include <gtest/gtest.h>

#include "explain/programs.h"

namespace autumn {
namespace {

TEST(OneLine, NamesWhatIsCollapsedAndWhatIsSampled) {
  EXPECT_EQ(line_of("parameters { real mu; real<lower=0> tau; vector[2] theta; }\n"
                    "model { mu ~ normal(0, 5); tau ~ cauchy(0, 5); theta ~ normal(mu, tau);\n"
                    "  [1, 2] ~ normal(theta, 1); }"),
            "collapsed 3 of 4 dimensions: mu, theta (Gaussian); sampling 1: tau");
}

TEST(OneLine, CountsElementsOfWhatGoesInPart) {
  EXPECT_EQ(
      line_of("parameters { vector[3] x; }\n"
              "model { x ~ normal(0, 1); 1 ~ normal(x[1] + x[2], 1); 2 ~ poisson_log(x[3]); }"),
      "collapsed 2 of 3 dimensions: x (2 of 3) (Gaussian); sampling 1: x (1 of 3)");
}

TEST(OneLine, HasLeavesLast) {
  EXPECT_EQ(line_of("parameters { real new; real mu; real<lower=0> rate; real s; }\n"
                    "model { new ~ cauchy(mu, 1); mu ~ normal(0, exp(s)); s ~ normal(0, 1);\n"
                    "  2 ~ normal(mu, 1); rate ~ gamma(1, 1); 3 ~ poisson(rate); }"),
            "collapsed 3 of 4 dimensions: mu (Gaussian), rate (gamma), new (leaf); sampling 1: s");
}

TEST(OneLine, SaysWhenAllIsCollapsed) {
  EXPECT_EQ(line_of("parameters { real mu; }\nmodel { mu ~ normal(0, 1); 2 ~ normal(mu, 1); }"),
            "collapsed all 1 dimension: mu (Gaussian); nothing is left to sample: the draws are "
            "exact");
}

TEST(OneLine, SaysWhenNothingIs) {
  const std::string program =
      "parameters { real mu; vector[2] b; }\n"
      "model { mu ~ cauchy(0, 1); b ~ cauchy(0, 1); 2 ~ normal(mu + sum(b), 1); }";
  EXPECT_EQ(line_of(program), "collapsed none of 3 dimensions; sampling 3: mu, b");
  EXPECT_EQ(line_of("parameters { real mu; }\nmodel { mu ~ normal(0, 1); 2 ~ normal(mu, 1); }",
                    {.is_off = true}),
            "collapsed none of 1 dimension; sampling 1: mu");
  EXPECT_EQ(line_of("generated quantities { real x = 1; }"), "the model has no parameters");
}

TEST(OneLine, IsCutWhereThereAreManyVariables) {
  std::string program = "parameters {";
  for (int i = 0; i < 10; ++i) program += " real a" + std::to_string(i) + ";";
  program += " } model {";
  for (int i = 0; i < 10; ++i) program += " a" + std::to_string(i) + " ~ cauchy(0, 1);";
  program += " 1 ~ normal(a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9, 1); }";
  EXPECT_EQ(line_of(program),
            "collapsed none of 10 dimensions; sampling 10: a0, a1, a2, a3, a4, a5, a6, a7, ... (10 "
            "variables in all)");
}

}  // namespace
}  // namespace autumn
