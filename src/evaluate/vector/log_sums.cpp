// This file computes sums of logarithms as logarithms of products, for every instruction set.
//
// Each lane multiplies its numbers and takes one logarithm per strip. The error is that of the
// products: a few u per element, absolute (the sum of n logarithms near 0 is not relatively
// accurate).
#include <algorithm>

#include "base/vector_targets.h"
#include "evaluate/vector/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "evaluate/vector/log_sums.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "evaluate/vector/octet_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {
namespace {

// So many numbers at a time that the product of those of a lane, each at most 2 (or at least 1/2),
// stays far from overflow.
constexpr std::size_t kBlock = 256;

void accumulate(const BoundInstruction& bound, Strip strip, double partial) {
  *bound.out = strip.is_first ? partial : *bound.out + partial;
}

template <typename F>
double sum_one_by_one(const double* x, std::size_t n) {
  V sum = hn::Zero(D());
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) sum = hn::Add(sum, F::whole(hn::LoadU(D(), x + i)));
  if (i < n) {
    const V last = F::whole(load_some(x + i, n - i, number(1.0)));
    sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(D(), n - i), last));
  }
  return lane_total(D(), sum);
}

// What has a logarithm, and the logarithm itself for numbers that cannot be in a product.
struct OfNumber {
  static HWY_INLINE V argument(V x) { return x; }
  static HWY_INLINE V whole(V x) { return log(x); }
  static HWY_INLINE V neutral() { return number(1.0); }
};
struct OfOnePlus {
  static HWY_INLINE V argument(V x) { return hn::Add(number(1.0), x); }
  static HWY_INLINE V whole(V x) { return log1p(x); }
  static HWY_INLINE V neutral() { return hn::Zero(D()); }
};

// Mantissas are multiplied, exponents added.
template <typename F>
double block_of_numbers(const double* x, std::size_t n) {
  V product = number(1.0);
  V exponents = hn::Zero(D());
  M good = hn::Eq(product, product);
  const auto add = [&](V v) HWY_ATTR {
    const V a = F::argument(v);
    good = hn::And(good, is_normal_positive(a));
    const Split parts = split(a);
    product = hn::Mul(product, parts.m);
    exponents = hn::Add(exponents, parts.k);
  };
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) add(hn::LoadU(D(), x + i));
  if (i < n) add(load_some(x + i, n - i, F::neutral()));
  if (HWY_UNLIKELY(!all(good))) return sum_one_by_one<F>(x, n);
  const V high = hn::Mul(exponents, number(kLog2Hi));  // exact: whole numbers of 18 bits
  const V low = hn::MulAdd(exponents, number(kLog2Lo), log_normal(product));
  return lane_total(D(), hn::Add(high, low));
}

template <typename F>
void run_sum_log(const BoundInstruction& bound, Strip strip) {
  const double* x = bound.in_at(0, strip);
  double sum = 0.0;
  for (std::size_t i = 0; i < strip.count; i += kBlock) {
    sum += block_of_numbers<F>(x + i, std::min(kBlock, strip.count - i));
  }
  accumulate(bound, strip, sum);
}

// Of few numbers: weights are whatever they are, so that there is no product to take one logarithm
// of. Quotients keep the divider busy while logarithms are computed.
template <bool with_slope>
void run_dot_log(const BoundInstruction& bound, Strip strip) {
  const double* w = bound.in_at(0, strip);
  const double* s = bound.in_at(1, strip);
  const V a = number(*bound.in_at(2, strip));
  V sum = hn::Zero(D());
  V slope = hn::Zero(D());
  const std::size_t n = strip.count;
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const V x = hn::Add(hn::LoadU(D(), s + i), a), weight = hn::LoadU(D(), w + i);
    sum = hn::MulAdd(weight, log(x), sum);
    if constexpr (with_slope) slope = hn::Add(slope, hn::Div(weight, x));
  }
  if (i < n) {
    const M mask = hn::FirstN(D(), n - i);
    const V x = hn::IfThenElse(mask, hn::Add(load_some(s + i, n - i, a), a), number(1.0));
    const V weight = load_some(w + i, n - i, hn::Zero(D()));
    sum = hn::MulAdd(weight, log(x), sum);
    if constexpr (with_slope) slope = hn::Add(slope, hn::Div(weight, x));
  }
  accumulate(bound, strip, lane_total(D(), sum));
  if constexpr (with_slope) *bound.second = lane_total(D(), slope);
}

// log1p_exp(x) = max(x, 0) + log(1 + e) and log_inv_logit(x) = min(x, 0) - log(1 + e), e =
// exp(-|x|).
struct Log1pExp {
  static constexpr double kSign = 1.0;
  static HWY_INLINE V linear(V x) { return positive_part(x); }
  static HWY_INLINE V slope(V x, V e) { return inv_logit_from(x, e); }
};
struct LogInvLogit {
  static constexpr double kSign = -1.0;
  static HWY_INLINE V linear(V x) { return negative_part(x); }
  static HWY_INLINE V slope(V x, V e) { return inv_logit_from(hn::Neg(x), e); }
};

template <typename F, bool with_slope>
double block_of_logistics(const double* x, double* slope, std::size_t n) {
  const V one = number(1.0);
  V product = one;
  V linear = hn::Zero(D());
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const V v = hn::LoadU(D(), x + i);
    const V e = exp_minus_abs(v);
    product = hn::MulAdd(product, e, product);
    linear = hn::Add(linear, F::linear(v));
    if constexpr (with_slope) hn::StoreU(F::slope(v, e), D(), slope + i);
  }
  if (i < n) {
    const M mask = hn::FirstN(D(), n - i);
    const V v = load_some(x + i, n - i, one);
    const V e = exp_minus_abs(v);
    product = hn::IfThenElse(mask, hn::MulAdd(product, e, product), product);
    linear = hn::Add(linear, hn::IfThenElseZero(mask, F::linear(v)));
    if constexpr (with_slope) store_some(F::slope(v, e), slope + i, n - i);
  }
  return lane_total(D(), hn::MulAdd(number(F::kSign), log(product), linear));
}

template <typename F, bool with_slope>
void run_sum_logistic(const BoundInstruction& bound, Strip strip) {
  const double* x = bound.in_at(0, strip);
  double* slope = with_slope ? bound.second_at(strip) : nullptr;
  double sum = 0.0;
  for (std::size_t i = 0; i < strip.count; i += kBlock) {
    sum += block_of_logistics<F, with_slope>(x + i, with_slope ? slope + i : nullptr,
                                             std::min(kBlock, strip.count - i));
  }
  accumulate(bound, strip, sum);
}

}  // namespace

void add_log_sums(VectorKernels& kernels) {
  const auto fused = [&](Fused kind) -> Loops& {
    return kernels.fused[static_cast<std::size_t>(kind)];
  };
  fused(Fused::kSumLog) = {run_sum_log<OfNumber>};
  fused(Fused::kSumLog1p) = {run_sum_log<OfOnePlus>};
  // The last of three operands is a scalar: mask 4.
  fused(Fused::kDotLog)[4] = run_dot_log<false>;
  fused(Fused::kDotLogPair)[4] = run_dot_log<true>;
  fused(Fused::kSumLog1pExp) = {run_sum_logistic<Log1pExp, false>};
  fused(Fused::kSumLogInvLogit) = {run_sum_logistic<LogInvLogit, false>};
  fused(Fused::kSumLog1pExpPair) = {run_sum_logistic<Log1pExp, true>};
  fused(Fused::kSumLogInvLogitPair) = {run_sum_logistic<LogInvLogit, true>};
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
