// These tests check that generated quantities keep their declarations, and print.
#include <gtest/gtest.h>

#include <cmath>

#include "trace/distribution_symbolic.h"
#include "trace/generated/generated.h"

namespace autumn::trace {
namespace {

using testing::must_trace;

// The quantities of a draw of `x`, and what is wrong with them.
struct Made {
  std::vector<double> numbers;
  std::string error;
};

Made made(const Traced& program, double x) {
  Made result{std::vector<double>(generated_size(program.generated)), ""};
  const double drawn[] = {x};
  const Random random({.seed = 1, .purpose = Purpose::kGeneratedQuantities});
  const Status status = generate(program.generated, drawn, random, result.numbers);
  if (!status) result.error = status.error().message;
  return result;
}

const char* const kDeclarations = "parameters { real x; } generated quantities { ";

TEST(GeneratedQuantities, ThatBreakTheirDeclarationAreAllNaN) {
  const Traced program =
      must_trace(std::string(kDeclarations) + "real w = 2 * x; real<lower=0> z = x; }");
  EXPECT_EQ(made(program, 1.5).numbers, (std::vector<double>{3.0, 1.5}));
  const Made broken = made(program, -1.0);
  EXPECT_EQ(broken.error, "`z` is -1, but must be at least 0");
  EXPECT_TRUE(std::isnan(broken.numbers[0]) && std::isnan(broken.numbers[1]));
}

TEST(GeneratedQuantities, AreHeldToBoundsThatAreQuantities) {
  const Traced program =
      must_trace(std::string(kDeclarations) + "real a = x; real<upper=a> z = 1; }");
  EXPECT_EQ(made(program, 2.0).error, "");
  EXPECT_EQ(made(program, 0.5).error, "`z` is 1, but must be at most 0.5");
}

TEST(GeneratedQuantities, ThatAreSimplexesSumToOne) {
  const Traced program = must_trace(std::string(kDeclarations) + "simplex[2] p = [x, 0.25]'; }");
  EXPECT_EQ(made(program, 0.75).error, "");
  EXPECT_NE(made(program, 0.5).error.find("must sum to 1"), std::string::npos);
}

TEST(GeneratedQuantities, PrintOnceForEveryDraw) {
  std::vector<std::string> lines;
  Traced program = must_trace(std::string(kDeclarations) + "print(\"x is \", x); }");
  program.generated.print = [&](const std::string& text) { lines.push_back(text); };
  (void)made(program, 1.5);
  (void)made(program, -2.0);
  EXPECT_EQ(lines, (std::vector<std::string>{"x is 1.5", "x is -2"}));
}

}  // namespace
}  // namespace autumn::trace
