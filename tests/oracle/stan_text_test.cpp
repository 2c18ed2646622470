// These tests look at models of the oracle as Stan programs.
#include "oracle/stan_text.h"

#include <gtest/gtest.h>

namespace autumn::oracle {
namespace {

TEST(StanText, DeclaresSupportsAndWritesStatementsInOrder) {
  Model model;
  const NodeId x1 = model.add(normal(0, 5));
  const NodeId x2 = model.add(gamma(exp(x1), 1));
  const NodeId x3 = model.add(beta(2, square(x2) + 0.125));
  const NodeId x4 = model.add(binomial(10, x3), 4);
  model.add(exponential((x4 / x2 - -1e-7) / sqrt(x2)), 0.1);
  const NodeId x6 = model.add(bernoulli(x3), 1);
  model.add(normal(log(x2) * x6, x4 / 3.0), -2.5);
  EXPECT_EQ(to_stan(model),
            "data {\n"
            "  int x4;\n"
            "  real<lower=0> x5;\n"
            "  int x6;\n"
            "  real x7;\n"
            "}\n"
            "parameters {\n"
            "  real x1;\n"
            "  real<lower=0> x2;\n"
            "  real<lower=0, upper=1> x3;\n"
            "}\n"
            "model {\n"
            "  x1 ~ normal(0.0, 5.0);\n"
            "  x2 ~ gamma(exp(x1), 1.0);\n"
            "  x3 ~ beta(2.0, (square(x2) + 0.125));\n"
            "  x4 ~ binomial(10, x3);\n"
            "  x5 ~ exponential(((((1.0 * x4) / x2) - (-1.e-07)) / sqrt(x2)));\n"
            "  x6 ~ bernoulli(x3);\n"
            "  x7 ~ normal((log(x2) * (1.0 * x6)), ((1.0 * x4) / 3.0));\n"
            "}\n");
  EXPECT_EQ(data_json(model), "{\"x4\": 4, \"x5\": 0.1, \"x6\": 1, \"x7\": -2.5}\n");
}

TEST(StanText, NeedsNoData) {
  Model model;
  model.add(normal(0, 1));
  EXPECT_EQ(data_json(model), "{}\n");
}

}  // namespace
}  // namespace autumn::oracle
