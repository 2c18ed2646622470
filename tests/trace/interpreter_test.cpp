// These tests look at the evaluator: arithmetic, indexing, control flow and functions as Stan
// means them.
#include <gtest/gtest.h>

#include <cmath>

#include "trace/numbers.h"
#include "trace/program.h"

namespace autumn::trace {
namespace {

using testing::error_of;
using testing::generated;

TEST(Interpreter, ArithmeticHasStansPrecedenceAndTypes) {
  EXPECT_EQ(generated("real x = -2^2;"), (Numbers{-4}));
  EXPECT_EQ(generated("int x = 7 / 2; real y = 7.0 / 2; int z = 7 % 4; int w = -7 %/% 2;"),
            (Numbers{3, 3.5, 3, -3}));
  EXPECT_EQ(generated("int x = 1 + 1 == 2; int y = 1 < 2 && !(2 < 1); real z = 2^3^2;"),
            (Numbers{1, 1, 512}));
  EXPECT_EQ(generated("real x = .5 + 100. + 1e3; real y = 1 ? 2 : 3;"), (Numbers{1100.5, 2}));
}

TEST(Interpreter, VectorsAndMatricesMultiply) {
  const std::string given =
      "transformed data { vector[2] v = [1, 2]'; row_vector[2] r = [3, 4];"
      " matrix[2, 2] m = [[1, 2], [3, 4]]; }";
  EXPECT_EQ(generated("real a = r * v; matrix[2, 2] b = v * r;", given), (Numbers{11, 3, 6, 4, 8}));
  EXPECT_EQ(generated("vector[2] a = m * v; row_vector[2] b = r * m;", given),
            (Numbers{5, 11, 15, 22}));
  EXPECT_EQ(generated("matrix[2, 2] a = m * m'; matrix[2, 2] b = m .* m;", given),
            (Numbers{5, 11, 11, 25, 1, 9, 4, 16}));
  EXPECT_EQ(
      generated("vector[2] a = m \\ v; row_vector[2] b = r / m; vector[2] c = v ./ v + 1;", given),
      (Numbers{0, 0.5, 0, 1, 2, 2}));
}

TEST(Interpreter, IndexesEveryWay) {
  const std::string given =
      "transformed data { matrix[2, 3] m = [[1, 2, 3], [4, 5, 6]]; array[2] vector[3] a = {[1, 2, "
      "3]',"
      " [4, 5, 6]'}; array[3] int k = {3, 1, 1}; }";
  EXPECT_EQ(generated("row_vector[3] x = m[2]; vector[2] y = m[:, 3]; real z = m[2, 1];", given),
            (Numbers{4, 5, 6, 3, 6, 4}));
  EXPECT_EQ(generated("row_vector[3] x = m[1, k]; matrix[1, 2] y = m[2:2, :2];", given),
            (Numbers{3, 1, 1, 4, 5}));
  EXPECT_EQ(generated("vector[3] x = a[2]; real y = a[1][2]; vector[2] z = a[2, 2:];", given),
            (Numbers{4, 5, 6, 2, 5, 6}));
  EXPECT_EQ(generated("array[2] real x = a[:, 2]; vector[0] y = a[1][3:2];", given),
            (Numbers{2, 5}));
}

TEST(Interpreter, AssignsToPartsOfContainers) {
  EXPECT_EQ(generated("matrix[2, 2] m = rep_matrix(0, 2, 2); m[1] = [1, 2]; m[:, 2] = [7, 8]';"
                      " m[2, 1] += 5;"),
            (Numbers{1, 5, 7, 8}));
  EXPECT_EQ(generated("array[2] vector[2] a; a[1] = [1, 2]'; a[2][1] = 3; a[2][2] = 4; a[2] *= 2;"),
            (Numbers{1, 6, 2, 8}));
  EXPECT_EQ(generated("vector[3] v = [1, 2, 3]'; v[{3, 1}] = [30, 10]';"), (Numbers{10, 2, 30}));
}

TEST(Interpreter, LoopsBreakContinueAndNest) {
  EXPECT_EQ(
      generated("real s = 0; for (i in 1:10) { if (i == 3) continue; if (i > 5) break; s += i; }"),
      (Numbers{12}));
  EXPECT_EQ(generated("int n = 0; while (1) { n += 1; if (n == 4) break; }"), (Numbers{4}));
  EXPECT_EQ(generated("real s = 0; for (x in {1.5, 2.5}) s += x; for (i in 3:2) s = -1;"),
            (Numbers{4}));
}

TEST(Interpreter, FunctionsOverloadRecurseAndReturn) {
  const std::string functions =
      "functions { int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }"
      " real twice(real x) { return 2 * x; } vector twice(vector x) { return 3 * x; }"
      " void nothing(real x) { return; } }";
  EXPECT_EQ(generated("int f = fact(5); real a = twice(2); vector[1] b = twice([2]'); nothing(1);",
                      functions),
            (Numbers{120, 4, 6}));
}

TEST(Interpreter, ElementsNeverSetAreNan) {
  const Numbers x = generated("vector[2] v; v[2] = 1;");
  EXPECT_TRUE(std::isnan(x[0]));
  EXPECT_EQ(x[1], 1.0);
}

TEST(InterpreterMistake, IndexOutOfRange) {
  EXPECT_EQ(error_of("transformed data { vector[3] v = [1, 2, 3]'; real x = v[4]; }"),
            "test.stan:1:55: error: index 4 is out of range: dimension 1 has 3 elements\n"
            "  indices count from 1");
}

TEST(InterpreterMistake, SizesThatDoNotMatch) {
  EXPECT_EQ(error_of("transformed data { vector[3] v = [1, 2]'; }").substr(0, 63),
            "test.stan:1:30: error: `v` has sizes (3), but the value has (2)");
}

TEST(InterpreterMistake, VariablesThatAreTooLarge) {
  EXPECT_EQ(error_of("transformed data { array[100000, 100000] real x; }"),
            "test.stan:1:47: error: `x` has 1e+10 elements (80 GB), but a variable has at "
            "most 2147483647");
}

TEST(InterpreterMistake, DataOutsideItsDeclaredConstraint) {
  const std::string text =
      testing::error_of("data { array[2] int<lower=0> n; }", R"({"n": [1, -2]})");
  EXPECT_NE(text.find("`n[2]` is -2, but must be at least 0"), std::string::npos) << text;
}

}  // namespace
}  // namespace autumn::trace
