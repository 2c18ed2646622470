// This file has the simplifications of `simplify` for sums, inner products and other reductions:
// scalars come out, constants meet constants.
#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {
namespace {

using Result = std::optional<Term>;

double count(Term x) {
  return static_cast<double>(x.size());
}

Term times(std::uint32_t n, Term x) {
  return static_cast<double>(n) * x;
}

Result sum_of_few(const Site& site) {
  const Term x = site.operand(0);
  if (x.size() == 0) return constant(site.builder(), 0.0);
  if (x.size() == 1) return reshape(x, Shape::scalar());
  return std::nullopt;
}

Result sum_of_repeated(const Site& site) {
  const Term x = site.operand(0);
  if (is(x, Op::kBroadcast)) return count(x) * operand(x, 0);
  if (is(x, Op::kRepeatRows)) return times(x.shape().rows, sum(operand(x, 0)));
  if (is(x, Op::kRepeatCols)) return times(x.shape().cols, sum(operand(x, 0)));
  return std::nullopt;
}

// What only moves or partly adds elements has the same sum.
Result sum_of_moved(const Site& site) {
  const Term x = site.operand(0);
  for (const Op op : {Op::kReshape, Op::kTranspose, Op::kScatterAdd, Op::kRowSums, Op::kColSums}) {
    if (is(x, op)) return sum(operand(x, 0));
  }
  return std::nullopt;
}

Result sum_of_negated(const Site& site) {
  const auto x = negated(site.operand(0));
  if (!x) return std::nullopt;
  return -sum(*x);
}

Result sum_of_product(const Site& site) {
  const Term x = site.operand(0);
  if (is(x, Op::kSquare)) return dot(operand(x, 0), operand(x, 0));
  if (!is(x, Op::kMul)) return std::nullopt;
  if (const auto pair = scalar_and_array(x, Op::kMul)) return pair->first * sum(pair->second);
  return dot(operand(x, 0), operand(x, 1));
}

// Whether the sum of an array can do with less than adding its elements up.
bool has_cheap_sum(Term x) {
  return is_constant(x) || scalar_and_array(x, Op::kMul) || scalar_and_array(x, Op::kAdd) ||
         scalar_and_array(x, Op::kSub) || is(x, Op::kBroadcast) || is(x, Op::kRepeatRows) ||
         is(x, Op::kRepeatCols);
}

// sum(a +- s) = sum(a) +- n s; and sum(a +- b) apart where that is worth it, at no cost.
Result sum_of_sum(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kAdd) && !is(x, Op::kSub)) return std::nullopt;
  const Term a = operand(x, 0);
  const Term b = operand(x, 1);
  const bool is_cheap = is_scalar(a) || is_scalar(b) || has_cheap_sum(a) || has_cheap_sum(b);
  if (!is_cheap) return std::nullopt;
  const Term left = is_scalar(a) ? count(x) * a : sum(a);
  const Term right = is_scalar(b) ? count(x) * b : sum(b);
  return is(x, Op::kAdd) ? left + right : left - right;
}

bool repeats(Term gathered) {
  const std::size_t n = operand(gathered, 0).size();
  return index_of(gathered).size() > n && covers(index_of(gathered), n);
}

// sum_i w_i x[g_i] = sum_j (sum over i with g_i = j of w_i) x_j. Every element of x must occur, or
// one that is infinite would count as 0 * inf.
Term dot_with_totals(Term weights, Term gathered) {
  const Term x = operand(gathered, 0);
  return dot(scatter_add(weights, index_of(gathered), x.shape()), x);
}

Result sum_of_gathered(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kGather) || !repeats(x) || is_scalar(operand(x, 0))) return std::nullopt;
  const std::vector<double> ones(x.size(), 1.0);
  return dot_with_totals(Term(site.builder(), site.builder().constant(x.shape(), ones)), x);
}

Result dot_of_gathered(const Site& site) {
  const Term w = site.operand(0);
  const Term x = site.operand(1);
  if (!is_constant(w) || !is(x, Op::kGather) || is_scalar(operand(x, 0))) return std::nullopt;
  if (!repeats(x)) return std::nullopt;
  return dot_with_totals(w, x);
}

Result dot_of_few(const Site& site) {
  if (site.operand(0).size() != 1) return std::nullopt;
  return reshape(site.operand(0), Shape::scalar()) * reshape(site.operand(1), Shape::scalar());
}

// Signs, scalar factors and broadcasts come out of an inner product.
Result dot_of_scaled(const Site& site) {
  for (const auto& [a, b] :
       {Pair{site.operand(0), site.operand(1)}, Pair{site.operand(1), site.operand(0)}}) {
    if (const auto x = negated(a)) return -dot(*x, b);
    if (const auto pair = scalar_and_array(a, Op::kMul)) return pair->first * dot(pair->second, b);
    if (is(a, Op::kBroadcast)) return operand(a, 0) * sum(b);
  }
  return std::nullopt;
}

Result dot_of_reshaped(const Site& site) {
  const Term a = site.operand(0);
  const Term b = site.operand(1);
  const bool is_same_move = (is(a, Op::kReshape) && is(b, Op::kReshape)) ||
                            (is(a, Op::kTranspose) && is(b, Op::kTranspose));
  if (!is_same_move || operand(a, 0).shape() != operand(b, 0).shape()) return std::nullopt;
  if (is_scalar(operand(a, 0))) return std::nullopt;
  return dot(operand(a, 0), operand(b, 0));
}

// Reductions of one number.
Result only_element(const Site& site) {
  if (site.operand(0).size() != 1) return std::nullopt;
  return reshape(site.operand(0), Shape::scalar());
}

Result row_sums_of_repeated(const Site& site) {
  const Term x = site.operand(0);
  if (is(x, Op::kRepeatCols)) return times(x.shape().cols, operand(x, 0));
  if (is(x, Op::kTranspose)) return col_sums(operand(x, 0));
  return std::nullopt;
}

Result col_sums_of_repeated(const Site& site) {
  const Term x = site.operand(0);
  if (is(x, Op::kRepeatRows)) return times(x.shape().rows, operand(x, 0));
  if (is(x, Op::kTranspose)) return row_sums(operand(x, 0));
  return std::nullopt;
}

// Transposition is a flag of the product.
Result matmul_of_transposed(const Site& site) {
  std::uint32_t flags = site.graph().node(site.node.id()).payload;
  Term a = site.operand(0);
  Term b = site.operand(1);
  if (!is(a, Op::kTranspose) && !is(b, Op::kTranspose)) return std::nullopt;
  if (is(a, Op::kTranspose)) {
    a = operand(a, 0);
    flags ^= expr::flag::kTransposeLeft;
  }
  if (is(b, Op::kTranspose)) {
    b = operand(b, 0);
    flags ^= expr::flag::kTransposeRight;
  }
  return matmul(a, b, flags);
}

Result solve_of_transposed(const Site& site) {
  const Term a = site.operand(0);
  if (!is(a, Op::kTranspose)) return std::nullopt;
  const std::uint32_t flags = site.graph().node(site.node.id()).payload;
  return Term(site.builder(),
              site.builder().apply(Op::kSolve, {operand(a, 0).id(), site.operand(1).id()},
                                   flags ^ expr::flag::kTransposeLeft));
}

constexpr NamedSimplification kReductionSimplifications[] = {
    {Op::kSum, "sum of at most one", sum_of_few},
    {Op::kSum, "sum of repeated", sum_of_repeated},
    {Op::kSum, "sum of moved", sum_of_moved},
    {Op::kSum, "sum(-x)", sum_of_negated},
    {Op::kSum, "sum(x * y)", sum_of_product},
    {Op::kSum, "sum(x + y)", sum_of_sum},
    {Op::kSum, "sum(x[i])", sum_of_gathered},
    {Op::kDot, "dot of one", dot_of_few},
    {Op::kDot, "dot(s x, y)", dot_of_scaled},
    {Op::kDot, "dot of reshaped", dot_of_reshaped},
    {Op::kDot, "dot(c, x[i])", dot_of_gathered},
    {Op::kMaxElement, "max of one", only_element},
    {Op::kMinElement, "min of one", only_element},
    {Op::kLogSumExp, "log_sum_exp of one", only_element},
    {Op::kRowSums, "row sums of repeated", row_sums_of_repeated},
    {Op::kColSums, "column sums of repeated", col_sums_of_repeated},
    {Op::kMatmul, "matmul of transposed", matmul_of_transposed},
    {Op::kSolve, "solve of transposed", solve_of_transposed},
};

}  // namespace

std::span<const NamedSimplification> reduction_simplifications() {
  return kReductionSimplifications;
}

}  // namespace autumn::passes::simplifications
