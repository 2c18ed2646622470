// These tests compare the slopes of decompositions of general and of complex matrices with
// differences of their values.
#include <gtest/gtest.h>

#include <cmath>

#include "trace/numbers.h"
#include "trace/slopes.h"

namespace autumn::trace {
namespace {

// The phases of vectors are what the algorithm left of them, to some digits, and they jump where it
// takes one step more: so are their slopes.
constexpr double kLoose = 3e-3;

struct DecomposeCase {
  std::string name;
  std::string term;
  double tolerance = 1e-7;
};

std::ostream& operator<<(std::ostream& out, const DecomposeCase& c) {
  return out << c.name;
}

// A is real, Z complex and not square, C complex and square, H Hermitian.
std::string program_with(const std::string& term) {
  return R"(functions {
  // Tells all elements apart, and does not see phases.
  real seen(complex_matrix m) { return sum(abs(m) .* [[1, 2], [3, 5]]); }
  real seen3(complex_matrix m) { return sum(abs(m) .* [[1, 2, 7], [3, 5, 4], [6, 9, 8]]); }
}
parameters { vector[9] x; }
model {
  matrix[3, 3] A = to_matrix(x, 3, 3);
  matrix[2, 2] R = to_matrix(x[1:4], 2, 2);
  complex_matrix[2, 2] C = to_complex(to_matrix(x[1:4], 2, 2), to_matrix(x[5:8], 2, 2));
  complex_matrix[3, 2] Z = append_row(C, to_complex([[x[9], 0.3]], [[-0.4, x[2]]]));
  complex_matrix[2, 2] H = symmetrize_from_lower_tri(C);
  target += )" +
         term + ";\n}\n";
}

const Numbers kPoint{0.7, -0.4, 1.3, 0.5, 0.9, -1.1, 0.2, 0.6, -0.8};

class Decompositions : public ::testing::TestWithParam<DecomposeCase> {};

TEST_P(Decompositions, HaveTheSlopesOfTheirValues) {
  const std::string program = program_with(GetParam().term);
  const Numbers found = testing::slopes_of(program, kPoint);
  ASSERT_EQ(found.size(), 10U);
  double size = 0.0;
  int jumps = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    constexpr double kStep = 1e-4;
    const auto at = [&](double step) {
      Numbers x = kPoint;
      x[i] += step;
      return testing::slopes_of(program, x)[0];
    };
    const double slope =
        (8 * (at(kStep) - at(-kStep)) - (at(2 * kStep) - at(-2 * kStep))) / (12 * kStep);
    constexpr double kJump = 1000;
    if (GetParam().tolerance == kLoose && std::abs(slope) > kJump && jumps++ == 0) continue;
    EXPECT_NEAR(found[i + 1], slope, GetParam().tolerance * (1 + std::abs(slope))) << i;
    size += std::abs(slope);
  }
  EXPECT_GT(size, 0.1) << "the term does not depend on anything";
}

INSTANTIATE_TEST_SUITE_P(
    Terms, Decompositions,
    ::testing::Values(
        DecomposeCase{"eigenvectors", "seen3(eigenvectors(A))"},
        DecomposeCase{"eigenvectors_turned", "sum(get_real(eigenvectors(A) * [1, 1 + 2i, 3i]'))",
                      kLoose},
        DecomposeCase{"eigenvalues",
                      "get_real(eigenvalues(A)[1]) + 2 * get_imag(eigenvalues(A)[2])"},
        DecomposeCase{"eigendecompose",
                      "seen(eigendecompose(R).1) + get_real(eigendecompose(R).2[1])"},
        DecomposeCase{"complex_eigenvectors", "seen(eigenvectors(C))"},
        DecomposeCase{"complex_eigenvectors_turned",
                      "get_real(eigenvectors(C)[1, 2]) + get_imag(eigenvectors(C)[2, 1])", kLoose},
        DecomposeCase{"complex_eigenvalues",
                      "get_real(eigenvalues(C)[1]) + 2 * get_imag(eigenvalues(C)[2])"},
        DecomposeCase{"complex_eigendecompose",
                      "seen(eigendecompose(C).1) + get_imag(eigendecompose(C).2[1])"},
        DecomposeCase{"hermitian_vectors",
                      "seen(eigenvectors_sym(H)) + get_imag(eigenvectors_sym(H)[2, 1])"},
        DecomposeCase{"hermitian_values",
                      "get_real(eigenvalues_sym(H)[1]) - 3 * get_real(eigenvalues_sym(H)[2])"},
        DecomposeCase{"hermitian_both",
                      "seen(eigendecompose_sym(H).1) + get_real(eigendecompose_sym(H).2[2])"},
        DecomposeCase{
            "schur_u",
            "seen(complex_schur_decompose_u(C)) + get_imag(complex_schur_decompose_u(C)[1, 2])",
            kLoose},
        DecomposeCase{"schur_t",
                      "abs(complex_schur_decompose_t(C)[1, 1]) + 2 * "
                      "abs(complex_schur_decompose_t(C)[1, 2])"},
        DecomposeCase{
            "schur_of_real",
            "seen(complex_schur_decompose(R).1) + get_real(complex_schur_decompose(R).2[1, 1])"},
        DecomposeCase{
            "schur_of_three",
            "seen3(complex_schur_decompose(A).1) + abs(complex_schur_decompose(A).2[1, 3])"},
        DecomposeCase{"svd_u", "sum(abs(svd_U(Z)) .* [[1, 2], [3, 5], [7, 4]])"},
        DecomposeCase{"svd_v", "seen(svd_V(Z)) + sum(abs(svd_V(Z')) .* [[1, 2], [3, 5], [7, 4]])"},
        DecomposeCase{"svd_wide", "seen(svd_U(Z'))"},
        DecomposeCase{"svd_whole", "seen(svd(C).1) + svd(C).2[2] + seen(svd(C).3)"},
        // What both phases leave as it is.
        DecomposeCase{
            "svd_product",
            "get_imag((svd(C).1 * diag_matrix(to_complex([1, 3]', 0)) * svd(C).3')[1, 2])"},
        DecomposeCase{"svd_values", "singular_values(Z)[1] + 2 * singular_values(Z)[2]"},
        DecomposeCase{
            "real_svd",
            "sum(svd(A).1 .* [[1, 2, 7], [3, 5, 4], [6, 9, 8]]) + svd(A).2[1] + svd(A).3[2, 3]"},
        DecomposeCase{"real_qr",
                      "qr(A[1:2, :]).1[1, 2] + sum(qr(A[1:2, :]).2 .* [[1, 2, 3], [4, 5, 6]])"}),
    [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace autumn::trace
