// Log gamma, digamma and their differences as loops of vectors, for every instruction set.
#include "evaluate/vector/kernels.h"
#include "evaluate/vector/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "evaluate/vector/gamma.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "evaluate/vector/gamma_inl.h"
#include "evaluate/vector/loops_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {
namespace {

using expr::Op;

struct Lgamma {
  static HWY_INLINE V apply(V x) { return gamma_pair<Want::kValue>(x).log_gamma; }
};
struct Digamma {
  static HWY_INLINE V apply(V x) { return gamma_pair<Want::kSlope>(x).digamma; }
};
struct LgammaPair {
  static HWY_INLINE Two apply(V x) {
    const GammaPair r = gamma_pair<Want::kBoth>(x);
    return {r.log_gamma, r.digamma};
  }
};
struct LogRising {
  static HWY_INLINE V apply(V a, V n) { return rising_pair<Want::kValue>(a, n).log_gamma; }
};
struct DigammaDiff {
  static HWY_INLINE V apply(V a, V n) { return rising_pair<Want::kSlope>(a, n).digamma; }
};
struct RisingPair {
  static HWY_INLINE Two apply(V a, V n) {
    const GammaPair r = rising_pair<Want::kBoth>(a, n);
    return {r.log_gamma, r.digamma};
  }
};

template <typename F>
Loops binary() {
  return {run_binary<F, 0>, run_binary<F, 1>, run_binary<F, 2>};
}

}  // namespace

void add_gamma(VectorKernels& kernels) {
  const auto at = [&](Op op) -> Loops& {
    return kernels.elementwise[static_cast<std::size_t>(op)];
  };
  at(Op::kLgamma) = {run_unary<Lgamma>};
  at(Op::kDigamma) = {run_unary<Digamma>};
  at(Op::kLogRising) = binary<LogRising>();
  at(Op::kDigammaDiff) = binary<DigammaDiff>();
  const auto fused = [&](Fused kind) -> Loops& {
    return kernels.fused[static_cast<std::size_t>(kind)];
  };
  // Of a scalar as well: mask 1 is all operands of one, mask 3 of two.
  fused(Fused::kLgammaPair) = {run_pair<LgammaPair>, run_pair<LgammaPair>};
  fused(Fused::kRisingPair) = {run_binary_pair<RisingPair, 0>, run_binary_pair<RisingPair, 1>,
                               run_binary_pair<RisingPair, 2>, run_binary_pair<RisingPair, 3>};
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
