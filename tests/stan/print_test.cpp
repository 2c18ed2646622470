// These tests look at the printer: canonical text, and the law that parsing it gives the same
// tree.
#include "stan/printing/print.h"

#include <gtest/gtest.h>

#include <string>

#include "stan/parse_support.h"
#include "stan/printing/diagnostic.h"

namespace autumn::stan {
namespace {

// The text of `expression` after parsing.
std::string reprint(const std::string& expression) {
  const Parsed parsed = parse_text("model { x = " + expression + "; }");
  EXPECT_EQ(render(parsed.result.errors, parsed.sources), "");
  if (!parsed.result.is_ok()) return {};
  return to_text(*std::get<Assignment>(parsed.result.program.model.at(0).node).value);
}

TEST(Print, IsAFixedPointOnEveryGoodProgram) {
  const std::vector<TestProgram> programs = test_programs("good");
  ASSERT_GE(programs.size(), 25U);
  for (const TestProgram& program : programs) {
    const Parsed parsed = parse_text(program.text, test_includes("good"));
    EXPECT_EQ(render(parsed.result.errors, parsed.sources), "") << program.name;
    const std::string once = to_text(parsed.result.program);
    const Parsed again = parse_text(once);
    EXPECT_EQ(render(again.result.errors, again.sources), "") << program.name << "\n" << once;
    EXPECT_EQ(to_text(again.result.program), once) << program.name;
  }
}

TEST(Print, DropsParenthesesThatPrecedenceMakesNeedless) {
  EXPECT_EQ(reprint("((a) + (b * c))"), "a + b * c");
  EXPECT_EQ(reprint("(a + b) + c"), "a + b + c");
  EXPECT_EQ(reprint("(a ^ (b ^ c))"), "a^b^c");
  EXPECT_EQ(reprint("(a < b) == (c || d)"), "a < b == (c || d)");
  EXPECT_EQ(reprint("-(a ^ b)"), "-a^b");
  EXPECT_EQ(reprint("(-a) * b"), "-a * b");
  EXPECT_EQ(reprint("a ? b : (c ? d : e)"), "a ? b : c ? d : e");
  EXPECT_EQ(reprint("(f(x))[1]"), "f(x)[1]");
}

TEST(Print, KeepsParenthesesThatMatter) {
  EXPECT_EQ(reprint("(a + b) * c"), "(a + b) * c");
  EXPECT_EQ(reprint("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(reprint("(a ^ b) ^ c"), "(a^b)^c");
  EXPECT_EQ(reprint("(-a) ^ b"), "(-a)^b");
  EXPECT_EQ(reprint("a * (b %/% c) * (d * e)"), "a * b %/% c * (d * e)");
  EXPECT_EQ(reprint("(a * b) %/% c"), "(a * b) %/% c");
  EXPECT_EQ(reprint("(a * b)'"), "(a * b)'");
  EXPECT_EQ(reprint("(a ? b : c) ? d : e"), "(a ? b : c) ? d : e");
  EXPECT_EQ(reprint("!(a && b)"), "!(a && b)");
  EXPECT_EQ(reprint("a'[1]"), "(a')[1]");
  EXPECT_EQ(reprint("(a + b)[1]"), "(a + b)[1]");
}

TEST(Print, WritesTheCanonicalStyle) {
  const Parsed parsed = parse_text(
      "functions{real f(real[]x,data int[,]n);}data{int N;real<upper=1,lower=0>y[N,2];}"
      "model{if(N>1)y[1]~normal(0,1)T[,2];else if(N)print(\"a\",N);else{for(i in 1:N){real a=1,b;}}"
      "for(v in y)while(0){}return;}");
  EXPECT_EQ(render(parsed.result.errors, parsed.sources), "");
  EXPECT_EQ(to_text(parsed.result.program), R"(functions {
  real f(array[] real x, data array[,] int n);
}
data {
  int N;
  array[N, 2] real<lower=0, upper=1> y;
}
model {
  if (N > 1)
    y[1] ~ normal(0, 1) T[, 2];
  else if (N)
    print("a", N);
  else {
    for (i in 1:N) {
      real a = 1;
      real b;
    }
  }
  for (v in y)
    while (0) {
    }
  return;
}
)");
}

}  // namespace
}  // namespace autumn::stan
