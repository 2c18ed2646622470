// This file has the simplifications of `simplify` for mul, div, pow and matmul. Note that x * 0 is
// not 0 and x / x is not 1.
#include <cmath>

#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {
namespace {

using Result = std::optional<Term>;

// Two scalars are multiplied where that saves work on an array; two numbers only if the product
// neither overflows nor underflows.
bool may_multiply(Term s, Term t, Term rest) {
  if (!is_scalar(s) || !is_scalar(t)) return false;
  const auto a = number(s);
  const auto b = number(t);
  if (a && b) return std::isnormal(*a * *b) && std::isnormal(*a / *b);
  return !is_scalar(rest);
}

Result mul_one(const Site& site) {
  for (const auto& [a, b] :
       {Pair{site.operand(0), site.operand(1)}, Pair{site.operand(1), site.operand(0)}}) {
    if (is_number(a, 1.0)) return b;
    if (is_number(a, -1.0)) return -b;
  }
  return std::nullopt;
}

// Signs move outward, to where they meet an addition; of a scalar and an array the scalar takes it.
Result mul_negated(const Site& site) {
  for (const auto& [a, b] :
       {Pair{site.operand(0), site.operand(1)}, Pair{site.operand(1), site.operand(0)}}) {
    const auto x = negated(a);
    if (!x) continue;
    if (number(b)) return -b * *x;
    if (x->shape() == b.shape()) return -(*x * b);
    if (is_scalar(b)) return -b * *x;
  }
  return std::nullopt;
}

Result mul_same(const Site& site) {
  if (site.operand(0).id() != site.operand(1).id()) return std::nullopt;
  return square(site.operand(0));
}

// s (t x), and s (t / x).
Result mul_product(const Site& site) {
  for (const auto& [s, inner] :
       {Pair{site.operand(0), site.operand(1)}, Pair{site.operand(1), site.operand(0)}}) {
    if (!is(inner, Op::kMul) && !is(inner, Op::kDiv)) continue;
    const Term a = operand(inner, 0);
    const Term b = operand(inner, 1);
    if (may_multiply(s, a, b)) return is(inner, Op::kMul) ? (s * a) * b : (s * a) / b;
    if (is(inner, Op::kMul) && may_multiply(s, b, a)) return (s * b) * a;
  }
  return std::nullopt;
}

// A product is cheaper than a quotient only where the inverse of a scalar meets an array.
Result mul_inverse(const Site& site) {
  for (const auto& [a, b] :
       {Pair{site.operand(0), site.operand(1)}, Pair{site.operand(1), site.operand(0)}}) {
    if (!is(a, Op::kInverse)) continue;
    if (is_scalar(a) && !is_scalar(b)) continue;
    return b / operand(a, 0);
  }
  return std::nullopt;
}

Result div_one(const Site& site) {
  if (is_number(site.operand(1), 1.0)) return site.operand(0);
  if (is_number(site.operand(1), -1.0)) return -site.operand(0);
  if (is_number(site.operand(0), 1.0)) return inverse(site.operand(1));
  if (is_number(site.operand(0), -1.0)) return -inverse(site.operand(1));
  return std::nullopt;
}

// An array over a scalar: one division instead of many. A number over a power of two is exact.
Result div_by_scalar(const Site& site) {
  const Term x = site.operand(0);
  const Term s = site.operand(1);
  if (!is_scalar(s)) return std::nullopt;
  if (const auto c = number(s)) {
    int exponent = 0;
    const bool is_exact = std::fabs(std::frexp(*c, &exponent)) == 0.5;
    if (!std::isnormal(*c) || !std::isnormal(1.0 / *c)) return std::nullopt;
    if (is_scalar(x) && !is_exact) return std::nullopt;
    return (1.0 / *c) * x;
  }
  if (is_scalar(x)) return std::nullopt;
  return inverse(s) * x;
}

Result div_negated(const Site& site) {
  const Term a = site.operand(0);
  const Term b = site.operand(1);
  if (const auto y = negated(b)) {
    if (number(a) || (is_scalar(a) && !is_scalar(b))) return -a / *y;
    return -(a / *y);
  }
  const auto x = negated(a);
  if (x && !(is_scalar(a) && !is_scalar(b))) return -(*x / b);
  return std::nullopt;
}

// c / (d x) and (c x) / y.
Result div_numbers(const Site& site) {
  const Term a = site.operand(0);
  const Term b = site.operand(1);
  const auto below = number_and_rest(b, Op::kMul);
  if (below && number(a) && may_multiply(a, below->first, below->second)) {
    return (a / below->first) / below->second;
  }
  const auto above = number_and_rest(a, Op::kMul);
  const bool is_scalar_over_array = is_scalar(a) && !is_scalar(b);
  if (above && !is_scalar_over_array) return above->first * (above->second / b);
  return std::nullopt;
}

Result div_inverse(const Site& site) {
  if (!is(site.operand(1), Op::kInverse)) return std::nullopt;
  return site.operand(0) * operand(site.operand(1), 0);
}

Result pow_number(const Site& site) {
  const Term x = site.operand(0);
  const auto p = number(site.operand(1));
  if (!p) return std::nullopt;
  // pow(x, 0) is 1 for every x, NaN included (IEEE 754, 9.2.1).
  if (*p == 0.0) return broadcast(constant(site.builder(), 1.0), site.shape());
  if (*p == 1.0) return x;
  if (*p == 2.0) return square(x);
  if (*p == 0.5) return sqrt(x);
  if (*p == -1.0) return inverse(x);
  return std::nullopt;
}

// Where the numerator is a number and not 0, div_or_zero is a division; lmultiply likewise.
Result div_or_zero_number(const Site& site) {
  const auto c = number(site.operand(0));
  if (!c || *c == 0.0) return std::nullopt;
  return site.operand(0) / site.operand(1);
}

Result lmultiply_number(const Site& site) {
  const auto c = number(site.operand(0));
  if (!c || *c == 0.0) return std::nullopt;
  return site.operand(0) * log(site.operand(1));
}

Result multiply_log1m_number(const Site& site) {
  const auto c = number(site.operand(0));
  if (!c || *c == 0.0) return std::nullopt;
  return site.operand(0) * log1m(site.operand(1));
}

// The vectors of u v'.
struct OuterProduct {
  Term left;
  Term right;
};
std::optional<OuterProduct> outer_product(const Site& site, Term x) {
  if (!is(x, Op::kMatmul) || !x.shape().is_matrix()) return std::nullopt;
  const std::uint32_t flags = site.graph().node(x.id()).payload;
  const Term u = operand(x, 0), v = operand(x, 1);
  const bool is_outer = u.shape().is_vector() && v.shape().is_vector();
  if (!is_outer || flags != expr::flag::kTransposeRight) return std::nullopt;
  return OuterProduct{u, v};
}

// A (u v') is (A u) v', and (u v') B is u (B' v)'.
Result matmul_outer(const Site& site) {
  const Term a = site.operand(0), b = site.operand(1);
  if (!a.shape().is_matrix() || !b.shape().is_matrix()) return std::nullopt;
  const std::uint32_t flags = site.graph().node(site.node.id()).payload;
  const std::uint32_t left = flags & expr::flag::kTransposeLeft;
  const bool is_right = (flags & expr::flag::kTransposeRight) != 0;
  if (const auto of = outer_product(site, b)) {
    return outer(matmul(a, is_right ? of->right : of->left, left), is_right ? of->left : of->right);
  }
  if (const auto of = outer_product(site, a)) {
    const std::uint32_t transposed = is_right ? expr::flag::kNone : expr::flag::kTransposeLeft;
    return outer(left != 0 ? of->right : of->left,
                 matmul(b, left != 0 ? of->left : of->right, transposed));
  }
  return std::nullopt;
}

constexpr NamedSimplification kProductSimplifications[] = {
    {Op::kMul, "x * 1", mul_one},
    {Op::kMul, "(-x) * y", mul_negated},
    {Op::kMul, "x * x", mul_same},
    {Op::kMul, "s (t x)", mul_product},
    {Op::kMul, "(1 / x) * y", mul_inverse},
    {Op::kDiv, "x / 1", div_one},
    {Op::kDiv, "x / s", div_by_scalar},
    {Op::kDiv, "x / (-y)", div_negated},
    {Op::kDiv, "(c x) / y", div_numbers},
    {Op::kDiv, "x / (1 / y)", div_inverse},
    {Op::kMatmul, "A (u v')", matmul_outer},
    {Op::kPow, "x ^ c", pow_number},
    {Op::kDivOrZero, "c / x", div_or_zero_number},
    {Op::kLmultiply, "c log x", lmultiply_number},
    {Op::kMultiplyLog1m, "c log(1 - x)", multiply_log1m_number},
};

}  // namespace

std::span<const NamedSimplification> product_simplifications() {
  return kProductSimplifications;
}

}  // namespace autumn::passes::simplifications
