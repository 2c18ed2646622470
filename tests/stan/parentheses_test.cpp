// These tests check which parentheses are taken away, and which stay.
#include "stan/printing/parentheses.h"

#include <gtest/gtest.h>

namespace autumn::stan {
namespace {

std::string in_model(const std::string& statement) {
  const std::string before = "model { ", after = " }";
  const std::string whole = without_idle_parentheses(before + statement + after);
  return whole.substr(before.size(), whole.size() - before.size() - after.size());
}

TEST(Parentheses, AroundOneNumberOrNameAreIdle) {
  EXPECT_EQ(in_model("theta ~ beta((1), (((a))));"), "theta ~ beta(1, a);");
  EXPECT_EQ(in_model("x = -(y) + (2.0) * ((a + b));"), "x = -y + 2.0 * (a + b);");
  EXPECT_EQ(in_model("if (((x))) y = (1);"), "if (x) y = 1;");
  EXPECT_EQ(in_model("x[(i), 1] = c ? (a) : (b);"), "x[i, 1] = c ? a : b;");
}

TEST(Parentheses, StayWhereTheyMeanSomething) {
  for (const char* statement :
       {"x = (a + b) * c;", "if (x) y = f(z);", "while (x) f(x);", "t = (a, b);", "f((a, b));",
        "x = f(a)' * (a + b)';", "target += g(x);", "print(x);", "for (i in 1 : n) x[i] = y;",
        "x ~ normal(0, (a + b));"}) {
    EXPECT_EQ(in_model(statement), statement);
  }
}

}  // namespace
}  // namespace autumn::stan
