// These tests check functions of functions: reduce_sum is the function on all of its data.
#include <gtest/gtest.h>

#include "trace/distribution_symbolic.h"

namespace autumn::trace {
namespace {

using testing::error_of;
using testing::generated;
using testing::must_trace;

const std::string kPartial =
    "functions { real partial_lpmf(array[] int slice, int start, int end, vector mu, real s) {"
    " return poisson_lpmf(slice | mu[start:end] * s); } "
    " real weigh(array[] real x, int start, int end) { return sum(x) * (end - start + 1); } }";

TEST(ReduceSum, IsTheFunctionOnTheWholeSlice) {
  const std::string head = kPartial +
                           "transformed data { array[3] int n = {1, 0, 2}; } parameters {"
                           " vector<lower=0>[3] mu; real<lower=0> s; } model { ";
  const std::string direct = to_text(must_trace(head + "n ~ poisson(mu[1:3] * s); }").model);
  for (const std::string name : {"partial_lpmf", "partial_lupmf"}) {
    for (const std::string function : {"reduce_sum", "reduce_sum_static"}) {
      const std::string body = "target += " + function + "(" + name + ", n, 1, mu, s); }";
      EXPECT_EQ(to_text(must_trace(head + body).model), direct) << body;
    }
  }
}

TEST(ReduceSum, WorksWithNumbersAndWithNothing) {
  EXPECT_EQ(generated("real a = reduce_sum(weigh, {1.0, 2.5}, 1); array[0] real none;"
                      " real b = reduce_sum(weigh, none, 1);",
                      kPartial),
            (std::vector<double>{7.0, 0.0}));
}

TEST(ReduceSum, WantsAPositiveGrainSize) {
  EXPECT_NE(error_of(kPartial + "transformed data { real a = reduce_sum(weigh, {1.0}, 0); }")
                .find("grainsize must be positive"),
            std::string::npos);
}

}  // namespace
}  // namespace autumn::trace
