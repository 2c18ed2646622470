// This file has the simplifications of `simplify` for functions of one number, min, max, select and
// logic.
#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {
namespace {

using Result = std::optional<Term>;

// f(inner(x)) -> g(x): a function of a function that is a third one, for every x, NaN included.
template <Op kInner, Op kOuterResult>
Result fuse(const Site& site) {
  if (!is(site.operand(0), kInner)) return std::nullopt;
  return Term(site.builder(),
              site.builder().apply(kOuterResult, {operand(site.operand(0), 0).id()}));
}

// f(inner(x)) -> f(x).
template <Op kInner>
Result skip_inner(const Site& site) {
  if (!is(site.operand(0), kInner)) return std::nullopt;
  return Term(site.builder(), site.builder().apply(site.op(), {operand(site.operand(0), 0).id()}));
}

// f(inner(x)) -> x.
template <Op kInner>
Result cancel(const Site& site) {
  if (!is(site.operand(0), kInner)) return std::nullopt;
  return operand(site.operand(0), 0);
}

// f(x) -> x for x of this kind.
template <Op kInner>
Result keep(const Site& site) {
  if (!is(site.operand(0), kInner)) return std::nullopt;
  return site.operand(0);
}

Result log_of_root(const Site& site) {
  if (!is(site.operand(0), Op::kSqrt)) return std::nullopt;
  return 0.5 * log(operand(site.operand(0), 0));
}

// log(1 + x), log(1 - x).
Result log_of_one_plus(const Site& site) {
  const Term x = site.operand(0);
  const auto pair = number_and_rest(x, Op::kAdd);
  if (pair && is_number(pair->first, 1.0)) return log1p(pair->second);
  if (is(x, Op::kSub) && is_number(operand(x, 0), 1.0)) return log1m(operand(x, 1));
  return std::nullopt;
}

// 1 - inv_logit(x) = inv_logit(-x).
Result log1m_inv_logit(const Site& site) {
  if (!is(site.operand(0), Op::kInvLogit)) return std::nullopt;
  return log_inv_logit(-operand(site.operand(0), 0));
}

Result min_or_max_same(const Site& site) {
  if (site.operand(0).id() != site.operand(1).id()) return std::nullopt;
  return site.operand(0);
}

Term as_shape(Term x, Shape shape) {
  return x.shape() == shape ? x : broadcast(x, shape);
}

Result select_constant(const Site& site) {
  const auto c = number(site.operand(0));
  if (!c) return std::nullopt;
  return as_shape(*c != 0.0 ? site.operand(1) : site.operand(2), site.shape());
}

Result select_same(const Site& site) {
  const Term a = site.operand(1);
  if (a.id() != site.operand(2).id()) return std::nullopt;
  return as_shape(a, site.shape());
}

Result select_not(const Site& site) {
  const Term c = site.operand(0);
  if (!is(c, Op::kNot)) return std::nullopt;
  return select(operand(c, 0), site.operand(2), site.operand(1));
}

// select(c, x + z, y + z) = select(c, x, y) + z: what both sides share is computed once, and its
// slope does not ask which was taken. The same for products.
template <Op kOp>
Result select_shared(const Site& site) {
  const Term a = site.operand(1), b = site.operand(2);
  if (!is(a, kOp) || !is(b, kOp)) return std::nullopt;
  for (const std::size_t i : {0U, 1U}) {
    for (const std::size_t j : {0U, 1U}) {
      const Term shared = operand(a, i);
      if (shared.id() != operand(b, j).id()) continue;
      const Term chosen = select(site.operand(0), operand(a, 1 - i), operand(b, 1 - j));
      const NodeId result = site.builder().apply(kOp, {chosen.id(), shared.id()});
      return as_shape(Term(site.builder(), result), site.shape());
    }
  }
  return std::nullopt;
}

bool is_truth(Term x) {
  return is(x, Op::kLess) || is(x, Op::kLessEqual) || is(x, Op::kEqual) || is(x, Op::kAnd) ||
         is(x, Op::kOr) || is(x, Op::kNot) || is(x, Op::kIsNan);
}

// The canonical order has put the number first.
Result and_number(const Site& site) {
  const auto c = number(site.operand(0));
  if (!c) return std::nullopt;
  if (*c == 0.0) return broadcast(constant(site.builder(), 0.0), site.shape());
  if (is_truth(site.operand(1))) return site.operand(1);
  return std::nullopt;
}

Result or_number(const Site& site) {
  const auto c = number(site.operand(0));
  if (!c) return std::nullopt;
  if (*c != 0.0) return broadcast(constant(site.builder(), 1.0), site.shape());
  if (is_truth(site.operand(1))) return site.operand(1);
  return std::nullopt;
}

constexpr NamedSimplification kFunctionSimplifications[] = {
    {Op::kSquare, "square(-x)", skip_inner<Op::kNegate>},
    {Op::kSquare, "square(abs x)", skip_inner<Op::kAbs>},
    {Op::kAbs, "abs(-x)", skip_inner<Op::kNegate>},
    {Op::kAbs, "abs(abs x)", keep<Op::kAbs>},
    {Op::kAbs, "abs(square x)", keep<Op::kSquare>},
    {Op::kAbs, "abs(exp x)", keep<Op::kExp>},
    {Op::kSqrt, "sqrt(square x)", fuse<Op::kSquare, Op::kAbs>},
    {Op::kCos, "cos(-x)", skip_inner<Op::kNegate>},
    {Op::kLog, "log(exp x)", cancel<Op::kExp>},
    {Op::kLog, "log(sqrt x)", log_of_root},
    {Op::kLog, "log(inv_logit x)", fuse<Op::kInvLogit, Op::kLogInvLogit>},
    {Op::kLog, "log(Phi x)", fuse<Op::kNormalCdf, Op::kLogNormalCdf>},
    {Op::kLog, "log(1 + x)", log_of_one_plus},
    {Op::kLog1p, "log1p(expm1 x)", cancel<Op::kExpm1>},
    {Op::kLog1p, "log1p(exp x)", fuse<Op::kExp, Op::kLog1pExp>},
    {Op::kLog1p, "log1p(-x)", fuse<Op::kNegate, Op::kLog1m>},
    {Op::kLog1m, "log1m(-x)", fuse<Op::kNegate, Op::kLog1p>},
    {Op::kLog1m, "log1m(exp x)", fuse<Op::kExp, Op::kLog1mExp>},
    {Op::kLog1m, "log1m(inv_logit x)", log1m_inv_logit},
    {Op::kLogit, "logit(inv_logit x)", cancel<Op::kInvLogit>},
    {Op::kMin, "min(x, x)", min_or_max_same},
    {Op::kMax, "max(x, x)", min_or_max_same},
    {Op::kSelect, "select(number, x, y)", select_constant},
    {Op::kSelect, "select(c, x, x)", select_same},
    {Op::kSelect, "select(not c, x, y)", select_not},
    {Op::kSelect, "select(c, x + z, y + z)", select_shared<Op::kAdd>},
    {Op::kSelect, "select(c, x * z, y * z)", select_shared<Op::kMul>},
    {Op::kAnd, "c and x", and_number},
    {Op::kOr, "c or x", or_number},
};

}  // namespace

std::span<const NamedSimplification> function_simplifications() {
  return kFunctionSimplifications;
}

}  // namespace autumn::passes::simplifications
