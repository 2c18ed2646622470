// An octet is eight running sums, whatever the instruction set. Included once per instruction set.
//
// A sum is made of eight parts, element i going to part i modulo 8, and the parts are added in a
// fixed order: the result does not depend on alignment, nor (but for fused multiply-add) on the
// instruction set.

#if defined(AUTUMN_EVALUATE_VECTOR_OCTET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_EVALUATE_VECTOR_OCTET_INL_H_
#undef AUTUMN_EVALUATE_VECTOR_OCTET_INL_H_
#else
#define AUTUMN_EVALUATE_VECTOR_OCTET_INL_H_
#endif

#include "evaluate/vector/loops_inl.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {

inline constexpr std::size_t kOctet = 8;
inline constexpr std::size_t kVectors = kOctet / kLanes;  // in an octet

struct Octet {
  V v[kVectors];
};

HWY_INLINE Octet zeros() {
  Octet a;
  for (std::size_t k = 0; k < kVectors; ++k) a.v[k] = hn::Zero(D());
  return a;
}

HWY_INLINE Octet load_octet(const double* x) {
  Octet a;
  for (std::size_t k = 0; k < kVectors; ++k) a.v[k] = hn::LoadU(D(), x + k * kLanes);
  return a;
}

// The first n < 8 numbers, then zeros.
HWY_INLINE Octet load_octet(const double* x, std::size_t n) {
  Octet a = zeros();
  for (std::size_t k = 0; k < kVectors && k * kLanes < n; ++k) {
    const std::size_t rest = n - k * kLanes;
    a.v[k] = rest >= kLanes ? hn::LoadU(D(), x + k * kLanes)
                            : load_some(x + k * kLanes, rest, hn::Zero(D()));
  }
  return a;
}

HWY_INLINE void store_octet(const Octet& a, double* x) {
  for (std::size_t k = 0; k < kVectors; ++k) hn::StoreU(a.v[k], D(), x + k * kLanes);
}

HWY_INLINE void store_octet(const Octet& a, double* x, std::size_t n) {
  for (std::size_t k = 0; k < kVectors && k * kLanes < n; ++k) {
    const std::size_t rest = n - k * kLanes;
    if (rest >= kLanes) {
      hn::StoreU(a.v[k], D(), x + k * kLanes);
    } else {
      store_some(a.v[k], x + k * kLanes, rest);
    }
  }
}

HWY_INLINE void add_to(Octet& a, const Octet& b) {
  for (std::size_t k = 0; k < kVectors; ++k) a.v[k] = hn::Add(a.v[k], b.v[k]);
}

HWY_INLINE void add_product(Octet& a, const Octet& x, const Octet& y) {
  for (std::size_t k = 0; k < kVectors; ++k) a.v[k] = hn::MulAdd(x.v[k], y.v[k], a.v[k]);
}

HWY_INLINE void add_product(Octet& a, const Octet& x, V y) {
  for (std::size_t k = 0; k < kVectors; ++k) a.v[k] = hn::MulAdd(x.v[k], y, a.v[k]);
}

// The sum of the lanes, the upper half added to the lower again and again.
template <class Tag>
HWY_INLINE double lane_total(Tag, hn::Vec<Tag> v) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(Tag()) > 1) {
    const hn::Half<Tag> half;
    return lane_total(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
#endif
  return hn::GetLane(v);
}

HWY_INLINE double total(Octet a) {
  for (std::size_t n = kVectors / 2; n > 0; n /= 2) {
    for (std::size_t k = 0; k < n; ++k) a.v[k] = hn::Add(a.v[k], a.v[k + n]);
  }
  return lane_total(D(), a.v[0]);
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
