// This header is the closed list of operations of the expression graph.
#pragma once

#include <cstdint>
#include <string_view>

namespace autumn::expr {

// How the operands of an operation are used; decides arity and shape together with the operation
// itself.
enum class OpClass : std::uint8_t {
  kLeaf,         // no operands
  kUnary,        // elementwise in one operand
  kBinary,       // elementwise in two, a scalar is broadcast
  kTernary,      // elementwise in three, a scalar is broadcast
  kStructural,   // everything else: moves, reduces or solves
  kPlaceholder,  // has no meaning of its own until a later stage puts one in
};

// X(enumerator, printed name, class). The only list of operations there is.
#define AUTUMN_EXPR_OPS(X)                                                             \
  X(kConstant, "constant", kLeaf)                                                      \
  X(kInput, "input", kLeaf)                                                            \
  X(kNegate, "negate", kUnary)                                                         \
  X(kExp, "exp", kUnary)                                                               \
  X(kLog, "log", kUnary)                                                               \
  X(kLog1p, "log1p", kUnary)                                                           \
  X(kLog1m, "log1m", kUnary)                                                           \
  X(kExpm1, "expm1", kUnary)                                                           \
  X(kSqrt, "sqrt", kUnary)                                                             \
  X(kSquare, "square", kUnary)                                                         \
  X(kInverse, "inverse", kUnary)                                                       \
  X(kAbs, "abs", kUnary)                                                               \
  X(kSign, "sign", kUnary)                                                             \
  X(kFloor, "floor", kUnary)                                                           \
  X(kCeil, "ceil", kUnary)                                                             \
  X(kRound, "round", kUnary)                                                           \
  X(kTrunc, "trunc", kUnary)                                                           \
  X(kSin, "sin", kUnary)                                                               \
  X(kCos, "cos", kUnary)                                                               \
  X(kTan, "tan", kUnary)                                                               \
  X(kAsin, "asin", kUnary)                                                             \
  X(kAcos, "acos", kUnary)                                                             \
  X(kAtan, "atan", kUnary)                                                             \
  X(kSinh, "sinh", kUnary)                                                             \
  X(kCosh, "cosh", kUnary)                                                             \
  X(kTanh, "tanh", kUnary)                                                             \
  X(kAsinh, "asinh", kUnary)                                                           \
  X(kAcosh, "acosh", kUnary)                                                           \
  X(kAtanh, "atanh", kUnary)                                                           \
  X(kLogit, "logit", kUnary)                                                           \
  X(kInvLogit, "inv_logit", kUnary)                                                    \
  X(kLog1pExp, "log1p_exp", kUnary)                                                    \
  X(kLog1mExp, "log1m_exp", kUnary)                                                    \
  X(kLogInvLogit, "log_inv_logit", kUnary)                                             \
  X(kErf, "erf", kUnary)                                                               \
  X(kErfc, "erfc", kUnary)                                                             \
  X(kNormalCdf, "Phi", kUnary)                                                         \
  X(kLogNormalCdf, "log_Phi", kUnary)                                                  \
  X(kInvMills, "inv_mills", kUnary) /* phi(x) / Phi(x), the slope of log_Phi */        \
  X(kInvNormalCdf, "inv_Phi", kUnary)                                                  \
  X(kLgamma, "lgamma", kUnary)                                                         \
  X(kDigamma, "digamma", kUnary)                                                       \
  X(kTrigamma, "trigamma", kUnary)                                                     \
  X(kLogBesselI0, "log_bessel_i0", kUnary)                                             \
  X(kBesselRatio, "bessel_i1_i0_ratio", kUnary)                                        \
  X(kNot, "not", kUnary)                                                               \
  X(kIsNan, "is_nan", kUnary)                                                          \
  X(kAdd, "add", kBinary)                                                              \
  X(kSub, "sub", kBinary)                                                              \
  X(kMul, "mul", kBinary)                                                              \
  X(kDiv, "div", kBinary)                                                              \
  X(kDivOrZero, "div_or_zero", kBinary) /* 0 where the numerator is 0, also 0 / 0 */   \
  X(kPow, "pow", kBinary)                                                              \
  X(kMin, "min", kBinary)                                                              \
  X(kMax, "max", kBinary)                                                              \
  X(kFmod, "fmod", kBinary)                                                            \
  X(kAtan2, "atan2", kBinary)                                                          \
  X(kLess, "less", kBinary)                                                            \
  X(kLessEqual, "less_equal", kBinary)                                                 \
  X(kEqual, "equal", kBinary)                                                          \
  X(kAnd, "and", kBinary)                                                              \
  X(kOr, "or", kBinary)                                                                \
  X(kLogAddExp, "log_add_exp", kBinary)                                                \
  X(kLogDiffExp, "log_diff_exp", kBinary)                                              \
  X(kLmultiply, "lmultiply", kBinary)          /* x log y, 0 log 0 = 0 */              \
  X(kMultiplyLog1m, "multiply_log1m", kBinary) /* x log(1 - y), 0 log 0 = 0 */         \
  X(kLbeta, "lbeta", kBinary)                                                          \
  X(kLchoose, "lchoose", kBinary)                                                      \
  X(kLogRising, "log_rising_factorial", kBinary)   /* lgamma(a + n) - lgamma(a) */     \
  X(kDigammaDiff, "digamma_difference", kBinary)   /* digamma(a + n) - digamma(a) */   \
  X(kTrigammaDiff, "trigamma_difference", kBinary) /* trigamma(a + n) - trigamma(a) */ \
  X(kPolygamma, "polygamma", kBinary)              /* order n, argument x */           \
  X(kOwensT, "owens_t", kBinary)                                                       \
  X(kLogGammaP, "log_gamma_p", kBinary)                                                \
  X(kLogGammaQ, "log_gamma_q", kBinary)                                                \
  X(kLogGammaPDa, "log_gamma_p_da", kBinary) /* slope of log_gamma_p in its shape */   \
  X(kLogGammaQDa, "log_gamma_q_da", kBinary)                                           \
  X(kSelect, "select", kTernary) /* second where the first is not 0, else third */     \
  X(kLogIncBeta, "log_inc_beta", kTernary)                                             \
  X(kLogIncBetaDa, "log_inc_beta_da", kTernary)                                        \
  X(kLogIncBetaDb, "log_inc_beta_db", kTernary)                                        \
  X(kGather, "gather", kStructural)                                                    \
  X(kScatterAdd, "scatter_add", kStructural)                                           \
  X(kConcat, "concat", kStructural)                                                    \
  X(kReshape, "reshape", kStructural)                                                  \
  X(kTranspose, "transpose", kStructural)                                              \
  X(kBroadcast, "broadcast", kStructural)                                              \
  X(kRepeatRows, "repeat_rows", kStructural)                                           \
  X(kRepeatCols, "repeat_cols", kStructural)                                           \
  X(kSum, "sum", kStructural)                                                          \
  X(kRowSums, "row_sums", kStructural)                                                 \
  X(kColSums, "col_sums", kStructural)                                                 \
  X(kMaxElement, "max_element", kStructural)                                           \
  X(kMinElement, "min_element", kStructural)                                           \
  X(kLogSumExp, "log_sum_exp", kStructural)                                            \
  X(kRowLogSumExp, "row_log_sum_exp", kStructural)                                     \
  X(kCumulativeSum, "cumulative_sum", kStructural)                                     \
  X(kDot, "dot", kStructural)                                                          \
  X(kMatmul, "matmul", kStructural)                                                    \
  X(kCholesky, "cholesky", kStructural)                                                \
  X(kTriSolve, "tri_solve", kStructural)                                               \
  X(kSolve, "solve", kStructural)                                                      \
  X(kLogAbsDet, "log_abs_det", kStructural)                                            \
  X(kLowerTriangle, "lower_triangle", kStructural)                                     \
  X(kKernel, "kernel", kStructural)                                                    \
  X(kPart, "part", kStructural)                                                        \
  X(kDeferred, "deferred", kPlaceholder) /* stands for an expression that a later stage puts in */

enum class Op : std::uint8_t {
#define AUTUMN_X(kind, name, op_class) kind,
  AUTUMN_EXPR_OPS(AUTUMN_X)
#undef AUTUMN_X
};

[[nodiscard]] std::string_view name_of(Op op);
[[nodiscard]] OpClass class_of(Op op);
[[nodiscard]] bool is_elementwise(Op op);
// Results are numbers of the operands, or sums of them: linear, and finite where the operands are.
[[nodiscard]] bool only_moves_or_adds(Op op);
// a op b == b op a, to the bit.
[[nodiscard]] bool is_commutative(Op op);

// Flags of structural operations, kept in the node's payload.
namespace flag {
inline constexpr std::uint32_t kNone = 0;
inline constexpr std::uint32_t kTransposeLeft =
    1;  // matmul, tri_solve, solve: use the first operand transposed
inline constexpr std::uint32_t kTransposeRight = 2;  // matmul: use the second operand transposed
inline constexpr std::uint32_t kReverse = 1;         // cumulative_sum: from the end
inline constexpr std::uint32_t kHalfDiagonal = 1;    // lower_triangle: halve the diagonal
}  // namespace flag

}  // namespace autumn::expr
