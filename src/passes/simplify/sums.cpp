// This file has the simplifications of `simplify` for add, sub and negate. The sign of a zero is
// not kept; everything else is, up to rounding.
#include <cmath>

#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {
namespace {

using Result = std::optional<Term>;

// s and t are gathered where that saves work on an array, or where both are numbers whose sum does
// not overflow.
bool may_gather(Term s, Term t, Term rest) {
  if (!is_scalar(s) || !is_scalar(t)) return false;
  if (!is_scalar(rest)) return true;
  const auto a = number(s);
  const auto b = number(t);
  return a && b && std::isfinite(*a + *b) && std::isfinite(*a - *b);
}

Result add_zero(const Site& site) {
  if (is_number(site.operand(0), 0.0)) return site.operand(1);
  if (is_number(site.operand(1), 0.0)) return site.operand(0);
  return std::nullopt;
}

Result add_negated(const Site& site) {
  const Term a = site.operand(0);
  const Term b = site.operand(1);
  if (const auto y = negated(b)) return a - *y;
  if (const auto x = negated(a)) return b - *x;
  return std::nullopt;
}

// s + (t + x), s + (t - x), s + (x - t).
Result add_to_sum(const Site& site) {
  for (const auto& [s, inner] :
       {Pair{site.operand(0), site.operand(1)}, Pair{site.operand(1), site.operand(0)}}) {
    if (!is(inner, Op::kAdd) && !is(inner, Op::kSub)) continue;
    const Term a = operand(inner, 0);
    const Term b = operand(inner, 1);
    const bool is_add = is(inner, Op::kAdd);
    if (may_gather(s, a, b)) return is_add ? (s + a) + b : (s + a) - b;
    if (may_gather(s, b, a)) return is_add ? (s + b) + a : a + (s - b);
  }
  return std::nullopt;
}

Result sub_zero(const Site& site) {
  if (is_number(site.operand(1), 0.0)) return site.operand(0);
  if (is_number(site.operand(0), 0.0)) return -site.operand(1);
  return std::nullopt;
}

// x - c is x + (-c), to the bit; so that numbers are added in one way only.
Result sub_number(const Site& site) {
  const auto c = number(site.operand(1));
  if (!c) return std::nullopt;
  return -*c + site.operand(0);
}

Result sub_negated(const Site& site) {
  const Term a = site.operand(0);
  const Term b = site.operand(1);
  if (const auto y = negated(b)) return a + *y;
  const auto x = negated(a);
  if (!x) return std::nullopt;
  if (x->shape() == b.shape()) return -(*x + b);
  if (is_scalar(b)) return -b - *x;
  return std::nullopt;
}

// s - (t + x), s - (t - x), s - (x - t).
Result sub_a_sum(const Site& site) {
  const Term s = site.operand(0);
  const Term inner = site.operand(1);
  if (!is(inner, Op::kAdd) && !is(inner, Op::kSub)) return std::nullopt;
  const Term a = operand(inner, 0);
  const Term b = operand(inner, 1);
  const bool is_add = is(inner, Op::kAdd);
  if (may_gather(s, a, b)) return is_add ? (s - a) - b : (s - a) + b;
  if (may_gather(s, b, a)) return is_add ? (s - b) - a : (s + b) - a;
  return std::nullopt;
}

// (t + x) - s, (t - x) - s, (x - t) - s.
Result sub_from_sum(const Site& site) {
  const Term inner = site.operand(0);
  const Term s = site.operand(1);
  if (!is(inner, Op::kAdd) && !is(inner, Op::kSub)) return std::nullopt;
  const Term a = operand(inner, 0);
  const Term b = operand(inner, 1);
  const bool is_add = is(inner, Op::kAdd);
  if (may_gather(s, a, b)) return is_add ? (a - s) + b : (a - s) - b;
  if (may_gather(s, b, a)) return is_add ? (b - s) + a : a - (b + s);
  return std::nullopt;
}

Result negate_negated(const Site& site) {
  return negated(site.operand(0));
}

Result negate_difference(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kSub)) return std::nullopt;
  return operand(x, 1) - operand(x, 0);
}

Result negate_number_plus(const Site& site) {
  const auto pair = number_and_rest(site.operand(0), Op::kAdd);
  if (!pair) return std::nullopt;
  return -pair->first - pair->second;
}

// -(c x) and -(s X): the sign goes to the number, or to the scalar.
Result negate_product(const Site& site) {
  auto pair = number_and_rest(site.operand(0), Op::kMul);
  if (!pair) pair = scalar_and_array(site.operand(0), Op::kMul);
  if (!pair) return std::nullopt;
  return -pair->first * pair->second;
}

Result negate_quotient(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kDiv)) return std::nullopt;
  const Term a = operand(x, 0);
  const Term b = operand(x, 1);
  if (number(a) || (is_scalar(a) && !is_scalar(b))) return -a / b;
  return std::nullopt;
}

constexpr NamedSimplification kSumSimplifications[] = {
    {Op::kAdd, "x + 0", add_zero},
    {Op::kAdd, "x + (-y)", add_negated},
    {Op::kAdd, "s + (t + x)", add_to_sum},
    {Op::kSub, "x - 0", sub_zero},
    {Op::kSub, "x - c", sub_number},
    {Op::kSub, "x - (-y)", sub_negated},
    {Op::kSub, "s - (t + x)", sub_a_sum},
    {Op::kSub, "(t + x) - s", sub_from_sum},
    {Op::kNegate, "-(-x)", negate_negated},
    {Op::kNegate, "-(x - y)", negate_difference},
    {Op::kNegate, "-(c + x)", negate_number_plus},
    {Op::kNegate, "-(s x)", negate_product},
    {Op::kNegate, "-(s / x)", negate_quotient},
};

}  // namespace

std::span<const NamedSimplification> sum_simplifications() {
  return kSumSimplifications;
}

}  // namespace autumn::passes::simplifications
