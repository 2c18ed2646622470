// Log gamma, digamma and their differences as loops of vectors, for every instruction set.
#include "evaluate/vector/kernels.h"
#include "base/vector_targets.h"

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
// What of log gamma(a + n) - log gamma(a) and its slope is asked for goes to `out` and `second`, in
// this order. With a scalar a (bit 0 of `scalars`) its own log gamma is computed once.
template <Want want, ScalarMask scalars>
void run_rising(const Step& s, Strip strip) {
  constexpr bool has_scalar = (scalars & 1) != 0;
  const Reader<has_scalar> a(s.in_at(0, strip));
  const Reader<(scalars & 2) != 0> n(s.in_at(1, strip));
  double* HWY_RESTRICT first = s.out_at(strip);
  double* HWY_RESTRICT second = want == Want::kBoth ? s.second_at(strip) : nullptr;
  GammaPair at_a{hn::Zero(D()), hn::Zero(D())};
  if constexpr (has_scalar) {
    if (strip.count > 0) at_a = gamma_anywhere<want>(a.at(0));
  }
  const auto pair = [&](V a_now, V n_now) HWY_ATTR {
    if constexpr (!has_scalar) at_a = gamma_anywhere<want>(a_now);
    return rising_pair<want>(a_now, n_now, at_a);
  };
  const auto main_of = [](const GammaPair& r)
                           HWY_ATTR { return wants_value(want) ? r.log_gamma : r.digamma; };
  std::size_t i = 0;
  for (; i + kLanes <= strip.count; i += kLanes) {
    const GammaPair r = pair(a.at(i), n.at(i));
    hn::StoreU(main_of(r), D(), first + i);
    if constexpr (want == Want::kBoth) hn::StoreU(r.digamma, D(), second + i);
  }
  const std::size_t rest = strip.count - i;
  if (rest == 0) return;
  const GammaPair r = pair(a.some(i, rest), n.some(i, rest));
  store_some(main_of(r), first + i, rest);
  if constexpr (want == Want::kBoth) store_some(r.digamma, second + i, rest);
}

template <Want want>
Loops rising() {
  return {run_rising<want, 0>, run_rising<want, 1>, run_rising<want, 2>, run_rising<want, 3>};
}

}  // namespace

void add_gamma(VectorKernels& kernels) {
  const auto at = [&](Op op) -> Loops& {
    return kernels.elementwise[static_cast<std::size_t>(op)];
  };
  at(Op::kLgamma) = {run_unary<Lgamma>};
  at(Op::kDigamma) = {run_unary<Digamma>};
  at(Op::kLogRising) = rising<Want::kValue>();
  at(Op::kDigammaDiff) = rising<Want::kSlope>();
  const auto fused = [&](Fused kind) -> Loops& {
    return kernels.fused[static_cast<std::size_t>(kind)];
  };
  // Of a scalar as well: mask 1.
  fused(Fused::kLgammaPair) = {run_pair<LgammaPair>, run_pair<LgammaPair>};
  fused(Fused::kRisingPair) = rising<Want::kBoth>();
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
