// This file has the elementwise operations as loops of vectors, for every instruction set.
#include "base/vector_targets.h"
#include "evaluate/vector/kernels.h"

// Highway compiles this file once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "evaluate/vector/elementwise.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "evaluate/vector/loops_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {
namespace {

using expr::Op;

HWY_INLINE V truth(M mask) {
  return hn::IfThenElseZero(mask, number(1.0));
}

// Also NaN, which some instruction sets do not find unequal to 0.
HWY_INLINE M is_true(V x) {
  return hn::Not(hn::Eq(x, hn::Zero(D())));
}

// log x and log(1 - x) times a number that may be 0 where they are infinite.
HWY_INLINE V times_or_zero(V x, V log_y, M is_singular) {
  const M is_zero = hn::And(hn::Eq(x, hn::Zero(D())), is_singular);
  return hn::IfThenZeroElse(is_zero, hn::Mul(x, log_y));
}

// x / y, and 0 for x = 0 whatever y is, but NaN.
HWY_INLINE V div_or_zero(V x, V y) {
  const V zero = hn::Zero(D());
  const V of_zero = hn::IfThenElse(hn::IsNaN(y), y, zero);
  return hn::IfThenElse(hn::Eq(x, zero), of_zero, hn::Div(x, y));
}

HWY_INLINE V log_add_exp(V x, V y) {
  const V high = hn::IfThenElse(is_less(y, x), x, y);
  const V low = hn::IfThenElse(is_less(y, x), y, x);
  // Equal infinities would give NaN.
  const V distance = hn::IfThenElse(hn::Eq(x, y), hn::Zero(D()), hn::Sub(low, high));
  return hn::Add(high, log1p_inside(exp(distance)));
}

#define AUTUMN_UNARY(Name, expression) \
  struct Name {                        \
    static HWY_INLINE V apply(V x) {   \
      return expression;               \
    }                                  \
  };
#define AUTUMN_BINARY(Name, expression)   \
  struct Name {                           \
    static HWY_INLINE V apply(V x, V y) { \
      return expression;                  \
    }                                     \
  };

AUTUMN_UNARY(Negate, hn::Neg(x))
AUTUMN_UNARY(Exp, exp(x))
AUTUMN_UNARY(Log, log(x))
AUTUMN_UNARY(Log1p, log1p(x))
AUTUMN_UNARY(Log1m, log1p(hn::Neg(x)))
AUTUMN_UNARY(Expm1, expm1(x))
AUTUMN_UNARY(Sqrt, hn::Sqrt(x))
AUTUMN_UNARY(Square, hn::Mul(x, x))
AUTUMN_UNARY(Inverse, hn::Div(number(1.0), x))
AUTUMN_UNARY(Abs, hn::Abs(x))
AUTUMN_UNARY(Tanh, tanh(x))
AUTUMN_UNARY(InvLogit, inv_logit(x))
AUTUMN_UNARY(Log1pExp, log1p_exp(x))
AUTUMN_UNARY(LogInvLogit, log_inv_logit(x))
AUTUMN_UNARY(Not, truth(hn::Eq(x, hn::Zero(D()))))
AUTUMN_UNARY(IsNan, truth(hn::IsNaN(x)))
AUTUMN_BINARY(Add, hn::Add(x, y))
AUTUMN_BINARY(Sub, hn::Sub(x, y))
AUTUMN_BINARY(Mul, hn::Mul(x, y))
AUTUMN_BINARY(Div, hn::Div(x, y))
AUTUMN_BINARY(DivOrZero, div_or_zero(x, y))
AUTUMN_BINARY(Less, truth(is_less(x, y)))
AUTUMN_BINARY(LessEqual, truth(hn::Le(x, y)))
AUTUMN_BINARY(Equal, truth(hn::Eq(x, y)))
AUTUMN_BINARY(And, truth(hn::And(is_true(x), is_true(y))))
AUTUMN_BINARY(Or, truth(hn::Or(is_true(x), is_true(y))))
#if HWY_NATIVE_FMA
AUTUMN_BINARY(Pow, pow(x, y))
#endif
AUTUMN_BINARY(LogAddExp, log_add_exp(x, y))
AUTUMN_BINARY(Lmultiply, times_or_zero(x, log(y), hn::Eq(y, hn::Zero(D()))))
AUTUMN_BINARY(MultiplyLog1m, times_or_zero(x, log1p(hn::Neg(y)), hn::Eq(y, number(1.0))))

#undef AUTUMN_UNARY
#undef AUTUMN_BINARY

struct Select {
  static HWY_INLINE V apply(V x, V y, V z) { return hn::IfThenElse(is_true(x), y, z); }
};
// Two roundings, as the reference has them.
struct MulAdd {
  static HWY_INLINE V apply(V x, V y, V z) { return hn::Add(hn::Mul(x, y), z); }
};
struct MulSub {
  static HWY_INLINE V apply(V x, V y, V z) { return hn::Sub(hn::Mul(x, y), z); }
};
struct SubMul {
  static HWY_INLINE V apply(V x, V y, V z) { return hn::Sub(z, hn::Mul(x, y)); }
};

struct Log1pExpPair {
  static HWY_INLINE Two apply(V x) {
    const V e = exp_minus_abs(x);
    return {log1p_exp_from(x, e), inv_logit_from(x, e)};
  }
};
struct LogInvLogitPair {
  static HWY_INLINE Two apply(V x) {
    const V e = exp_minus_abs(x);
    return {log_inv_logit_from(x, e), inv_logit_from(hn::Neg(x), e)};
  }
};

// The exponential of x y + z.
template <ScalarMask scalars>
struct LinearArgument {
  HWY_INLINE V at(std::size_t i) const { return MulAdd::apply(x.at(i), y.at(i), z.at(i)); }
  HWY_INLINE V some(std::size_t i, std::size_t n) const {
    return MulAdd::apply(x.some(i, n), y.some(i, n), z.some(i, n));
  }
  Reader<(scalars & 1) != 0> x;
  Reader<(scalars & 2) != 0> y;
  Reader<(scalars & 4) != 0> z;
};

// Four vectors side by side, with one look at their range.
template <typename Argument>
HWY_INLINE void exp_of(const Argument& x, double* HWY_RESTRICT out, std::size_t count) {
  constexpr std::size_t kSide = 4;
  std::size_t i = 0;
  for (; i + kSide * kLanes <= count; i += kSide * kLanes) {
    V v[kSide];
    for (std::size_t k = 0; k < kSide; ++k) v[k] = x.at(i + k * kLanes);
    M good = is_less(hn::Abs(v[0]), number(708.0));
    for (std::size_t k = 1; k < kSide; ++k) {
      good = hn::And(good, is_less(hn::Abs(v[k]), number(708.0)));
    }
    const bool is_inside = all(good);
    for (std::size_t k = 0; k < kSide; ++k) {
      hn::StoreU(HWY_LIKELY(is_inside) ? exp_inside(v[k]) : exp(v[k]), D(), out + i + k * kLanes);
    }
  }
  for (; i + kLanes <= count; i += kLanes) hn::StoreU(exp(x.at(i)), D(), out + i);
  const std::size_t rest = count - i;
  if (rest != 0) store_some(exp(x.some(i, rest)), out + i, rest);
}

void run_exp(const BoundInstruction& s, Strip strip) {
  exp_of(Reader<false>(s.in_at(0, strip)), s.out_at(strip), strip.count);
}

template <ScalarMask scalars>
void run_exp_mul_add(const BoundInstruction& s, Strip strip) {
  const LinearArgument<scalars> argument{Reader < (scalars & 1) != 0 > (s.in_at(0, strip)),
                                         Reader < (scalars & 2) != 0 > (s.in_at(1, strip)),
                                         Reader < (scalars & 4) != 0 > (s.in_at(2, strip))};
  exp_of(argument, s.out_at(strip), strip.count);
}

template <typename F>
Loops unary() {
  return {run_unary<F>};
}

template <typename F>
Loops binary() {
  return {run_binary<F, 0>, run_binary<F, 1>, run_binary<F, 2>};
}

template <typename F>
Loops ternary() {
  return {run_ternary<F, 0>, run_ternary<F, 1>, run_ternary<F, 2>, run_ternary<F, 3>,
          run_ternary<F, 4>, run_ternary<F, 5>, run_ternary<F, 6>};
}

}  // namespace

void add_elementwise(VectorKernels& kernels) {
  const auto at = [&](Op op) -> Loops& {
    return kernels.elementwise[static_cast<std::size_t>(op)];
  };
  at(Op::kNegate) = unary<Negate>();
  at(Op::kExp) = {run_exp};
  at(Op::kLog) = unary<Log>();
  at(Op::kLog1p) = unary<Log1p>();
  at(Op::kLog1m) = unary<Log1m>();
  at(Op::kExpm1) = unary<Expm1>();
  at(Op::kSqrt) = unary<Sqrt>();
  at(Op::kSquare) = unary<Square>();
  at(Op::kInverse) = unary<Inverse>();
  at(Op::kAbs) = unary<Abs>();
  at(Op::kTanh) = unary<Tanh>();
  at(Op::kInvLogit) = unary<InvLogit>();
  at(Op::kLog1pExp) = unary<Log1pExp>();
  at(Op::kLogInvLogit) = unary<LogInvLogit>();
  at(Op::kNot) = unary<Not>();
  at(Op::kIsNan) = unary<IsNan>();
  at(Op::kAdd) = binary<Add>();
  at(Op::kSub) = binary<Sub>();
  at(Op::kMul) = binary<Mul>();
  at(Op::kDiv) = binary<Div>();
  at(Op::kDivOrZero) = binary<DivOrZero>();
  at(Op::kLess) = binary<Less>();
  at(Op::kLessEqual) = binary<LessEqual>();
  at(Op::kEqual) = binary<Equal>();
  at(Op::kAnd) = binary<And>();
  at(Op::kOr) = binary<Or>();
#if HWY_NATIVE_FMA
  at(Op::kPow) = binary<Pow>();
#endif
  at(Op::kLogAddExp) = binary<LogAddExp>();
  at(Op::kLmultiply) = binary<Lmultiply>();
  at(Op::kMultiplyLog1m) = binary<MultiplyLog1m>();
  at(Op::kSelect) = ternary<Select>();
  const auto fused = [&](Fused kind) -> Loops& {
    return kernels.fused[static_cast<std::size_t>(kind)];
  };
  fused(Fused::kMulAdd) = ternary<MulAdd>();
  fused(Fused::kExpMulAdd) = {run_exp_mul_add<0>, run_exp_mul_add<1>, run_exp_mul_add<2>,
                              run_exp_mul_add<3>, run_exp_mul_add<4>, run_exp_mul_add<5>,
                              run_exp_mul_add<6>};
  fused(Fused::kMulSub) = ternary<MulSub>();
  fused(Fused::kSubMul) = ternary<SubMul>();
  fused(Fused::kLog1pExpPair) = {run_pair<Log1pExpPair>};
  fused(Fused::kLogInvLogitPair) = {run_pair<LogInvLogitPair>};
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
