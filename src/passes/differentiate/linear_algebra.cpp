// This file has the adjoints of matrix products, factorisations and solves (Giles 2008, "Collected
// matrix derivative results"; Murray 2016, arXiv:1602.07527, for the Cholesky factor).
#include "passes/differentiate/adjoints.h"

namespace autumn::passes::adjoints {
namespace {

namespace flag = expr::flag;

std::uint32_t flags(bool left, bool right) {
  return (left ? flag::kTransposeLeft : 0U) | (right ? flag::kTransposeRight : 0U);
}

Term as_matrix(Term x) {
  return x.shape().is_matrix() ? x : reshape(x, Shape::matrix(x.shape().rows, x.shape().cols));
}

// C = op(A) op(B): A gets G op(B)', B gets op(A)' G, each transposed once more if its operand is.
Term matmul_adjoint(Term a, Term b, std::uint32_t f, Term g, std::size_t k) {
  const bool ta = (f & flag::kTransposeLeft) != 0;
  const bool tb = (f & flag::kTransposeRight) != 0;
  if (k == 0) return ta ? matmul(b, g, flags(tb, true)) : matmul(g, b, flags(false, !tb));
  return tb ? matmul(g, a, flags(true, ta)) : matmul(a, g, flags(!ta, false));
}

Term matmul_operand(const Forward& f, std::size_t k, Term g) {
  const Term a = f.operands[0];
  const Term b = f.operands[1];
  const bool ta = (f.payload() & flag::kTransposeLeft) != 0;
  const bool tb = (f.payload() & flag::kTransposeRight) != 0;
  const bool is_plain = a.shape().is_matrix() && (b.shape().is_matrix() || !tb);
  if (is_plain) return matmul_adjoint(a, b, f.payload(), g, k);
  if (a.shape().is_vector() && ta && b.shape().is_matrix()) {
    // a' op(B), a vector: op(B) g for a, and the outer product for B.
    if (k == 0) return matmul(b, g, flags(tb, false));
    return tb ? outer(g, a) : outer(a, g);
  }
  const Term am = as_matrix(a);
  const Term bm = as_matrix(b);
  const std::uint32_t rows = ta ? am.shape().cols : am.shape().rows;
  const std::uint32_t cols = tb ? bm.shape().rows : bm.shape().cols;
  const Term gm = reshape(g, Shape::matrix(rows, cols));
  return reshape(matmul_adjoint(am, bm, f.payload(), gm, k), f.operands[k].shape());
}

// A = L L': with P the lower triangle of L' G, its diagonal halved, and S = L^-T P L^-1, A gets the
// lower triangle of S + S', its diagonal halved: the slope in each entry of the lower triangle,
// which is all the factorisation reads.
Term cholesky_operand(Term l, Term g) {
  const Term p = lower_triangle(matmul(l, g, flag::kTransposeLeft), flag::kHalfDiagonal);
  const Term s = tri_solve_transposed(l, transpose(tri_solve_transposed(l, p)));
  return lower_triangle(s + transpose(s), flag::kHalfDiagonal);
}

Term solve_with(Op op, Term a, Term b, bool is_transposed) {
  return {a.builder(), a.builder().apply(op, {a.id(), b.id()}, flags(is_transposed, false))};
}

// X = op(A)^-1 B: B gets Y = op(A)^-T G, and A gets -Y X' (or -X Y' if A is transposed).
Term solve_operand(const Forward& f, std::size_t k, Term g) {
  const bool is_transposed = (f.payload() & flag::kTransposeLeft) != 0;
  const Term y = solve_with(f.op, f.operands[0], g, !is_transposed);
  if (k == 1) return y;
  const Term x = f.value;
  const Term slope = is_transposed ? outer(x, y) : outer(y, x);
  return -(f.op == Op::kTriSolve ? lower_triangle(slope) : slope);
}

Term identity(Builder& builder, std::size_t n) {
  std::vector<double> numbers(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) numbers[i * (n + 1)] = 1.0;
  return {builder, builder.constant(Shape::matrix(n, n), numbers)};
}

}  // namespace

Term linear_algebra(const Forward& f, std::size_t k, Term g) {
  switch (f.op) {
    case Op::kMatmul: return matmul_operand(f, k, g);
    case Op::kCholesky: return cholesky_operand(f.value, g);
    case Op::kTriSolve:
    case Op::kSolve: return solve_operand(f, k, g);
    case Op::kLogAbsDet: {
      const Term a = f.operands[0];
      return g * solve_with(Op::kSolve, a, identity(f.builder(), a.shape().rows), true);
    }
    case Op::kLowerTriangle: return lower_triangle(g, f.payload());
    default: break;
  }
  internal_error("the operation is linear algebra", __FILE__, __LINE__);
}

}  // namespace autumn::passes::adjoints
