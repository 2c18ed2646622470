// These tests run programs with tuples and compare them with programs that have a variable for each
// leaf.
#include <gtest/gtest.h>

#include <cmath>

#include "trace/numbers.h"
#include "trace/program.h"

namespace autumn::trace {
namespace {

TEST(Tuples, HaveTheirPartsInOrder) {
  EXPECT_EQ(testing::generated("tuple(int, tuple(real, vector[2])) t = (1, (2.5, [3, 4]'));"),
            (Numbers{1, 2.5, 3, 4}));
  EXPECT_EQ(testing::generated("tuple(int, real) t = (1, 2);\nreal x = t.2 + t.1;"),
            (Numbers{1, 2, 3}));
}

TEST(Tuples, AreAssignedPartByPart) {
  EXPECT_EQ(testing::generated(R"(tuple(real, array[2] vector[2]) t;
t.1 = 5; t.2[2] = [1, 2]'; t.2[1][2] = 3; t.2[1, 1] = 4; t.1 += 2;)"),
            (Numbers{7, 4, 1, 3, 2}));
}

TEST(Tuples, OfOnePartAreTuples) {
  EXPECT_EQ(testing::generated("tuple(real,) t = (3.5,);\nreal x = t.1;"), (Numbers{3.5, 3.5}));
}

TEST(Tuples, AreUnpackedAfterTheRightSideIsKnown) {
  EXPECT_EQ(testing::generated("int x = 3; int y = 4; (x, y) = (y, x);"), (Numbers{4, 3}));
  EXPECT_EQ(testing::generated(R"(array[3] real x; real y; tuple(int, vector[2]) t;
(x[2:3], (y, t)) = ({1, 2}, (3, (4, [5, 6]'))); x[1] = 0;)"),
            (Numbers{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Tuples, InArraysAreKeptLeafByLeaf) {
  // All of the first parts, then all of the second ones.
  EXPECT_EQ(testing::generated("array[2] tuple(int, real) a = {(1, 2.5), (3, 4)};"),
            (Numbers{1, 3, 2.5, 4}));
  EXPECT_EQ(testing::generated(R"(array[2] tuple(int, array[2] tuple(real, vector[2])) a;
for (i in 1:2) { a[i].1 = i; for (j in 1:2) { a[i].2[j].1 = 10 * i + j;
a[i].2[j].2 = [i, j]'; } } real x = a[2].2[1].2[1]; array[2] tuple(real, vector[2]) b = a[2].2;)"),
            (Numbers{1, 2, 11, 21, 12, 22, 1, 2, 1, 2, 1, 1, 2, 2, 2, 21, 22, 2, 2, 1, 2}));
  EXPECT_EQ(
      testing::generated(R"(array[3] tuple(int, int) a = {(1, 2), (3, 4), (5, 6)};
array[2] tuple(int, int) b = a[{3, 1}]; array[4] tuple(int, int) c = append_array(b, a[2:3]);
int n = size(a); array[2] tuple(int, int) d = reverse(head(c, 2)); array[2] tuple(int, int) e =
rep_array((7, 8), 2);)"),
      (Numbers{1, 3, 5, 2, 4, 6, 5, 1, 6, 2, 5, 1, 3, 5, 6, 2, 4, 6, 3, 1, 5, 2, 6, 7, 7, 8, 8}));
}

TEST(Tuples, GoThroughFunctions) {
  const std::string functions = R"(functions {
  tuple(real, tuple(int, vector)) swap(tuple(vector, real) t, int k) {
    if (k > 5) return (-1, (k, t.1));
    return (t.2, (k, 2 * t.1));
  }
  real total(array[] tuple(real, real) a) {
    real sum = 0;
    for (x in a) sum += x.1 * x.2;
    return sum;
  }
  int f(tuple(int, int, int) x) { return x.3; }
  int f(tuple(int, int) x) { return x.2; }
})";
  EXPECT_EQ(testing::generated(R"(vector[2] v = swap(([1, 2]', 3), 4).2.2;
tuple(real, tuple(int, vector[2])) t = swap((v, 1), 9); real s = total({(1, 2), (3, 4.5)});
int a = f((1, 2)); int b = f((1, 2, 3));)",
                               functions),
            (Numbers{2, 4, -1, 9, 2, 4, 15.5, 2, 3}));
}

TEST(Tuples, HavePartsAlsoAfterASpace) {
  EXPECT_EQ(testing::generated("tuple(tuple(real, int), real) t = ((1.5, 2), 3); real a = t.1 .1;"
                               " int b = t .1 .2; real c = t.2 + .5;"),
            (Numbers{1.5, 2, 3, 1.5, 2, 3.5}));
}

TEST(Tuples, AreChosenByConditions) {
  EXPECT_EQ(testing::generated("tuple(real, int) t = 0 ? (1, 2) : (2.5, 3);"), (Numbers{2.5, 3}));
}

TEST(Tuples, ComeFromData) {
  const auto traced = testing::traced(
      R"(data { int N; array[N] tuple(int, vector[2]) a; tuple(real, tuple(int, array[2] int)) t;
                array[0] tuple(int, real) none; }
         generated quantities { vector[2] x = a[2].2; int y = t.2.2[1] + a[1].1; real z = t.1; })",
      R"({"N": 2, "a": [{"1": 5, "2": [1, 2]}, {"1": 6, "2": [3, 4]}],
          "t": {"1": 0.5, "2": {"1": 7, "2": [8, 9]}}, "none": []})");
  ASSERT_TRUE(traced.is_ok()) << to_text(traced.error());
  Numbers out(4);
  ASSERT_TRUE(generate(traced.value().generated, {}, Random({.seed = 1}), out).is_ok());
  EXPECT_EQ(out, (Numbers{3, 4, 13, 0.5}));
}

TEST(Tuples, InDataThatDoNotFitAreReported) {
  const std::string program = "data { tuple(int<lower=0>, vector[2]) t; }";
  EXPECT_NE(testing::error_of(program, R"({"t": {"1": 1}})").find("has no part `t.2`"),
            std::string::npos);
  EXPECT_NE(
      testing::error_of(program, R"({"t": [1, 2]})").find("`t` is a tuple, but the data is not"),
      std::string::npos);
  EXPECT_NE(testing::error_of(program, R"({"t": {"1": 1, "b": 2}})").find("\"1\", \"2\""),
            std::string::npos);
  EXPECT_NE(testing::error_of(program, R"({"t": {"1": 1.5, "2": [1, 2]}})")
                .find("`t.1` is 1.5, but it must be an integer"),
            std::string::npos);
  EXPECT_NE(testing::error_of(program, R"({"t": {"1": -1, "2": [1, 2]}})")
                .find("`t.1` is -1, but must be at least 0"),
            std::string::npos);
  EXPECT_NE(testing::error_of(program, R"({"t": {"1": 1, "2": [1, 2, 3]}})")
                .find("`t.2` needs dimensions (2)"),
            std::string::npos);
  EXPECT_NE(testing::error_of(program, "{}").find("the data for `t` is missing"),
            std::string::npos);
}

TEST(Tuples, InDataHaveNoMorePartsThanTheyAreDeclaredWith) {
  const auto error = [](const std::string& program, const std::string& data) {
    return testing::error_of("data { " + program + " }", data);
  };
  EXPECT_NE(error("tuple(int, real) t;", R"({"t": {"1": 1, "2": 2, "3": 3}})")
                .find("the data for `t` has the part `t.3`, but `t` is declared without it"),
            std::string::npos);
  EXPECT_NE(error("array[1] tuple(int, real) t;", R"({"t": [{"1": 1, "2": 2, "3": [3, 4]}]})")
                .find("the part `t[].3`"),
            std::string::npos);
  EXPECT_NE(error("tuple(int, tuple(real, int)) t;",
                  R"({"t": {"1": 1, "2": {"1": 2, "2": 3, "3": {"1": 2}}}})")
                .find("the part `t.2.3.1`"),
            std::string::npos);
}

TEST(Tuples, InDataMayHaveWhatIsDeclared) {
  const auto is_read = [](const std::string& program, const std::string& data) {
    return testing::traced("data { " + program + " }", data).is_ok();
  };
  EXPECT_TRUE(is_read("array[0] tuple(int, real) t;", R"({"t": []})"));
  EXPECT_TRUE(is_read("array[2, 0] tuple(int, real) t;", R"({"t": [[], []]})"));
  EXPECT_TRUE(is_read("tuple(complex, array[1] complex_vector[1]) t;",
                      R"({"t": {"1": [1, 2], "2": [[[3, 4]]]}})"));
  EXPECT_TRUE(
      is_read("tuple(int, real) t;", R"({"t": {"1": 1, "2": 2}, "u": {"1": 1, "2": 2, "3": 3}})"));
}

TEST(Tuples, OfParametersAreParametersWithTheirOwnSupports) {
  const auto traced = testing::traced(R"(
parameters { array[2] tuple(real<lower=0>, simplex[3]) p; }
transformed parameters { tuple(real<lower=0>, real) q = (2 * p[1].1, log(p[2].2[3])); }
model { p[1].1 ~ exponential(1); p[2].1 ~ exponential(q.1); for (each in p) each.2 ~ dirichlet([1, 2, 3]'); })");
  ASSERT_TRUE(traced.is_ok()) << to_text(traced.error());
  const model::Model& model = traced.value().model;
  ASSERT_EQ(model.variables.size(), 2U);
  EXPECT_EQ(model.variables[0].name, "p[]:1");
  EXPECT_EQ(model.variables[0].dims, Dims{2});
  EXPECT_EQ(model.variables[0].support.kind, model::SupportKind::kLower);
  EXPECT_EQ(model.variables[1].name, "p[]:2");
  EXPECT_EQ(model.variables[1].dims, (Dims{2, 3}));
  EXPECT_EQ(model.variables[1].support.kind, model::SupportKind::kSimplex);
  ASSERT_EQ(model.outputs.size(), 2U);
  EXPECT_EQ(model.outputs[0].name, "q:1");
  EXPECT_EQ(model.outputs[1].name, "q:2");
}

TEST(Tuples, AreReturnedByDecompositions) {
  const std::string matrix = "matrix[2, 2] A = [[2, 1], [1, 2]];\n";
  const auto expect_same = [&](const std::string& part, const std::string& alone) {
    const Numbers x = testing::generated(matrix + "real x = " + part + "; real y = " + alone + ";");
    EXPECT_NEAR(x[4], x[5], 1e-12) << part;
  };
  expect_same("eigendecompose_sym(A).2[2]", "eigenvalues_sym(A)[2]");
  expect_same("qr(A).1[2, 1]", "qr_Q(A)[2, 1]");
  expect_same("qr_thin(A).2[1, 1]", "qr_thin_R(A)[1, 1]");
  expect_same("svd(A).1[1, 2]", "svd_U(A)[1, 2]");
  expect_same("svd(A).2[1]", "singular_values(A)[1]");
  expect_same("svd(A).3[1, 2]", "svd_V(A)[1, 2]");
  EXPECT_EQ(testing::generated(R"(matrix[2, 2] A = [[0, 5], [7, 0]];
tuple(vector[2], array[2] int, array[3] int) s = csr_extract(A);)"),
            (Numbers{0, 7, 5, 0, 5, 7, 2, 1, 1, 2, 3}));
}

TEST(Tuples, ArePrintedInParentheses) {
  std::string printed;
  const auto program =
      testing::program_of(R"(transformed data { print((1, ([2, 3], 4.5)), {(1, 2), (3, 4)}); })");
  ASSERT_NE(program, nullptr);
  ASSERT_TRUE(
      trace(program, {}, {.print = [&](const std::string& text) { printed += text; }}).is_ok());
  EXPECT_EQ(printed, "(1,([2,3],4.5))[(1,2),(3,4)]");
}

TEST(Tuples, ArePassedToSolvers) {
  const std::string functions = R"(functions {
  vector decay(real t, vector y, tuple(real, vector) p) { return -p.1 * y + p.2; }
  real part(array[] real x, int first, int last, tuple(real, array[] real) p) {
    return sum(x) * p.1 + p.2[1];
  }
})";
  const Numbers x = testing::generated(
      R"(vector[1] y = ode_rk45(decay, [1]', 0, {1.0}, (2.0, [0]'))[1];
real s = reduce_sum(part, {1.0, 2.0}, 1, (3.0, {4.0}));)",
      functions);
  EXPECT_NEAR(x[0], std::exp(-2.0), 1e-5);
  EXPECT_EQ(x[1], 13);
}

TEST(Tuples, WrittenAsJsonAreReadBack) {
  const std::string text =
      R"({"N": 2, "a": [{"1": 5, "2": [1, 2]}, {"1": 6, "2": [3, 4]}],
          "t": {"1": 0.5, "2": {"1": 7, "2": [[8, 9], [1, 2]]}}})";
  const auto data = parse_json(text, "a.json");
  ASSERT_TRUE(data.is_ok());
  EXPECT_EQ(data.value().at("a[]:2").dims, (Dims{2, 2}));
  EXPECT_EQ(data.value().at("t:2:2").numbers, (Numbers{8, 1, 9, 2}));
  const auto again = parse_json(to_json(data.value()), "b.json");
  ASSERT_TRUE(again.is_ok()) << to_json(data.value());
  ASSERT_EQ(again.value().size(), data.value().size());
  for (const auto& [name, variable] : data.value()) {
    EXPECT_EQ(again.value().at(name).numbers, variable.numbers) << name;
    EXPECT_EQ(again.value().at(name).dims, variable.dims) << name;
  }
}

}  // namespace
}  // namespace autumn::trace
