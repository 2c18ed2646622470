// These tests compare functions of matrices at known values with direct formulas and Eigen.
#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "functions_harness.h"

namespace autumn::trace {
namespace {

using Matrix = Eigen::MatrixXd;
using stan::Base;

// Rows (1, 3, 5) and (2, 4, 6).
const Value kWide = mat(2, 3, {1, 2, 3, 4, 5, 6});
const Value kSquare = mat(2, 2, {1, 2, 3, 4});
const Value kSymmetric = mat(3, 3, {4, 1, 0.5, 1, 3, -0.2, 0.5, -0.2, 2});

Matrix eigen(const Value& x) {
  const Dims& d = x.dims();
  const auto rows = static_cast<Eigen::Index>(x.type().base == Base::kRowVector ? 1 : d[0]);
  return Eigen::Map<const Matrix>(x.numbers().data(), rows,
                                  static_cast<Eigen::Index>(x.size()) / rows);
}

void expect_matrix(const Value& x, const Matrix& expected, const std::string& what) {
  expect_near({x.numbers().begin(), x.numbers().end()},
              {expected.data(), expected.data() + expected.size()}, 1e-12, what);
}

TEST(Blocks, AreAppended) {
  EXPECT_EQ(numbers("append_col", {kSquare, vec({7, 8})}), (Numbers{1, 2, 3, 4, 7, 8}));
  EXPECT_EQ(numbers("append_col", {vec({7, 8}), kSquare}), (Numbers{7, 8, 1, 2, 3, 4}));
  EXPECT_EQ(numbers("append_col", {real(7), row({1, 2})}), (Numbers{7, 1, 2}));
  EXPECT_EQ(call("append_col", {vec({7, 8}), vec({1, 2})}).dims(), (Dims{2, 2}));
  EXPECT_EQ(numbers("append_row", {kSquare, row({7, 8})}), (Numbers{1, 2, 7, 3, 4, 8}));
  EXPECT_EQ(numbers("append_row", {row({7, 8}), row({1, 2})}), (Numbers{7, 1, 8, 2}));
  EXPECT_EQ(numbers("append_row", {vec({7, 8}), real(1)}), (Numbers{7, 8, 1}));
  EXPECT_EQ(failure("append_col", {kSquare, vec({1, 2, 3})}),
            "append_col: rows do not match: 2 and 3");
  EXPECT_EQ(failure("append_row", {kSquare, row({1, 2, 3})}),
            "append_row: columns do not match: 2 and 3");
}

TEST(Blocks, AreCutOut) {
  EXPECT_EQ(numbers("block", {kWide, whole(1), whole(2), whole(2), whole(2)}),
            (Numbers{3, 4, 5, 6}));
  EXPECT_EQ(numbers("sub_col", {kWide, whole(2), whole(3), whole(1)}), (Numbers{6}));
  EXPECT_EQ(numbers("sub_row", {kWide, whole(2), whole(2), whole(2)}), (Numbers{4, 6}));
  EXPECT_EQ(numbers("col", {kWide, whole(2)}), (Numbers{3, 4}));
  EXPECT_EQ(numbers("row", {kWide, whole(2)}), (Numbers{2, 4, 6}));
  EXPECT_EQ(numbers("transpose", {kWide}), (Numbers{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(failure("col", {kWide, whole(4)}), "col: the column is 4, but must be between 1 and 3");
  EXPECT_EQ(failure("block", {kWide, whole(2), whole(1), whole(2), whole(1)}),
            "block: the first row is 2, and 2 from there on is more than the 2 there are");
}

TEST(Blocks, HaveDiagonals) {
  EXPECT_EQ(numbers("diagonal", {kWide}), (Numbers{1, 4}));
  EXPECT_EQ(numbers("diag_matrix", {vec({1, 2})}), (Numbers{1, 0, 0, 2}));
  EXPECT_EQ(numbers("add_diag", {kWide, real(10)}), (Numbers{11, 2, 3, 14, 5, 6}));
  EXPECT_EQ(numbers("add_diag", {kSquare, row({10, 20})}), (Numbers{11, 2, 3, 24}));
  EXPECT_EQ(numbers("symmetrize_from_lower_tri", {kSquare}), (Numbers{1, 2, 2, 4}));
  EXPECT_EQ(number("trace", {kSquare}), 5.0);
  EXPECT_EQ(failure("symmetrize_from_lower_tri", {kWide}),
            "symmetrize_from_lower_tri: the matrix is not square: 2 rows and 3 columns");
}

TEST(Products, AgreeWithTheirDefinition) {
  const Matrix a = eigen(kWide);
  const Value other = mat(2, 3, {2, 0, 1, -1, 3, 1});
  expect_matrix(call("columns_dot_product", {kWide, other}),
                a.cwiseProduct(eigen(other)).colwise().sum(), "columns_dot_product");
  expect_matrix(call("rows_dot_product", {kWide, other}),
                a.cwiseProduct(eigen(other)).rowwise().sum(), "rows_dot_product");
  EXPECT_EQ(numbers("columns_dot_self", {kWide}), (Numbers{5, 25, 61}));
  EXPECT_EQ(numbers("rows_dot_self", {kWide}), (Numbers{35, 56}));
  EXPECT_EQ(numbers("columns_dot_product", {vec({1, 2}), vec({3, 4})}), (Numbers{11}));
  EXPECT_EQ(numbers("rows_dot_product", {row({1, 2}), row({3, 4})}), (Numbers{11}));
  EXPECT_EQ(numbers("rows_dot_self", {vec({1, 2})}), (Numbers{1, 4}));
  expect_matrix(call("tcrossprod", {kWide}), a * a.transpose(), "tcrossprod");
  expect_matrix(call("crossprod", {kWide}), a.transpose() * a, "crossprod");
  Matrix lower = a;
  lower.triangularView<Eigen::StrictlyUpper>().setZero();
  expect_matrix(call("multiply_lower_tri_self_transpose", {kWide}), lower * lower.transpose(),
                "multiply_lower_tri_self_transpose");
  EXPECT_EQ(numbers("multiply_lower_tri_self_transpose", {kSquare}), (Numbers{1, 2, 2, 20}));
  EXPECT_EQ(numbers("diag_pre_multiply", {vec({1, 10}), kWide}), (Numbers{1, 20, 3, 40, 5, 60}));
  EXPECT_EQ(numbers("diag_post_multiply", {kWide, row({1, 10, 100})}),
            (Numbers{1, 2, 30, 40, 500, 600}));
  EXPECT_EQ(failure("diag_pre_multiply", {vec({1}), kSquare}),
            "diag_pre_multiply: sizes of the diagonal and the rows do not match: 1 and 2");
}

TEST(Products, OfQuadraticForms) {
  const Matrix a = eigen(kSymmetric);
  const Value b = mat(3, 2, {1, 2, -1, 0.5, 1, 3});
  const Matrix expected = eigen(b).transpose() * a * eigen(b);
  expect_matrix(call("quad_form", {kSymmetric, b}), expected, "quad_form");
  expect_matrix(call("quad_form_sym", {kSymmetric, b}), expected, "quad_form_sym");
  EXPECT_EQ(number("quad_form", {kSquare, vec({1, 2})}), 27.0);
  EXPECT_EQ(numbers("quad_form_diag", {kSquare, vec({1, 10})}), (Numbers{1, 20, 30, 400}));
  EXPECT_NEAR(number("trace_quad_form", {kSymmetric, b}), expected.trace(), 1e-12);
  EXPECT_NEAR(number("trace_gen_quad_form", {kSquare, kSymmetric, b}),
              (eigen(kSquare) * expected).trace(), 1e-12);
  EXPECT_EQ(failure("quad_form_sym", {kSquare, vec({1, 2})}),
            "quad_form_sym: the matrix is not symmetric: [1,2] is 3, but [2,1] is 2");
}

TEST(Products, OfPowers) {
  const Matrix a = eigen(kSquare);
  EXPECT_EQ(numbers("matrix_power", {kSquare, whole(0)}), (Numbers{1, 0, 0, 1}));
  expect_matrix(call("matrix_power", {kSquare, whole(1)}), a, "matrix_power");
  expect_matrix(call("matrix_power", {kSquare, whole(4)}), a * a * a * a, "matrix_power");
  expect_matrix(call("matrix_power", {kSquare, whole(7)}), a * a * a * a * a * a * a,
                "matrix_power");
}

TEST(Simplexes, AddUpToOne) {
  const Numbers x = numbers("softmax", {vec({0, std::log(3.0)})});
  expect_near(x, {0.25, 0.75}, 1e-15, "softmax");
  expect_near(numbers("log_softmax", {vec({0, std::log(3.0)})}), {std::log(0.25), std::log(0.75)},
              1e-15, "log_softmax");
}

TEST(Solutions, SolveTheirSystems) {
  const Matrix a = eigen(kSymmetric);
  const Value b = mat(3, 2, {1, 2, -1, 0.5, 1, 3});
  const Value turned = mat(2, 3, {1, 2, -1, 0.5, 1, 3});
  const Matrix low = a.triangularView<Eigen::Lower>();
  expect_matrix(call("mdivide_left", {kSymmetric, b}), a.inverse() * eigen(b), "mdivide_left");
  expect_matrix(call("mdivide_left_spd", {kSymmetric, b}), a.inverse() * eigen(b), "left_spd");
  expect_matrix(call("mdivide_left_tri_low", {kSymmetric, b}), low.inverse() * eigen(b), "tri_low");
  expect_matrix(call("mdivide_right", {turned, kSymmetric}), eigen(turned) * a.inverse(), "right");
  expect_matrix(call("mdivide_right_spd", {turned, kSymmetric}), eigen(turned) * a.inverse(),
                "right_spd");
  expect_matrix(call("mdivide_right_tri_low", {turned, kSymmetric}), eigen(turned) * low.inverse(),
                "right_tri_low");
  // Not symmetric: the transpose matters.
  const Value flat = row({1, 2});
  expect_matrix(call("mdivide_right", {flat, kSquare}), eigen(flat) * eigen(kSquare).inverse(),
                "right of a row vector");
  expect_matrix(call("mdivide_right_tri_low", {flat, mat(2, 2, {1, 2, 0, 4})}),
                eigen(flat) * eigen(mat(2, 2, {1, 2, 0, 4})).inverse(), "tri of a row vector");
  EXPECT_EQ(failure("mdivide_left", {kSymmetric, vec({1, 2})}),
            "mdivide_left: rows do not match: 3 and 2");
}

TEST(Solutions, InvertAndFactorise) {
  const Matrix a = eigen(kSymmetric);
  expect_matrix(call("inverse", {kSquare}), eigen(kSquare).inverse(), "inverse");
  expect_matrix(call("inverse_spd", {kSymmetric}), a.inverse(), "inverse_spd");
  const Matrix l = a.llt().matrixL();
  expect_matrix(call("cholesky_decompose", {kSymmetric}), l, "cholesky_decompose");
  expect_matrix(call("chol2inv", {call("cholesky_decompose", {kSymmetric})}), a.inverse(),
                "chol2inv");
  EXPECT_NEAR(number("determinant", {kSquare}), -2.0, 1e-14);
  EXPECT_NEAR(number("log_determinant", {kSquare}), std::log(2.0), 1e-14);
  EXPECT_NEAR(number("log_determinant_spd", {kSymmetric}), std::log(a.determinant()), 1e-14);
  EXPECT_EQ(failure("cholesky_decompose", {mat(2, 2, {1, 2, 2, 1})}),
            "cholesky_decompose: the matrix is not positive definite");
  EXPECT_EQ(failure("inverse_spd", {mat(2, 2, {1, 2, 2, 1})}),
            "inverse_spd: the matrix is not positive definite");
}

TEST(Decompositions, PutTheMatrixTogetherAgain) {
  const Matrix a = eigen(kSymmetric);
  const Matrix v = eigen(call("eigenvectors_sym", {kSymmetric}));
  const Value lambda = call("eigenvalues_sym", {kSymmetric});
  EXPECT_LT(lambda.numbers()[0], lambda.numbers()[1]);
  EXPECT_TRUE((v * eigen(lambda).asDiagonal() * v.transpose()).isApprox(a, 1e-13));
  EXPECT_TRUE((v.transpose() * v).isApprox(Matrix::Identity(3, 3), 1e-13));
  for (const Value& x : {kWide, mat(3, 2, {1, 2, -1, 0.5, 1, 3})}) {
    const Matrix m = eigen(x);
    const Value s = call("singular_values", {x});
    const Matrix u = eigen(call("svd_U", {x}));
    EXPECT_TRUE(
        (u * eigen(s).asDiagonal() * eigen(call("svd_V", {x})).transpose()).isApprox(m, 1e-13));
    const Matrix q = eigen(call("qr_Q", {x}));
    const Matrix r = eigen(call("qr_R", {x}));
    EXPECT_TRUE((q * r).isApprox(m, 1e-13));
    EXPECT_TRUE((q.transpose() * q).isApprox(Matrix::Identity(m.rows(), m.rows()), 1e-13));
    const Matrix thin = eigen(call("qr_thin_R", {x}));
    EXPECT_EQ(thin.rows(), 2);
    EXPECT_GE(thin.diagonal().minCoeff(), 0.0);
    EXPECT_TRUE((eigen(call("qr_thin_Q", {x})) * thin).isApprox(m, 1e-13));
    // Moore and Penrose: A G A = A.
    const Matrix g = eigen(call("generalized_inverse", {x}));
    EXPECT_TRUE((m * g * m).isApprox(m, 1e-13));
  }
}

TEST(Decompositions, ExponentiateMatrices) {
  // exp of t times a rotation by 90 degrees is a rotation by t.
  const Value turn = mat(2, 2, {0, 0.7, -0.7, 0});
  const Numbers rotation{std::cos(0.7), std::sin(0.7), -std::sin(0.7), std::cos(0.7)};
  expect_near(numbers("matrix_exp", {turn}), rotation, 1e-14, "matrix_exp");
  const Value b = mat(2, 1, {1, 0});
  expect_near(numbers("matrix_exp_multiply", {turn, b}), {std::cos(0.7), std::sin(0.7)}, 1e-14,
              "matrix_exp_multiply");
  expect_near(numbers("scale_matrix_exp_multiply", {real(2), turn, b}),
              {std::cos(1.4), std::sin(1.4)}, 1e-14, "scale_matrix_exp_multiply");
}

TEST(Covariances, AgreeWithTheirFormulas) {
  const double sigma = 1.3;
  const double length = 0.8;
  const Value x = reals({0, 0.5, 2});
  const Value y = reals({1, 0.5});
  const auto check = [&](const std::string& name, double (*f)(double r)) {
    const Numbers k = numbers(name, {x, y, real(sigma), real(length)});
    const Numbers square = numbers(name, {x, real(sigma), real(length)});
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        const double r = std::fabs(x.numbers()[i] - y.numbers()[j]) / length;
        EXPECT_NEAR(k[i + 3 * j], sigma * sigma * f(r), 1e-14) << name;
      }
      EXPECT_EQ(square[i * 4], sigma * sigma) << name;
    }
  };
  check("gp_exp_quad_cov", [](double r) { return std::exp(-0.5 * r * r); });
  check("cov_exp_quad", [](double r) { return std::exp(-0.5 * r * r); });
  check("gp_exponential_cov", [](double r) { return std::exp(-r); });
  check("gp_matern32_cov",
        [](double r) { return (1 + std::sqrt(3) * r) * std::exp(-std::sqrt(3) * r); });
  check("gp_matern52_cov", [](double r) {
    return (1 + std::sqrt(5) * r + 5.0 / 3 * r * r) * std::exp(-std::sqrt(5) * r);
  });
  const Numbers periodic = numbers("gp_periodic_cov", {x, y, real(sigma), real(length), real(1.7)});
  const double angle = std::sin(std::numbers::pi * 1.0 / 1.7) / length;
  EXPECT_NEAR(periodic[0], sigma * sigma * std::exp(-2 * angle * angle), 1e-14);
  EXPECT_EQ(numbers("gp_dot_prod_cov", {x, y, real(2)}), (Numbers{4, 4.5, 6, 4, 4.25, 5}));
}

TEST(Covariances, OfPointsInSpace) {
  // Points (0, 1), (2, 3) and, as a second set, (1, 1).
  const Value x = array(Base::kVector, 1, {2, 2}, {0, 2, 1, 3});
  const Value y = array(Base::kVector, 1, {1, 2}, {1, 1});
  expect_near(numbers("gp_exp_quad_cov", {x, y, real(1), real(2)}),
              {std::exp(-1.0 / 8), std::exp(-5.0 / 8)}, 1e-15, "gp_exp_quad_cov");
  expect_near(numbers("gp_exp_quad_cov", {x, y, real(1), reals({1, 2})}),
              {std::exp(-0.5), std::exp(-1.0)}, 1e-15, "gp_exp_quad_cov by coordinate");
  expect_near(numbers("gp_exponential_cov", {x, real(1), reals({1, 2})}),
              {1, std::exp(-std::sqrt(5.0)), std::exp(-std::sqrt(5.0)), 1}, 1e-15,
              "gp_exponential_cov by coordinate");
  EXPECT_EQ(numbers("gp_dot_prod_cov", {x, y, real(0)}), (Numbers{1, 5}));
  EXPECT_EQ(failure("gp_exp_quad_cov", {x, y, real(1), reals({1})}),
            "gp_exp_quad_cov: numbers of length scales and coordinates do not match: 1 and 2");
}

TEST(SparseMatrices, AreTheDenseOnes) {
  const Value dense = mat(3, 3, {19, 0, 0, 27, 0, 0, 0, 52, 81});
  const Value w = call("csr_extract_w", {dense});
  const Value v = call("csr_extract_v", {dense});
  const Value u = call("csr_extract_u", {dense});
  EXPECT_EQ(numbers("csr_extract_w", {dense}), (Numbers{19, 27, 52, 81}));
  EXPECT_EQ(numbers("csr_extract_v", {dense}), (Numbers{1, 2, 3, 3}));
  EXPECT_EQ(numbers("csr_extract_u", {dense}), (Numbers{1, 3, 4, 5}));
  EXPECT_EQ(numbers("csr_to_dense_matrix", {whole(3), whole(3), w, v, u}),
            Numbers(dense.numbers().begin(), dense.numbers().end()));
  EXPECT_EQ(numbers("csr_matrix_times_vector", {whole(3), whole(3), w, v, u, vec({1, 2, 3})}),
            (Numbers{73, 156, 243}));
  EXPECT_EQ(failure("csr_to_dense_matrix", {whole(3), whole(2), w, v, u}),
            "csr_to_dense_matrix: v[3] is 3, but must be between 1 and 2");
  EXPECT_EQ(failure("csr_to_dense_matrix", {whole(3), whole(3), w, v, ints({1, 3, 2, 5})}),
            "csr_to_dense_matrix: the row starts u are not ordered at row 2");
}

// All paths of a chain of three steps and two states.
struct Paths {
  Numbers log_densities{-0.3, -1.0, -2.0, -0.1, -0.7, -0.6};
  Numbers transition{0.9, 0.3, 0.1, 0.7};
  Numbers first{0.4, 0.6};

  [[nodiscard]] double weight(const std::array<std::size_t, 3>& s) const {
    double p = first[s[0]];
    for (std::size_t t = 0; t < 3; ++t) p *= std::exp(log_densities[s[t] + 2 * t]);
    return p * transition[s[0] + 2 * s[1]] * transition[s[1] + 2 * s[2]];
  }
  [[nodiscard]] std::vector<Value> arguments() const {
    return {mat(2, 3, log_densities), mat(2, 2, transition), vec(first)};
  }
};

TEST(HiddenMarkov, AddsUpAllPaths) {
  const Paths paths;
  double total = 0;
  Numbers by_state(6, 0.0);
  for (std::size_t k = 0; k < 8; ++k) {
    const std::array<std::size_t, 3> s{k & 1, (k >> 1) & 1, k >> 2};
    total += paths.weight(s);
    for (std::size_t t = 0; t < 3; ++t) by_state[s[t] + 2 * t] += paths.weight(s);
  }
  for (double& p : by_state) p /= total;
  EXPECT_NEAR(number("hmm_marginal", paths.arguments()), std::log(total), 1e-14);
  expect_near(numbers("hmm_hidden_state_prob", paths.arguments()), by_state, 1e-14, "states");
}

TEST(HiddenMarkov, DrawsPathsInProportionToTheirWeight) {
  const Paths paths;
  Random random({.seed = 5});
  Bench bench(&random);
  std::array<double, 8> counts{};
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const Value s = bench.call("hmm_latent_rng", paths.arguments());
    const auto at = [&](std::size_t t) { return static_cast<std::size_t>(s.numbers()[t]) - 1; };
    ++counts[at(0) + 2 * at(1) + 4 * at(2)];
  }
  double total = 0;
  for (std::size_t k = 0; k < 8; ++k) total += paths.weight({k & 1, (k >> 1) & 1, k >> 2});
  for (std::size_t k = 0; k < 8; ++k) {
    const double p = paths.weight({k & 1, (k >> 1) & 1, k >> 2}) / total;
    // Five standard errors: a false alarm in 2 of 10^5 seeds for all eight together.
    EXPECT_NEAR(counts[k] / kDraws, p, 5 * std::sqrt(p * (1 - p) / kDraws)) << k;
  }
}

}  // namespace
}  // namespace autumn::trace
