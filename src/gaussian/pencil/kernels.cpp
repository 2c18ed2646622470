// This file has the loops over the singular values of a pencil, once per instruction set.
#include "gaussian/pencil/kernels.h"

#include <cstdlib>

#include "base/error.h"
#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gaussian/pencil/kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "gaussian/product_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::pencil::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using gaussian::HWY_NAMESPACE::Multiplying;
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
inline constexpr std::size_t kLanes = hn::MaxLanes(D());

HWY_INLINE V number(double x) {
  return hn::Set(D(), x);
}
HWY_INLINE double lane_sum(V v) {
  return hn::GetLane(hn::SumOfLanes(D(), v));
}

// Whole vectors, and what is left at the end: lanes that are not there are zero where they are
// loaded, and are not stored.
struct Whole {
  static HWY_INLINE V load(const double* x) { return hn::LoadU(D(), x); }
  static HWY_INLINE void store(V v, double* x) { hn::StoreU(v, D(), x); }
  static HWY_INLINE V present(V v, V /*otherwise*/) { return v; }
};
class Some {
 public:
  explicit HWY_INLINE Some(std::size_t lanes) : lanes_(lanes), mask_(hn::FirstN(D(), lanes)) {}
  HWY_INLINE V load(const double* x) const {
    HWY_ALIGN double numbers[kLanes] = {};
    for (std::size_t k = 0; k < lanes_; ++k) numbers[k] = x[k];
    return hn::Load(D(), numbers);
  }
  HWY_INLINE void store(V v, double* x) const {
    HWY_ALIGN double numbers[kLanes];
    hn::Store(v, D(), numbers);
    for (std::size_t k = 0; k < lanes_; ++k) x[k] = numbers[k];
  }
  HWY_INLINE V present(V v, V otherwise) const { return hn::IfThenElse(mask_, v, otherwise); }

 private:
  std::size_t lanes_;
  M mask_;
};

// Calls function(first, lanes) for all vectors.
template <typename Function>
HWY_INLINE void for_all(std::size_t count, Function function) {
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) function(i, Whole());
  if (i < count) function(i, Some(count - i));
}

template <typename Lanes>
HWY_INLINE V weight(const Weighing& w, std::size_t i, Lanes lanes) {
  const V one = number(1.0), s = lanes.load(w.singular + i);
  const V x = hn::MulAdd(number(w.base), hn::Mul(s, s), number(w.other));
  lanes.store(hn::Div(one, x), w.inverses + i);
  return lanes.present(x, one);
}

static Product weigh(const Weighing& w) {
  Multiplying<D> product;
  std::size_t i = 0;
  // Four at a time, because each multiplication waits for the one before it.
  for (; i + 4 * kLanes <= w.count; i += 4 * kLanes) {
    const V a = weight(w, i, Whole()), b = weight(w, i + kLanes, Whole());
    const V c = weight(w, i + 2 * kLanes, Whole()), d = weight(w, i + 3 * kLanes, Whole());
    product.multiply(hn::Mul(hn::Mul(a, b), hn::Mul(c, d)));
  }
  for (; i + kLanes <= w.count; i += kLanes) product.multiply(weight(w, i, Whole()));
  if (i < w.count) product.multiply(weight(w, i, Some(w.count - i)));
  return product.result();
}

static double square(const Summing& s) {
  V squares = hn::Zero(D());
  for_all(s.count, [&](std::size_t i, auto lanes) {
    const V d = lanes.load(s.differences + i);
    squares = hn::MulAdd(hn::Mul(d, d), lanes.load(s.inverses + i), squares);
  });
  return lane_sum(squares);
}

static Sums sum(const Summing& s) {
  const V zero = hn::Zero(D());
  V squares = zero, squares_other = zero, squares_base = zero, other = zero, base = zero;
  for_all(s.count, [&](std::size_t i, auto lanes) {
    const V singular = lanes.load(s.singular + i), inverse = lanes.load(s.inverses + i);
    const V d = lanes.load(s.differences + i), slope = hn::Mul(d, inverse);
    const V turned = hn::Mul(singular, slope);
    lanes.store(slope, s.slopes + i);
    squares = hn::MulAdd(d, slope, squares);
    squares_other = hn::MulAdd(slope, slope, squares_other);
    squares_base = hn::MulAdd(turned, turned, squares_base);
    other = hn::Add(other, inverse);
    base = hn::MulAdd(hn::Mul(singular, singular), inverse, base);
  });
  return {.squares = lane_sum(squares),
          .squares_other = lane_sum(squares_other),
          .squares_base = lane_sum(squares_base),
          .other = lane_sum(other),
          .base = lane_sum(base)};
}

static const Kernels& table() {
  static const Kernels kKernels{&weigh, &square, &sum};
  return kKernels;
}

}  // namespace autumn::gaussian::pencil::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::gaussian::pencil {

const Kernels& kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

}  // namespace autumn::gaussian::pencil

#endif  // HWY_ONCE
