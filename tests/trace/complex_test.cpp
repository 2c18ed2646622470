// These tests compare complex numbers of programs with numbers known from mathematics, and their
// derivatives with differences.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "trace/numbers.h"
#include "trace/program.h"
#include "trace/slopes.h"

namespace autumn::trace {
namespace {

using Number = std::complex<double>;

void expect_numbers(const std::string& block, const Numbers& expected,
                    const std::string& before = "") {
  const Numbers found = testing::generated(block, before);
  ASSERT_EQ(found.size(), expected.size()) << block;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-12 * (1 + std::abs(expected[i]))) << block << " " << i;
  }
}

TEST(ComplexNumbers, HaveTheirArithmetic) {
  expect_numbers("complex z = 1 + 2.5i;", {1, 2.5});
  expect_numbers("complex z = (1 + 2i) * (3 - 1i);", {5, 5});
  expect_numbers("complex z = (1 + 2i) / (3 - 1i);", {0.1, 0.7});
  expect_numbers("complex z = 2 / (1 + 1i) - 3 + -1i;", {-2, -2});
  expect_numbers("complex z = 1i^2;", {-1, 0});
  expect_numbers(
      "complex z = to_complex(3, 4); real x = abs(z); real n = norm(z); z += 1; z *= 1i;",
      {-4, 4, 5, 25});
  expect_numbers("int a = 1i == 1i; int b = 1i != 1; int c = 1 + 0i == 1;", {1, 1, 1});
  expect_numbers("complex z = conj(1 + 2i); real a = get_real(z); real b = get_imag(z);",
                 {1, -2, 1, -2});
  expect_numbers("complex z = polar(2, pi() / 2); real a = arg(-1i); complex p = proj(1 + 2i);",
                 {2 * std::cos(std::numbers::pi / 2), 2, -std::numbers::pi / 2, 1, 2});
  expect_numbers("array[2] complex z = {1, 2i}; complex y; y = z[2]; z[1] = y + 3;",
                 {3, 0, 2, 2, 0, 2});
  expect_numbers("complex z = 1 ? 2i : 3;", {0, 2});
}

TEST(ComplexNumbers, HaveTheFunctionsOfTheStandardLibrary) {
  const Number z(0.3, -1.2);
  const auto expect = [&](const std::string& call, Number value) {
    expect_numbers("complex z = " + call + ";", {value.real(), value.imag()});
  };
  expect("exp(0.3 - 1.2i)", std::exp(z));
  expect("log(0.3 - 1.2i)", std::log(z));
  expect("log10(0.3 - 1.2i)", std::log10(z));
  expect("sqrt(0.3 - 1.2i)", std::sqrt(z));
  expect("pow(0.3 - 1.2i, 1.5 + 1i)", std::pow(z, Number(1.5, 1)));
  expect("sin(0.3 - 1.2i)", std::sin(z));
  expect("atanh(0.3 - 1.2i)", std::atanh(z));
  // Euler's identity.
  expect_numbers("complex z = exp(pi() * 1i) + 1;", {0, 0});
}

TEST(ComplexVectors, AreMultipliedWithoutConjugation) {
  // The columns of the first factor are the parts before the product is taken.
  expect_numbers(
      "complex_vector[2] v = [1i, 2]'; complex p = v' * v; complex_row_vector[2] t = v';",
      {0, 2, 1, 0, 3, 0, 0, 2, 1, 0});
  expect_numbers(R"(complex_matrix[2, 2] A = [[1, 1i], [2, 3]]; complex_vector[2] v = A * [1, 1i]';
complex_matrix[2, 2] B = A';)",
                 {1, 2, 0, 3, 0, 0, 1, 0, 0, 2, 0, 3, 1, 0, 2, 3, 0, 1, 0, 0});
  expect_numbers("complex_vector[2] v = 2i * [1, 2]' + 1; complex s = sum(v); complex q = prod(v);",
                 {1, 1, 2, 4, 2, 6, -7, 6});
  // Stan's dot product of vectors is Eigen's, which conjugates.
  expect_numbers("complex s = dot_product([1i, 2]', [1i, 1]'); complex n = dot_self([1i, 2]');",
                 {3, 0, 5, 0});
  expect_numbers("complex_row_vector[2] x = [2i, 4] / [[1i, 0], [0, 2]];", {2, 2, 0, 0});
}

TEST(ComplexVectors, AreCutAndJoined) {
  expect_numbers(R"(complex_vector[3] v = [1i, 2, 3]'; complex_vector[2] h = head(v, 2);
complex_vector[2] w = v[{3, 1}]; v[2:3] = [4i, 5]'; complex_vector[2] a = append_row(1, [1i]');
int n = size(v); vector[3] re = get_real(v); vector[3] size_ = abs(v);)",
                 {0, 0, 5, 1, 4, 0, 0, 2, 1, 0, 3, 0, 0, 1, 1, 0, 0, 1, 3, 0, 0, 5, 1, 4, 5});
}

TEST(FourierTransforms, AreThoseOfStan) {
  expect_numbers("complex_vector[3] f = fft([1, 2, 4]');",
                 {7, -2, -2, 0, std::sqrt(3.0), -std::sqrt(3.0)});
  expect_numbers("complex_vector[4] f = inv_fft(fft([1, 2i, 3, 4]'));", {1, 0, 3, 4, 0, 2, 0, 0});
  expect_numbers("complex_matrix[2, 2] f = fft2([[1, 2], [3, 4i]]);", {6, 0, 2, -4, 4, -4, -4, 4});
  expect_numbers("complex_matrix[2, 3] f = inv_fft2(fft2([[1, 2i, 3], [4, 5, 6]]));",
                 {1, 4, 0, 5, 3, 6, 0, 0, 2, 0, 0, 0});
}

TEST(ComplexMatrices, AreDecomposed) {
  expect_numbers("complex_vector[2] l = eigenvalues([[0, -1], [1, 0]]);", {0, 0, 1, -1});
  // What is put together again is what was taken apart.
  expect_numbers(R"(matrix[2, 2] A = [[1, 2], [-3, 1]]; complex_matrix[2, 2] V; complex_vector[2] l;
(V, l) = eigendecompose(A); complex_matrix[2, 2] D = A * V - V * diag_matrix(l);
V = rep_matrix(to_complex(), 2, 2); l = rep_vector(to_complex(0, 0), 2);)",
                 {1, -3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  expect_numbers(R"(complex_matrix[2, 2] D; { complex_matrix[2, 2] A = [[1, 2i], [3, 1i]];
complex_matrix[2, 2] U; complex_matrix[2, 2] T; (U, T) = complex_schur_decompose(A);
D = A - U * T * conj(U'); })",
                 {0, 0, 0, 0, 0, 0, 0, 0});
  expect_numbers(R"(complex_matrix[2, 2] D; { complex_matrix[2, 2] A = [[1, 2i], [3, 1i]];
tuple(complex_matrix[2, 2], vector[2], complex_matrix[2, 2]) s = svd(A);
D = A - s.1 * diag_matrix(s.2) * conj(s.3'); })",
                 {0, 0, 0, 0, 0, 0, 0, 0});
  expect_numbers("complex_vector[2] l = eigenvalues_sym([[1, 1i], [-1i, 1]]);", {0, 2, 0, 0});
}

TEST(ComplexNumbers, ComeFromData) {
  const auto traced = testing::traced(
      R"(data { complex z; array[2] complex_vector[2] v; tuple(complex, int) t; }
         generated quantities { complex y = z; complex x = v[2][1]; complex w = t.1; })",
      R"({"z": [1, 2], "v": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], "t": {"1": [9, 10], "2": 3}})");
  ASSERT_TRUE(traced.is_ok()) << to_text(traced.error());
  Numbers out(6);
  ASSERT_TRUE(generate(traced.value().generated, {}, Random({.seed = 1}), out).is_ok());
  EXPECT_EQ(out, (Numbers{1, 2, 5, 6, 9, 10}));
  EXPECT_NE(testing::error_of("data { complex z; }", R"({"z": 1})").find("[real, imag]"),
            std::string::npos);
}

TEST(ComplexNumbers, ArePrintedAsStanDoes) {
  std::string printed;
  const auto program = testing::program_of("transformed data { print(1 + 2i, [1i, 2]); }");
  ASSERT_NE(program, nullptr);
  const auto print = [&](const std::string& text) { printed += text; };
  ASSERT_TRUE(trace(program, {}, {.print = print}).is_ok());
  EXPECT_EQ(printed, "(1,2)[(0,1),(2,0)]");
}

// ---- functions of parameters ----

Numbers density_and_slopes(const std::string& term, const Numbers& x) {
  return testing::slopes_of(
      "functions { complex f(complex z, complex_vector v) { return z * v[1] + v[2]; } }\n"
      "parameters { vector[4] x; } transformed parameters { complex z = to_complex(x[1], x[2]); "
      "complex w = to_complex(x[3], x[4]); complex_vector[2] v = [z, w]'; }\n"
      "model { target += " +
          term + "; }",
      x);
}

struct DensityCase {
  std::string term;
  std::function<double(Number z, Number w)> value;
};

TEST(ComplexDensities, HaveTheValuesAndSlopesOfTheirFunctions) {
  // A real number that depends on both parts.
  const auto mixed = [](Number z) { return z.real() + 2 * z.imag(); };
  const auto expression = [](const std::string& z) {
    return "get_real(" + z + ") + 2 * get_imag(" + z + ")";
  };
  const std::vector<DensityCase> cases{
      {expression("z * w"), [&](Number z, Number w) { return mixed(z * w); }},
      {expression("z / w"), [&](Number z, Number w) { return mixed(z / w); }},
      {expression("(z - 2 * w + 1)"), [&](Number z, Number w) { return mixed(z - 2.0 * w + 1.0); }},
      {expression("z^w"), [&](Number z, Number w) { return mixed(std::pow(z, w)); }},
      {expression("exp(z)"), [&](Number z, Number) { return mixed(std::exp(z)); }},
      {expression("log(z)"), [&](Number z, Number) { return mixed(std::log(z)); }},
      {expression("log10(z)"), [&](Number z, Number) { return mixed(std::log10(z)); }},
      {expression("sqrt(z)"), [&](Number z, Number) { return mixed(std::sqrt(z)); }},
      {expression("sin(z)"), [&](Number z, Number) { return mixed(std::sin(z)); }},
      {expression("cos(z)"), [&](Number z, Number) { return mixed(std::cos(z)); }},
      {expression("tan(z)"), [&](Number z, Number) { return mixed(std::tan(z)); }},
      {expression("sinh(z)"), [&](Number z, Number) { return mixed(std::sinh(z)); }},
      {expression("cosh(z)"), [&](Number z, Number) { return mixed(std::cosh(z)); }},
      {expression("tanh(z)"), [&](Number z, Number) { return mixed(std::tanh(z)); }},
      {expression("asin(z)"), [&](Number z, Number) { return mixed(std::asin(z)); }},
      {expression("acos(z)"), [&](Number z, Number) { return mixed(std::acos(z)); }},
      {expression("atan(z)"), [&](Number z, Number) { return mixed(std::atan(z)); }},
      {expression("asinh(z)"), [&](Number z, Number) { return mixed(std::asinh(z)); }},
      {expression("acosh(z)"), [&](Number z, Number) { return mixed(std::acosh(z)); }},
      {expression("atanh(z)"), [&](Number z, Number) { return mixed(std::atanh(z)); }},
      {expression("f(z, v)"), [&](Number z, Number w) { return mixed(z * z + w); }},
      {expression("prod(v)"), [&](Number z, Number w) { return mixed(z * w); }},
      {expression("dot_product(v, [w, 1]')"),
       [&](Number z, Number w) { return mixed(std::conj(z) * w + std::conj(w)); }},
      {expression("fft(v)[2]"), [&](Number z, Number w) { return mixed(z - w); }},
      {expression("inv_fft(v)[1]"), [&](Number z, Number w) { return mixed(0.5 * (z + w)); }},
      {expression("(v' / [[z, 1], [0, w]])[2]"),
       [&](Number, Number w) { return mixed((w - 1.0) / w); }},
      {"abs(z) + arg(w) + norm(z)",
       [&](Number z, Number w) { return std::abs(z) + std::arg(w) + std::norm(z); }},
      // The eigenvalues of this matrix are z and its conjugate, in this order.
      {expression("eigenvalues([[x[1], -x[2]], [x[2], x[1]]])[1]"),
       [&](Number z, Number) { return z.real() + 2 * std::abs(z.imag()); }},
  };
  const Numbers x{0.7, 0.4, -0.5, 1.3};
  for (const DensityCase& c : cases) {
    const Numbers found = density_and_slopes(c.term, x);
    ASSERT_EQ(found.size(), 5U) << c.term;
    const auto at = [&](const Numbers& y) { return c.value({y[0], y[1]}, {y[2], y[3]}); };
    EXPECT_NEAR(found[0], at(x), 1e-12) << c.term;
    for (std::size_t i = 0; i < 4; ++i) {
      constexpr double kStep = 1e-5;
      Numbers high = x;
      Numbers low = x;
      high[i] += kStep;
      low[i] -= kStep;
      EXPECT_NEAR(found[i + 1], (at(high) - at(low)) / (2 * kStep), 1e-7) << c.term << " " << i;
    }
  }
}

// What is selected between two ways, looked up by an index, and computed along a path.
TEST(TuplesAndComplexNumbers, FollowConditionsOnParameters) {
  const std::string program = R"(functions {
  tuple(real, vector) pick(real x, tuple(real, vector) t) {
    if (x > 0) return t;
    return (x, 2 * t.2);
  }
  complex root(real x) {
    if (x < 0) return sqrt(-x) * 1i;
    return sqrt(x);
  }
}
parameters { vector[3] x; }
model {
  tuple(real, vector[2]) t = (x[1], x[2:3]);
  tuple(real, vector[2]) u;
  u = pick(x[1], t);
  if (x[2] > 0) { u.1 += 3; u.2 = reverse(u.2); }
  array[2] tuple(real, real) a = {(x[1], 1), (x[2], 2)};
  int k = 1 + (x[3] > 0);
  target += u.1 + 2 * u.2[1] + 3 * u.2[2] + a[k].1 * a[k].2;
  target += norm(root(x[1]) + 1i) + (x[2] > 0 ? (1i * x[2], 2) : (3, 4)).2;
  complex z = x[1] > x[2] ? to_complex(x[1], x[2]) : 2;
  int n = 0;
  while (abs(z) < 3) { z *= 2; n += 1; }
  target += get_real(z) * n;
})";
  // By the same statements in Python, with differences for the slopes.
  const std::vector<std::pair<Numbers, Numbers>> points{
      {{0.5, 0.3, -0.2}, {20, 27, 3, 2}},
      {{-0.5, 0.3, 0.2}, {14.614213562373095, -std::numbers::sqrt2, 8, 4}},
      {{-0.5, -0.7, 0.2}, {-0.5857864376269046, 8 - std::numbers::sqrt2, 6, 6}}};
  for (const auto& [x, expected] : points) {
    const Numbers found = testing::slopes_of(program, x);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
  }
}

TEST(ComplexParameters, AreTwoParameters) {
  const auto traced = testing::traced(
      "parameters { complex z; complex_vector[2] v; } model { get_real(z) ~ normal(0, 1); "
      "get_imag(z) ~ normal(0, 1); abs(v) ~ exponential(1); }");
  ASSERT_TRUE(traced.is_ok()) << to_text(traced.error());
  const auto& variables = traced.value().model.variables;
  ASSERT_EQ(variables.size(), 4U);
  EXPECT_EQ(variables[0].name, "z.real");
  EXPECT_EQ(variables[1].name, "z.imag");
  EXPECT_EQ(variables[3].name, "v[].imag");
}

}  // namespace
}  // namespace autumn::trace
