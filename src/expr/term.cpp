// This file has the operators and functions of terms, each one builder call.
#include "expr/term.h"

#include "base/error.h"

namespace autumn::expr {
namespace {

Term make(Op op, Term x, std::uint32_t flags = 0) {
  return {x.builder(), x.builder().apply(op, {x.id()}, flags)};
}

Term make(Op op, Term x, Term y, std::uint32_t flags = 0) {
  return {x.builder(), x.builder().apply(op, {x.id(), y.id()}, flags)};
}

Term make(Op op, Term x, Term y, Term z) {
  return {x.builder(), x.builder().apply(op, {x.id(), y.id(), z.id()})};
}

Term like(Term x, double value) {
  return constant(x.builder(), value);
}

}  // namespace

Term constant(Builder& builder, double value) {
  return {builder, builder.constant(value)};
}

#define AUTUMN_MIXED(function)      \
  Term function(Term x, double y) { \
    return function(x, like(x, y)); \
  }                                 \
  Term function(double x, Term y) { \
    return function(like(y, x), y); \
  }

Term operator+(Term x, Term y) {
  return make(Op::kAdd, x, y);
}
Term operator-(Term x, Term y) {
  return make(Op::kSub, x, y);
}
Term operator*(Term x, Term y) {
  return make(Op::kMul, x, y);
}
Term operator/(Term x, Term y) {
  return make(Op::kDiv, x, y);
}
Term operator<(Term x, Term y) {
  return make(Op::kLess, x, y);
}
Term operator<=(Term x, Term y) {
  return make(Op::kLessEqual, x, y);
}
Term operator>(Term x, Term y) {
  return make(Op::kLess, y, x);
}
Term operator>=(Term x, Term y) {
  return make(Op::kLessEqual, y, x);
}
Term operator==(Term x, Term y) {
  return make(Op::kEqual, x, y);
}
Term operator!=(Term x, Term y) {
  return !make(Op::kEqual, x, y);
}
Term operator&&(Term x, Term y) {
  return make(Op::kAnd, x, y);
}
Term operator||(Term x, Term y) {
  return make(Op::kOr, x, y);
}
AUTUMN_MIXED(operator+)
AUTUMN_MIXED(operator-)
AUTUMN_MIXED(operator*)
AUTUMN_MIXED(operator/)
AUTUMN_MIXED(operator<)
AUTUMN_MIXED(operator<=)
AUTUMN_MIXED(operator>)
AUTUMN_MIXED(operator>=)
AUTUMN_MIXED(operator==)
AUTUMN_MIXED(operator!=)
AUTUMN_MIXED(operator&&)
AUTUMN_MIXED(operator||)
Term operator-(Term x) {
  return make(Op::kNegate, x);
}
Term operator!(Term x) {
  return make(Op::kNot, x);
}

#define AUTUMN_X(function, op) \
  Term function(Term x) {      \
    return make(Op::op, x);    \
  }
AUTUMN_TERM_UNARY(AUTUMN_X)
#undef AUTUMN_X
#define AUTUMN_X(function, op)    \
  Term function(Term x, Term y) { \
    return make(Op::op, x, y);    \
  }                               \
  AUTUMN_MIXED(function)
AUTUMN_TERM_BINARY(AUTUMN_X)
#undef AUTUMN_X
#undef AUTUMN_MIXED

Term select(Term c, Term a, Term b) {
  return make(Op::kSelect, c, a, b);
}
Term select(Term c, Term a, double b) {
  return select(c, a, like(c, b));
}
Term select(Term c, double a, Term b) {
  return select(c, like(c, a), b);
}
Term select(Term c, double a, double b) {
  return select(c, like(c, a), like(c, b));
}
Term log_inc_beta(Term a, Term b, Term x) {
  return make(Op::kLogIncBeta, a, b, x);
}
Term log_inc_beta_da(Term a, Term b, Term x) {
  return make(Op::kLogIncBetaDa, a, b, x);
}
Term log_inc_beta_db(Term a, Term b, Term x) {
  return make(Op::kLogIncBetaDb, a, b, x);
}

Term sum(Term x) {
  return x.shape().is_scalar() ? x : make(Op::kSum, x);
}
Term row_sums(Term x) {
  return make(Op::kRowSums, x);
}
Term col_sums(Term x) {
  return make(Op::kColSums, x);
}
Term max_element(Term x) {
  return make(Op::kMaxElement, x);
}
Term min_element(Term x) {
  return make(Op::kMinElement, x);
}
Term log_sum_exp(Term x) {
  return make(Op::kLogSumExp, x);
}
Term row_log_sum_exp(Term x) {
  return make(Op::kRowLogSumExp, x);
}
Term cumulative_sum(Term x) {
  return make(Op::kCumulativeSum, x);
}
Term reverse_cumulative_sum(Term x) {
  return make(Op::kCumulativeSum, x, flag::kReverse);
}

Term log_softmax(Term x) {
  if (!x.shape().is_matrix()) return x - log_sum_exp(x);
  return x - repeat_cols(row_log_sum_exp(x), x.shape().cols);
}

Term softmax(Term x) {
  return exp(log_softmax(x));
}

Term prod(Term x) {
  if (x.size() == 0) return like(x, 1.0);
  while (x.size() > 1) {
    const std::size_t half = x.size() / 2;
    const Term product = slice(x, 0, half) * slice(x, half, half);
    x = x.size() % 2 == 0 ? product : concat({product, element(x, x.size() - 1)});
  }
  return reshape(x, Shape::scalar());
}

Term gather(Term x, Index index) {
  const Shape shape = Shape::vector(index.size());
  return gather(x, std::move(index), shape);
}

Term gather(Term x, Index index, Shape shape) {
  return {x.builder(), x.builder().gather(x.id(), std::move(index), shape)};
}

Term element(Term x, std::size_t i) {
  return gather(x, Index::range(static_cast<std::uint32_t>(i), 1), Shape::scalar());
}

Term slice(Term x, std::size_t start, std::size_t count) {
  return gather(x,
                Index::range(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(count)));
}

Term row(Term x, std::size_t i) {
  return gather(x, Index::range(static_cast<std::uint32_t>(i), x.shape().cols, x.shape().rows));
}

Term column(Term x, std::size_t j) {
  return slice(x, j * x.shape().rows, x.shape().rows);
}

Term diagonal(Term x) {
  const std::uint32_t n = std::min(x.shape().rows, x.shape().cols);
  return gather(x, Index::range(0, n, std::int64_t{x.shape().rows} + 1));
}

Term diagonal_matrix(Term x) {
  const std::uint32_t n = x.shape().rows;
  return scatter_add(x, Index::range(0, n, std::int64_t{n} + 1), Shape::matrix(n, n));
}

Term scatter_add(Term x, Index index, Shape shape) {
  return {x.builder(), x.builder().scatter_add(x.id(), std::move(index), shape)};
}

Term segment_sum(Term x, std::span<const std::uint32_t> lengths) {
  std::vector<std::uint32_t> segment_of;
  for (std::uint32_t s = 0; s < lengths.size(); ++s) {
    segment_of.insert(segment_of.end(), lengths[s], s);
  }
  return scatter_add(x, Index::list(std::move(segment_of)), Shape::vector(lengths.size()));
}

Term concat(const std::vector<Term>& parts) {
  AUTUMN_CHECK(!parts.empty(), "there is something to concatenate");
  std::vector<NodeId> ids;
  for (const Term& part : parts) ids.push_back(part.id());
  Builder& builder = parts.front().builder();
  return {builder, builder.apply(Op::kConcat, ids)};
}

Term columns(const std::vector<Term>& parts) {
  const std::size_t rows = parts.at(0).size();
  return reshape(concat(parts), Shape::matrix(rows, parts.size()));
}

Term reshape(Term x, Shape shape) {
  return {x.builder(), x.builder().reshape(x.id(), shape)};
}
Term transpose(Term x) {
  return make(Op::kTranspose, x);
}
Term broadcast(Term x, Shape shape) {
  return {x.builder(), x.builder().broadcast(x.id(), shape)};
}
Term repeat_rows(Term x, std::size_t n) {
  return {x.builder(), x.builder().repeat_rows(x.id(), n)};
}
Term repeat_cols(Term x, std::size_t n) {
  return {x.builder(), x.builder().repeat_cols(x.id(), n)};
}

Term dot(Term x, Term y) {
  return make(Op::kDot, x, y);
}
Term matmul(Term a, Term b, std::uint32_t flags) {
  return make(Op::kMatmul, a, b, flags);
}
Term outer(Term x, Term y) {
  return matmul(x, y, flag::kTransposeRight);
}
Term cholesky(Term a) {
  return make(Op::kCholesky, a);
}
Term tri_solve(Term l, Term b) {
  return make(Op::kTriSolve, l, b);
}
Term tri_solve_transposed(Term l, Term b) {
  return make(Op::kTriSolve, l, b, flag::kTransposeLeft);
}
Term solve(Term a, Term b) {
  return make(Op::kSolve, a, b);
}

Term spd_solve(Term a, Term b) {
  const Term l = cholesky(a);
  return tri_solve_transposed(l, tri_solve(l, b));
}

Term log_abs_det(Term a) {
  return make(Op::kLogAbsDet, a);
}
Term log_det_spd(Term a) {
  return 2.0 * sum(log(diagonal(cholesky(a))));
}
Term lower_triangle(Term a, std::uint32_t flags) {
  return make(Op::kLowerTriangle, a, flags);
}

}  // namespace autumn::expr
