// This file has the loops of linear recurrences, once per instruction set: what counts is how long
// one step takes after the other.
#include "scan/linear.h"

#include <cstdlib>

#include "base/error.h"
#include "base/numbers.h"
#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scan/linear.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::scan::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using One = hn::CappedTag<double, 1>;
using V = hn::Vec<One>;

HWY_INLINE V load(const double* from) {
  return hn::LoadU(One(), from);
}

template <bool kOfRoots, bool kOneFactor>
HWY_INLINE void forward(const LinearNumbers& in, double* to) {
  const V nothing = hn::Set(One(), kNaN);
  V x = hn::Set(One(), in.first), factor = load(in.factor.data());
  for (std::size_t t = 0; t < in.rest.size(); ++t) {
    if constexpr (kOfRoots) x = hn::IfThenElse(hn::Lt(x, hn::Zero(One())), nothing, x);
    if constexpr (!kOneFactor) factor = load(in.factor.data() + t);
    x = hn::MulAdd(factor, x, load(in.rest.data() + t));
    hn::StoreU(x, One(), to + t);
  }
}

// The adjoint of rest[t] is what x[t] has received: what it is read for, and what x[t + 1] has.
template <bool kOneFactor>
HWY_INLINE void backward(const LinearNumbers& in, const double* x, const double* adjoint,
                         double* to) {
  const std::size_t steps = in.rest.size();
  double* const of_factor = to + 1;
  double* const of_rest = of_factor + in.factor.size();
  V later = hn::Zero(One()), slope = hn::Zero(One()), factor = load(in.factor.data());
  const V first = hn::Set(One(), in.first);
  for (std::size_t t = steps; t-- > 0;) {
    const V received = hn::Add(load(adjoint + t), later);
    const V before = t == 0 ? first : load(x + t - 1);
    hn::StoreU(received, One(), of_rest + t);
    if constexpr (kOneFactor) {
      slope = hn::MulAdd(received, before, slope);
    } else {
      factor = load(in.factor.data() + t);
      hn::StoreU(hn::Mul(received, before), One(), of_factor + t);
    }
    later = hn::Mul(factor, received);
  }
  hn::StoreU(later, One(), to);
  if constexpr (kOneFactor) hn::StoreU(slope, One(), of_factor);
}

void run(const LinearNumbers& in, bool of_roots, double* to) {
  const bool has_one = in.factor.size() == 1;
  if (of_roots) {
    has_one ? forward<true, true>(in, to) : forward<true, false>(in, to);
  } else {
    has_one ? forward<false, true>(in, to) : forward<false, false>(in, to);
  }
}

void run_back(const LinearNumbers& in, const double* x, const double* adjoint, double* to) {
  in.factor.size() == 1 ? backward<true>(in, x, adjoint, to) : backward<false>(in, x, adjoint, to);
}

}  // namespace

static LinearLoops loops() {
  return {&run, &run_back};
}

}  // namespace autumn::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::scan {

namespace {

LinearLoops loops_for(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, loops())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

}  // namespace

void run_linear(const LinearNumbers& in, bool of_roots, std::span<double> x, InstructionSet set) {
  loops_for(set).run(in, of_roots, x.data());
}

void run_linear_back(const LinearNumbers& in, std::span<const double> x,
                     std::span<const double> adjoint, std::span<double> to, InstructionSet set) {
  loops_for(set).run_back(in, x.data(), adjoint.data(), to.data());
}

}  // namespace autumn::scan

#endif  // HWY_ONCE
