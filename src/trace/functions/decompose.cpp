// This file has the functions for eigenvalues, singular values, orthogonal factors and the matrix
// exponential.
#include <Eigen/Dense>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "trace/functions/common.h"
#include "trace/functions/dual.h"
#include "trace/functions/groups.h"
#include "trace/functions/matrix_function.h"
#include "trace/functions/singular.h"
#include "trace/functions/symmetric_eigen.h"

namespace autumn::trace {
namespace {

using expr::Term;
using Matrix = Eigen::MatrixXd;
using ConstMap = Eigen::Map<const Matrix>;
using Map = Eigen::Map<Matrix>;

ConstMap matrix_of(const Value& x) {
  return {x.numbers().data(), static_cast<Eigen::Index>(x.dims()[0]),
          static_cast<Eigen::Index>(x.dims()[1])};
}

Value known_matrix(const BuiltinCall& call, const Matrix& m) {
  const Dims dims{static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols())};
  return Value::numbers(call.type, dims, {m.data(), m.data() + m.size()});
}

// ---- functions with their Jacobians ----

// The slope in direction E stands in the corner of exp([A E; 0 A]).
void evaluate_matrix_exp(const ConstMap& a, std::span<double> value, Map* jacobian) {
  const Eigen::Index n = a.rows();
  if (!value.empty()) Map(value.data(), n, n) = Matrix(a).exp();
  if (jacobian == nullptr) return;
  Matrix both = Matrix::Zero(2 * n, 2 * n);
  both.topLeftCorner(n, n) = a;
  both.bottomRightCorner(n, n) = a;
  for (Eigen::Index k = 0; k < n * n; ++k) {
    both(k % n, n + k / n) = 1.0;
    const Matrix slope = both.exp().topRightCorner(n, n);
    jacobian->col(k) = slope.reshaped();
    both(k % n, n + k / n) = 0.0;
  }
}

Value eigenvalues_sym(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  require_symmetric(call, a);
  return symmetric_eigen(call, a, 0, {rows_of(a)});
}

Value eigenvectors_sym(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  require_symmetric(call, a);
  return symmetric_eigen(call, a, rows_of(a), a.dims());
}

Value exponential(const BuiltinCall& call, const Value& a) {
  require_square(call, a);
  return apply(call, {"matrix_exp", evaluate_matrix_exp}, a, a.dims());
}

Value matrix_exp(const BuiltinCall& call) {
  return exponential(call, call.arguments[0]);
}

// exp(A) B.
Value exponential_times(const BuiltinCall& call, const Value& a, const Value& b) {
  require_equal(call, "sizes of the matrices", cols_of(a), rows_of(b));
  const Value operands[] = {exponential(call, a), b};
  return call.machine.apply(expr::Op::kMatmul, operands, call.type, b.dims());
}

Value matrix_exp_multiply(const BuiltinCall& call) {
  return exponential_times(call, call.arguments[0], call.arguments[1]);
}

Value scale_matrix_exp_multiply(const BuiltinCall& call) {
  const Value scaled = call.machine.elementwise(expr::Op::kMul, call.arguments.first(2),
                                                kMatrixType, call.arguments[1].dims());
  return exponential_times(call, scaled, call.arguments[2]);
}

// ---- orthogonal factors ----

template <typename Number>
using MatrixOf = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
using DualMatrix = MatrixOf<Dual>;

template <typename Number>
struct Factors {
  MatrixOf<Number> q;
  MatrixOf<Number> r;
};

// With `size` columns of Q; the diagonal of R is not negative.
template <typename Number>
Factors<Number> factors_of(const MatrixOf<Number>& a, Eigen::Index size) {
  using Full = MatrixOf<Number>;
  const Eigen::HouseholderQR<Full> qr(a);
  Factors<Number> f{
      qr.householderQ() * Full::Identity(a.rows(), size),
      qr.matrixQR().topRows(std::min(a.rows(), size)).template triangularView<Eigen::Upper>()};
  if (f.r.rows() < size) f.r.conservativeResizeLike(Full::Zero(size, a.cols()));
  for (Eigen::Index i = 0; i < std::min(a.rows(), a.cols()); ++i) {
    if (f.r(i, i) >= Number(0)) continue;
    f.q.col(i) *= Number(-1);
    f.r.row(i) *= Number(-1);
  }
  return f;
}

// A = Q R with R'R = A'A, so R' is the Cholesky factor of A'A and Q = A R^-1.
Term upper_factor(Term a) {
  return transpose(cholesky(matmul(a, a, expr::flag::kTransposeLeft)));
}

// Householder's reflections have no closed form for the columns of Q beyond those of A, nor for
// wide matrices: every step of the algorithm is differentiated.
template <bool kIsThin, bool kIsQ>
void evaluate_factor(const ConstMap& a, std::span<double> value, Map* jacobian) {
  const Eigen::Index size = kIsThin ? std::min(a.rows(), a.cols()) : a.rows();
  if (!value.empty()) {
    const Factors<double> f = factors_of<double>(a, size);
    std::ranges::copy((kIsQ ? f.q : f.r).reshaped(), value.begin());
  }
  if (jacobian == nullptr) return;
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    DualMatrix moved = a.cast<Dual>();
    moved(k).slope = 1.0;
    const Factors<Dual> f = factors_of<Dual>(moved, size);
    jacobian->col(k) =
        (kIsQ ? f.q : f.r).unaryExpr([](const Dual& x) { return x.slope; }).reshaped();
  }
}

template <bool kIsThin, bool kIsQ>
Value qr(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  const std::size_t m = rows_of(a);
  const std::size_t n = cols_of(a);
  const std::size_t size = kIsThin ? std::min(m, n) : m;
  if (a.is_known() || m < n || size != n) {
    const Dims dims = kIsQ ? Dims{m, size} : Dims{size, n};
    return apply(call, {kIsQ ? "qr_Q" : "qr_R", evaluate_factor<kIsThin, kIsQ>}, a, dims);
  }
  if (!kIsQ) return compose(call, {n, n}, [](Terms x) { return upper_factor(x[0]); });
  // Q' = R'^-1 A'.
  return compose(call, {m, n}, [](Terms x) {
    return transpose(tri_solve(transpose(upper_factor(x[0])), transpose(x[0])));
  });
}

// ---- singular values and vectors ----

Value svd_u(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  return singular(call, a, 0, {rows_of(a), std::min(rows_of(a), cols_of(a))});
}

Value singular_values(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  const std::size_t k = std::min(rows_of(a), cols_of(a));
  return singular(call, a, rows_of(a) * k, {k});
}

Value svd_v(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  const std::size_t k = std::min(rows_of(a), cols_of(a));
  return singular(call, a, (rows_of(a) + 1) * k, {cols_of(a), k});
}

// Moore and Penrose's. Symbols are taken to have full rank: (A'A)^-1 A' or A' (A A')^-1.
Value generalized_inverse(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  if (a.size() == 0) return Value::numbers(call.type, {cols_of(a), rows_of(a)}, {});
  if (a.is_known()) {
    return known_matrix(call, matrix_of(a).completeOrthogonalDecomposition().pseudoInverse());
  }
  return compose(call, {cols_of(a), rows_of(a)}, [](Terms x) {
    const Term t = x[0];
    if (t.shape().rows >= t.shape().cols) {
      return spd_solve(matmul(t, t, expr::flag::kTransposeLeft), transpose(t));
    }
    return transpose(spd_solve(matmul(t, t, expr::flag::kTransposeRight), t));
  });
}

constexpr BuiltinEntry kDecomposeFunctions[] = {
    {"eigenvalues_sym", eigenvalues_sym},
    {"eigenvectors_sym", eigenvectors_sym},
    {"singular_values", singular_values},
    {"svd_U", svd_u},
    {"svd_V", svd_v},
    {"qr_Q", qr<false, true>},
    {"qr_R", qr<false, false>},
    {"qr_thin_Q", qr<true, true>},
    {"qr_thin_R", qr<true, false>},
    {"generalized_inverse", generalized_inverse},
    {"matrix_exp", matrix_exp},
    {"matrix_exp_multiply", matrix_exp_multiply},
    {"scale_matrix_exp_multiply", scale_matrix_exp_multiply},
};

}  // namespace

std::span<const BuiltinEntry> decompose_functions() {
  return kDecomposeFunctions;
}

}  // namespace autumn::trace
