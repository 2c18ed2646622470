// This header lists the operations that exist only in prepared programs: several nodes of a graph
// in one pass over the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "expr/op.h"

namespace autumn::evaluate {

// X(enumerator, printed name). Those called pairs have two results.
#define AUTUMN_FUSED(X)                                                             \
  X(kNone, "")                                                                      \
  X(kMulAdd, "mul_add")                     /* x y + z, both rounded */             \
  X(kMulSub, "mul_sub")                     /* x y - z */                           \
  X(kSubMul, "sub_mul")                     /* z - x y */                           \
  X(kExpMulAdd, "exp_mul_add")              /* exp(x y + z) */                      \
  X(kChain, "chain")                        /* scalars: see Link */                 \
  X(kLgammaPair, "lgamma_pair")             /* lgamma(x), digamma(x) */             \
  X(kRisingPair, "rising_pair")             /* log_rising, digamma_difference */    \
  X(kLog1pExpPair, "log1p_exp_pair")        /* log1p_exp(x), inv_logit(x) */        \
  X(kLogInvLogitPair, "log_inv_logit_pair") /* log_inv_logit(x), inv_logit(-x) */   \
  X(kSumLog, "sum_log")                     /* sum of log x, as log of a product */ \
  X(kSumLog1p, "sum_log1p")                                                         \
  X(kDotLog, "dot_log")          /* w . log(s + a), a scalar */                     \
  X(kDotLogPair, "dot_log_pair") /* and the sum of w / (s + a) */                   \
  X(kSumLog1pExp, "sum_log1p_exp")                                                  \
  X(kSumLogInvLogit, "sum_log_inv_logit")                                           \
  X(kSumLog1pExpPair, "sum_log1p_exp_pair")        /* the sum, inv_logit(x) */      \
  X(kSumLogInvLogitPair, "sum_log_inv_logit_pair") /* the sum, inv_logit(-x)        \
                                                    */

enum class Fused : std::uint8_t {
#define AUTUMN_X(kind, name) kind,
  AUTUMN_FUSED(AUTUMN_X)
#undef AUTUMN_X
};

inline constexpr std::size_t kFusedCount = 0
#define AUTUMN_X(kind, name) +1
    AUTUMN_FUSED(AUTUMN_X)
#undef AUTUMN_X
    ;

// One operation of a chain, which takes one number through several: the running number is its only
// operand, or the left or right one beside the next operand of the unit. The first link begins with
// the first operand of the unit.
struct Link {
  expr::Op op{};
  bool is_right = false;
};

[[nodiscard]] std::string_view name_of(Fused kind);
// The first result is a sum over all elements of the operand.
[[nodiscard]] bool is_sum(Fused kind);
// There is a second result: an array like the operand, or the scalar of kDotLogPair.
[[nodiscard]] bool is_pair(Fused kind);

}  // namespace autumn::evaluate
