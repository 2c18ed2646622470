// These tests check which declared conditions are proved, and that no other is.
#include "collapse/analysis/proved_conditions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

// Whether the condition that `declared` makes of a transformed parameter t stays a condition.
// It is there in any case.
bool stays(const std::string& declared) {
  const model::Model model = ready_model(
      "parameters { real a; real b; real<lower=0> v; real<lower=0> w; "
      "real<lower=0, upper=1> p; real<lower=0, upper=1> q; simplex[3] s; positive_ordered[2] o; "
      "unit_vector[2] u; vector<lower=0>[3] z; } transformed parameters { " +
      declared + " } model { a + b + v + w + p + q + s[1] + o[1] + u[1] + z[1] ~ normal(0, 1); }");
  const auto is_condition = [](const model::Factor& factor) {
    return factor.is_opaque() && factor.label == "t";
  };
  const auto found = std::ranges::find_if(model.factors, is_condition);
  EXPECT_NE(found, model.factors.end()) << declared;
  return found != model.factors.end() && !found->is_precaution;
}

TEST(ProvedConditions, AreBoundsThatAlwaysHold) {
  for (const char* declared : {
           "real<lower=0> t = sqrt(v);",
           "real<lower=0> t = v + w;",
           "real<lower=0> t = v * w / (1 + p);",
           "real<lower=0> t = inv_sqrt(v);",
           "real<lower=0> t = v^a;",
           "real<lower=0> t = v * exp(a);",
           "real<lower=0> t = square(a - b);",
           "real<lower=0> t = hypot(a, b);",
           "real<lower=0> t = dot_self(z);",
           "real<lower=0> t = log1p(v);",
           "real<lower=0> t = log1p_exp(a);",
           "real<lower=0> t = fmax(a, 0);",
           "real<lower=0> t = -log(p);",
           "real<lower=0> t = o[2];",
           "real<lower=-1, upper=1> t = 2 * p - 1;",
           "real<lower=-1, upper=1> t = u[1];",
           "real<lower=0, upper=1> t = 1 - p * q;",
           "real<lower=0, upper=1> t = s[2];",
           "real<lower=0, upper=1> t = inv_logit(a + b);",
           "real<lower=0, upper=1> t = Phi_approx(a);",
           "real<lower=0, upper=1> t = inv_cloglog(a);",
           "real<lower=0, upper=1> t = exp(-v);",
           "real<upper=1> t = 1 - v;",
           "real<lower=negative_infinity()> t = a;",
           "vector<lower=0>[3] t = cumulative_sum(z);",
           "vector<lower=0>[3] t; for (i in 1:3) t[i] = i * z[i];",
           "vector<lower=[0, -1, 0]'>[3] t = z;",
           "array[2] real<lower=0> t = {v, exp(a)};",
           "array[2, 2] real<lower=0> t = {{v, exp(a)}, {w, p}};",
       }) {
    EXPECT_FALSE(stays(declared)) << declared;
  }
}

TEST(ProvedConditions, AreNoBoundsThatMayBeBroken) {
  for (const char* declared : {
           "real<lower=0> t = a;",
           "real<lower=0> t = a * b;",
           "real<lower=0> t = v - w;",
           "real<lower=0> t = v * a;",
           "real<lower=1> t = exp(a);",
           "real<lower=1e-300> t = exp(a);",
           "real<lower=0> t = a^3;",
           "real<lower=0> t = log(v);",
           "real<lower=0> t = fmin(v, a);",
           "real<lower=0> t = lgamma(v);",
           "real<lower=0, upper=1> t = p + q;",
           "real<lower=0, upper=1> t = v;",
           "real<lower=0, upper=1> t = p / q;",
           "real<lower=0, upper=1> t = p^a;",
           "real<lower=v> t = w;",
           "real<lower=0.5> t = 1 - p;",
           "vector<lower=[0, 0.1, 0]'>[3] t = z;",
           "array[2] real<lower=0> t = {v, a};",
           "simplex[3] t = z;",
           "ordered[2] t = o;",
       }) {
    EXPECT_TRUE(stays(declared)) << declared;
  }
}

// Stan refuses NaN, though it is in every range.
TEST(ProvedConditions, AreNoBoundsOfWhatMayBeNan) {
  for (const char* declared : {
           "real<lower=0> t = sqrt(a);",
           "real<lower=0> t = square(log(a));",
           "real<lower=0> t = abs(a / b);",
           "real<lower=0, upper=1> t = Phi(sqrt(a));",
           "real<lower=0> t = exp(acosh(v));",
           "real<lower=0, upper=1> t = inv_logit(log1m(v));",
           "real<lower=0> t = abs(not_a_number() * a);",
           "vector<lower=0>[2] t = [v, sqrt(a)]';",
       }) {
    EXPECT_TRUE(stays(declared)) << declared;
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
