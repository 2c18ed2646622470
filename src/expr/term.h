// A term is a handle on a node under construction, so that formulas in the code read like
// mathematics.
#pragma once

#include <vector>

#include "expr/builder.h"

namespace autumn::expr {

// A node together with the builder it lives in. Cheap to copy; valid as long as the builder.
class Term {
 public:
  Term(Builder& builder, NodeId id) : builder_(&builder), id_(id) {}

  [[nodiscard]] Builder& builder() const { return *builder_; }
  [[nodiscard]] NodeId id() const { return id_; }
  [[nodiscard]] Shape shape() const { return builder_->shape(id_); }
  [[nodiscard]] std::size_t size() const { return shape().size(); }

 private:
  Builder* builder_;
  NodeId id_;
};

[[nodiscard]] Term constant(Builder& builder, double value);

// Elementwise arithmetic; a scalar meets anything.
#define AUTUMN_TERM_OPERATOR(symbol)                \
  [[nodiscard]] Term operator symbol(Term, Term);   \
  [[nodiscard]] Term operator symbol(Term, double); \
  [[nodiscard]] Term operator symbol(double, Term);
AUTUMN_TERM_OPERATOR(+)
AUTUMN_TERM_OPERATOR(-)
AUTUMN_TERM_OPERATOR(*)
AUTUMN_TERM_OPERATOR(/)
AUTUMN_TERM_OPERATOR(<)
AUTUMN_TERM_OPERATOR(<=)
AUTUMN_TERM_OPERATOR(>)
AUTUMN_TERM_OPERATOR(>=)
AUTUMN_TERM_OPERATOR(==)
AUTUMN_TERM_OPERATOR(!=)
AUTUMN_TERM_OPERATOR(&&)
AUTUMN_TERM_OPERATOR(||)
#undef AUTUMN_TERM_OPERATOR
[[nodiscard]] Term operator-(Term x);
[[nodiscard]] Term operator!(Term x);

// Elementwise functions: X(function, operation).
// clang-format off: a table, which clang-format shifts on every run
#define AUTUMN_TERM_UNARY(X)                                                                   \
  X(exp, kExp) X(log, kLog) X(log1p, kLog1p) X(log1m, kLog1m) X(expm1, kExpm1)                 \
  X(sqrt, kSqrt) X(square, kSquare) X(inverse, kInverse) X(abs, kAbs) X(sign, kSign)           \
  X(floor, kFloor) X(ceil, kCeil) X(round, kRound) X(trunc, kTrunc) X(sin, kSin)               \
  X(cos, kCos) X(tan, kTan) X(asin, kAsin) X(acos, kAcos) X(atan, kAtan) X(sinh, kSinh)        \
  X(cosh, kCosh) X(tanh, kTanh) X(asinh, kAsinh) X(acosh, kAcosh) X(atanh, kAtanh)             \
  X(logit, kLogit) X(inv_logit, kInvLogit) X(log1p_exp, kLog1pExp) X(log1m_exp, kLog1mExp)     \
  X(log_inv_logit, kLogInvLogit) X(erf, kErf) X(erfc, kErfc) X(normal_cdf, kNormalCdf)         \
  X(log_normal_cdf, kLogNormalCdf) X(inverse_mills, kInvMills)                                 \
  X(inv_normal_cdf, kInvNormalCdf) X(lgamma, kLgamma) X(digamma, kDigamma)                     \
  X(trigamma, kTrigamma) X(log_bessel_i0, kLogBesselI0) X(bessel_ratio, kBesselRatio)          \
  X(is_nan, kIsNan)
// clang-format on
// clang-format off: a table, which clang-format shifts on every run
#define AUTUMN_TERM_BINARY(X)                                                                  \
  X(div_or_zero, kDivOrZero) X(pow, kPow) X(min, kMin) X(max, kMax) X(fmod, kFmod)             \
  X(atan2, kAtan2) X(log_add_exp, kLogAddExp) X(log_diff_exp, kLogDiffExp)                     \
  X(lmultiply, kLmultiply) X(multiply_log1m, kMultiplyLog1m) X(lbeta, kLbeta)                  \
  X(lchoose, kLchoose) X(log_rising_factorial, kLogRising)                                     \
  X(digamma_difference, kDigammaDiff) X(trigamma_difference, kTrigammaDiff)                    \
  X(polygamma, kPolygamma) X(owens_t, kOwensT) X(log_gamma_p, kLogGammaP)                      \
  X(log_gamma_q, kLogGammaQ) X(log_gamma_p_da, kLogGammaPDa) X(log_gamma_q_da, kLogGammaQDa)
// clang-format on

#define AUTUMN_X(function, op) [[nodiscard]] Term function(Term x);
AUTUMN_TERM_UNARY(AUTUMN_X)
#undef AUTUMN_X
#define AUTUMN_X(function, op)                   \
  [[nodiscard]] Term function(Term x, Term y);   \
  [[nodiscard]] Term function(Term x, double y); \
  [[nodiscard]] Term function(double x, Term y);
AUTUMN_TERM_BINARY(AUTUMN_X)
#undef AUTUMN_X
[[nodiscard]] Term select(Term condition, Term if_true, Term if_false);
[[nodiscard]] Term select(Term condition, Term if_true, double if_false);
[[nodiscard]] Term select(Term condition, double if_true, Term if_false);
[[nodiscard]] Term select(Term condition, double if_true, double if_false);
[[nodiscard]] Term log_inc_beta(Term a, Term b, Term x);
[[nodiscard]] Term log_inc_beta_da(Term a, Term b, Term x);
[[nodiscard]] Term log_inc_beta_db(Term a, Term b, Term x);

// Reductions.
[[nodiscard]] Term sum(Term x);
[[nodiscard]] Term row_sums(Term x);
[[nodiscard]] Term col_sums(Term x);
[[nodiscard]] Term max_element(Term x);
[[nodiscard]] Term min_element(Term x);
[[nodiscard]] Term log_sum_exp(Term x);
[[nodiscard]] Term row_log_sum_exp(Term x);
// Along a vector, or along every row of a matrix.
[[nodiscard]] Term cumulative_sum(Term x);
[[nodiscard]] Term reverse_cumulative_sum(Term x);
// x - log sum exp x, and its exponential; of each row for a matrix.
[[nodiscard]] Term log_softmax(Term x);
[[nodiscard]] Term softmax(Term x);
// The product of all elements, by halving, so that its gradient is exact also where a factor is 0.
[[nodiscard]] Term prod(Term x);

// Moves. Ranges count from 0 in storage order (column by column).
[[nodiscard]] Term gather(Term x, Index index);  // a vector
[[nodiscard]] Term gather(Term x, Index index, Shape shape);
[[nodiscard]] Term element(Term x, std::size_t i);  // a scalar
[[nodiscard]] Term slice(Term x, std::size_t start, std::size_t count);
[[nodiscard]] Term row(Term x, std::size_t i);     // a vector
[[nodiscard]] Term column(Term x, std::size_t j);  // a vector
[[nodiscard]] Term diagonal(Term x);
[[nodiscard]] Term diagonal_matrix(Term x);
[[nodiscard]] Term scatter_add(Term x, Index index, Shape shape);
// Sums of consecutive segments of these lengths.
[[nodiscard]] Term segment_sum(Term x, std::span<const std::uint32_t> lengths);
[[nodiscard]] Term concat(const std::vector<Term>& parts);
// Columns side by side: vectors of equal length as a matrix.
[[nodiscard]] Term columns(const std::vector<Term>& parts);
[[nodiscard]] Term reshape(Term x, Shape shape);
[[nodiscard]] Term transpose(Term x);
[[nodiscard]] Term broadcast(Term x, Shape shape);
[[nodiscard]] Term repeat_rows(Term x, std::size_t n);
[[nodiscard]] Term repeat_cols(Term x, std::size_t n);

// Linear algebra. Triangular means lower triangular; what stands above the diagonal is not read.
[[nodiscard]] Term dot(Term x, Term y);
[[nodiscard]] Term matmul(Term a, Term b, std::uint32_t flags = flag::kNone);
[[nodiscard]] Term outer(Term x, Term y);
[[nodiscard]] Term cholesky(Term a);
[[nodiscard]] Term tri_solve(Term l, Term b);             // L^-1 b
[[nodiscard]] Term tri_solve_transposed(Term l, Term b);  // L^-T b
[[nodiscard]] Term solve(Term a, Term b);                 // A^-1 b
[[nodiscard]] Term spd_solve(Term a, Term b);  // A^-1 b for symmetric positive definite A
[[nodiscard]] Term log_abs_det(Term a);
[[nodiscard]] Term log_det_spd(Term a);
[[nodiscard]] Term lower_triangle(Term a, std::uint32_t flags = flag::kNone);

}  // namespace autumn::expr
