// This file has log gamma, digamma and their differences as loops of vectors, for every
// instruction set.
#include "base/vector_targets.h"
#include "evaluate/vector/kernels.h"

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
// log gamma(a + n) - log gamma(a), its slope, or both, to where an instruction wants them.
template <Want want>
HWY_INLINE void store_pair(const GammaPair& r, double* first, double* second, std::size_t n) {
  const V main = wants_value(want) ? r.log_gamma : r.digamma;
  if (n >= kLanes) {
    hn::StoreU(main, D(), first);
    if constexpr (want == Want::kBoth) hn::StoreU(r.digamma, D(), second);
  } else {
    store_some(main, first, n);
    if constexpr (want == Want::kBoth) store_some(r.digamma, second, n);
  }
}

HWY_INLINE bool any_below(V a, double bound) {
  return !hn::AllFalse(D(), is_less(a, number(bound)));
}

template <Want want, ScalarMask scalars>
void run_rising(const BoundInstruction& s, Strip strip) {
  const Reader<(scalars & 1) != 0> a(s.in_at(0, strip));
  const Reader<(scalars & 2) != 0> n(s.in_at(1, strip));
  double* first = s.out_at(strip);
  double* second = want == Want::kBoth ? s.second_at(strip) : first;
  const GammaPair none{hn::Zero(D()), hn::Zero(D())};
  for (std::size_t i = 0; i < strip.count; i += kLanes) {
    const std::size_t rest = strip.count - i;
    const bool is_whole = rest >= kLanes;
    const V a_now = is_whole ? a.at(i) : a.some(i, rest);
    const V n_now = is_whole ? n.at(i) : n.some(i, rest);
    const bool is_direct = any_below(a_now, kDirect);
    const GammaPair at_a = is_direct ? gamma_anywhere<want>(a_now) : none;
    const GammaPair at_end = is_direct ? gamma_anywhere<want>(hn::Add(a_now, n_now)) : none;
    store_pair<want>(rising_pair<want>(a_now, n_now, at_a, at_end), first + i, second + i, rest);
  }
}

// With one a for all, log gamma(a) is computed once, and for nothing if the last vector has a lane
// to spare: there n = 0.
template <Want want>
void run_rising_of_scalar(const BoundInstruction& s, Strip strip) {
  if (strip.count == 0) return;
  const V a = number(*s.in_at(0, strip));
  const double* n = s.in_at(1, strip);
  double* first = s.out_at(strip);
  double* second = want == Want::kBoth ? s.second_at(strip) : first;
  const bool is_direct = any_below(a, kDirect);
  const std::size_t tail = strip.count % kLanes, whole = strip.count - tail;
  const GammaPair none{hn::Zero(D()), hn::Zero(D())};
  const V last_n = load_some(n + whole, tail, hn::Zero(D()));
  const GammaPair last = is_direct ? gamma_anywhere<want>(hn::Add(a, last_n)) : none;
  HWY_ALIGN double lanes[2][kLanes];
  hn::Store(last.log_gamma, D(), lanes[0]);
  hn::Store(last.digamma, D(), lanes[1]);
  const GammaPair at_a{number(lanes[0][kLanes - 1]), number(lanes[1][kLanes - 1])};
  for (std::size_t i = 0; i < whole; i += kLanes) {
    const V n_now = hn::LoadU(D(), n + i);
    const GammaPair at_end = is_direct ? gamma_anywhere<want>(hn::Add(a, n_now)) : none;
    store_pair<want>(rising_pair<want>(a, n_now, at_a, at_end), first + i, second + i, kLanes);
  }
  if (tail == 0) return;
  store_pair<want>(rising_pair<want>(a, last_n, at_a, last), first + whole, second + whole, tail);
}

template <Want want>
Loops rising() {
  return {run_rising<want, 0>, run_rising_of_scalar<want>, run_rising<want, 2>,
          run_rising<want, 3>};
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
