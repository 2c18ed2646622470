// These tests check which expressions are known to be zero whatever the variables are.
#include "collapse/forms/zeros.h"

#include <gtest/gtest.h>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

// Whether the output t, declared as a vector of two, is known to be zero.
bool is_known_zero(const std::string& expression) {
  const model::Model model = written_model(
      "transformed data { vector[2] o = [0, 0]'; vector[2] w = [0, 1]'; "
      "matrix[2, 2] O = rep_matrix(0, 2, 2); } parameters { real a; real b; vector[2] x; "
      "real<lower=0> v; } transformed parameters { vector[2] t = " +
      expression + "; } model { a + b + x[1] + v ~ normal(0, 1); }");
  return zero_nodes(model)[model.outputs[0].node.value];
}

TEST(Zeros, AreProductsWithDataThatAreZero) {
  for (const char* expression :
       {"o * a", "a * b * o", "o .* x", "x .* (o * a)", "O * x", "O * x * a", "-(o * a)",
        "o * a + o * b", "(O * x) / v", "o * inv_logit(a)", "o * exp(-v)", "o * sqrt(v)",
        "o * log(v)", "[dot_product(o, x), 0]'"}) {
    EXPECT_TRUE(is_known_zero(expression)) << expression;
  }
}

TEST(Zeros, AreNoneWhereSomethingElseIsAdded) {
  for (const char* expression :
       {"x", "w * a", "w .* x", "o * a + x", "o + a", "w * a - w * a", "exp(o * a)", "[a, 0]'"}) {
    EXPECT_FALSE(is_known_zero(expression)) << expression;
  }
}

TEST(Zeros, AreNoneWhereTheOtherFactorMayBeNoNumber) {
  for (const char* expression : {"o * log(a)", "o * sqrt(a)", "o / a", "o * inv(a)", "o * a^b",
                                 "o * exp(a)", "o * exp(exp(v))"}) {
    EXPECT_FALSE(is_known_zero(expression)) << expression;
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
