// This file multiplies with a few columns at a time, so that a vector is read once for all of them.
#include "sample/direction_kernels.h"

#include <cstdlib>

#include "base/error.h"
#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sample/direction_kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::sampler::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;

inline constexpr std::size_t kLanes = hn::MaxLanes(D());
inline constexpr std::size_t kBundle = 8;  // columns at a time

// Sums lane by lane in a fixed order, whatever the alignment.
HWY_INLINE double total(V v) {
  double lanes[kLanes];
  hn::StoreU(v, D(), lanes);
  for (std::size_t n = kLanes / 2; n > 0; n /= 2) {
    for (std::size_t k = 0; k < n; ++k) lanes[k] += lanes[k + n];
  }
  return lanes[0];
}

template <std::size_t kColumns>
HWY_INLINE void along_columns(const double* HWY_RESTRICT columns, std::span<const double> v,
                              double* HWY_RESTRICT out) {
  const D d;
  const std::size_t n = v.size();
  V sums[kColumns];
  for (std::size_t c = 0; c < kColumns; ++c) sums[c] = hn::Zero(d);
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const V x = hn::LoadU(d, v.data() + i);
    for (std::size_t c = 0; c < kColumns; ++c) {
      sums[c] = hn::MulAdd(hn::LoadU(d, columns + c * n + i), x, sums[c]);
    }
  }
  for (std::size_t c = 0; c < kColumns; ++c) {
    out[c] = total(sums[c]);
    for (std::size_t k = i; k < n; ++k) out[c] += columns[c * n + k] * v[k];
  }
}

template <std::size_t kColumns>
HWY_INLINE void add_columns(const double* HWY_RESTRICT columns, const double* HWY_RESTRICT weights,
                            std::span<double> v) {
  const D d;
  const std::size_t n = v.size();
  V factors[kColumns];
  for (std::size_t c = 0; c < kColumns; ++c) factors[c] = hn::Set(d, weights[c]);
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    V x = hn::LoadU(d, v.data() + i);
    for (std::size_t c = 0; c < kColumns; ++c) {
      x = hn::MulAdd(hn::LoadU(d, columns + c * n + i), factors[c], x);
    }
    hn::StoreU(x, d, v.data() + i);
  }
  for (; i < n; ++i) {
    for (std::size_t c = 0; c < kColumns; ++c) v[i] += columns[c * n + i] * weights[c];
  }
}

static void along(const double* columns, std::span<const double> v, std::span<double> out) {
  const std::size_t n = v.size(), count = out.size();
  std::size_t c = 0;
  for (; c + kBundle <= count; c += kBundle) {
    along_columns<kBundle>(columns + c * n, v, out.data() + c);
  }
  for (; c < count; ++c) along_columns<1>(columns + c * n, v, out.data() + c);
}

static void add(const double* columns, std::span<const double> weights, std::span<double> v) {
  const std::size_t n = v.size(), count = weights.size();
  std::size_t c = 0;
  for (; c + kBundle <= count; c += kBundle) {
    add_columns<kBundle>(columns + c * n, weights.data() + c, v);
  }
  for (; c < count; ++c) add_columns<1>(columns + c * n, weights.data() + c, v);
}

static const DirectionKernels& table() {
  static const DirectionKernels kKernels{.along = &along, .add = &add};
  return kKernels;
}

}  // namespace autumn::sampler::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::sampler {

const DirectionKernels& direction_kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

const DirectionKernels& direction_kernels() {
  static const DirectionKernels& kKernels = direction_kernels(default_instruction_set());
  return kKernels;
}

}  // namespace autumn::sampler

#endif  // HWY_ONCE
