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
// Numbers at the end go one by one, by the same operations.
using Many = hn::CappedTag<double, 8>;
using One = hn::CappedTag<double, 1>;
inline constexpr std::size_t kLanes = hn::MaxLanes(Many());

template <typename D>
HWY_INLINE double lane_sum(hn::Vec<D> v) {
  return hn::GetLane(hn::SumOfLanes(D(), v));
}

// Adds up S<Many> and S<One>, whose `add` takes an index and whose `result` has numbers to add.
template <template <typename> typename S, typename From>
HWY_INLINE auto added_up(const From& from) {
  S<Many> many(from);
  S<One> one(from);
  std::size_t i = 0;
  for (; i + kLanes <= from.count; i += kLanes) many.add(i);
  for (; i < from.count; ++i) one.add(i);
  return many.result() + one.result();
}

template <typename D>
HWY_INLINE hn::Vec<D> weight(const Weighing& w, std::size_t i) {
  const auto s = hn::LoadU(D(), w.singular + i);
  const auto x = hn::MulAdd(hn::Set(D(), w.base), hn::Mul(s, s), hn::Set(D(), w.other));
  hn::StoreU(hn::Div(hn::Set(D(), 1.0), x), D(), w.inverses + i);
  return x;
}

static Product weigh(const Weighing& w) {
  Multiplying<Many> many;
  Multiplying<One> one;
  std::size_t i = 0;
  // Four at a time, because each multiplication waits for the one before it.
  for (; i + 4 * kLanes <= w.count; i += 4 * kLanes) {
    const auto a = weight<Many>(w, i), b = weight<Many>(w, i + kLanes);
    const auto c = weight<Many>(w, i + 2 * kLanes), d = weight<Many>(w, i + 3 * kLanes);
    many.multiply(hn::Mul(hn::Mul(a, b), hn::Mul(c, d)));
  }
  for (; i + kLanes <= w.count; i += kLanes) many.multiply(weight<Many>(w, i));
  for (; i < w.count; ++i) one.multiply(weight<One>(w, i));
  const Product first = many.result(), second = one.result();
  return {first.mantissa * second.mantissa, first.exponent + second.exponent};
}

template <typename D>
class Squares {
 public:
  explicit HWY_INLINE Squares(const Summing& s) : s_(s), sum_(hn::Zero(D())) {}
  HWY_INLINE void add(std::size_t i) {
    const auto d = hn::LoadU(D(), s_.differences + i);
    sum_ = hn::MulAdd(hn::Mul(d, d), hn::LoadU(D(), s_.inverses + i), sum_);
  }
  HWY_INLINE double result() const { return lane_sum<D>(sum_); }

 private:
  const Summing& s_;
  hn::Vec<D> sum_;
};

template <typename D>
class AllSums {
 public:
  using V = hn::Vec<D>;

  explicit HWY_INLINE AllSums(const Summing& s)
      : s_(s),
        squares_(hn::Zero(D())),
        squares_other_(squares_),
        squares_base_(squares_),
        other_(squares_),
        base_(squares_) {}

  HWY_INLINE void add(std::size_t i) {
    const V singular = hn::LoadU(D(), s_.singular + i), inverse = hn::LoadU(D(), s_.inverses + i);
    const V d = hn::LoadU(D(), s_.differences + i), slope = hn::Mul(d, inverse);
    const V turned = hn::Mul(singular, slope);
    hn::StoreU(slope, D(), s_.slopes + i);
    squares_ = hn::MulAdd(d, slope, squares_);
    squares_other_ = hn::MulAdd(slope, slope, squares_other_);
    squares_base_ = hn::MulAdd(turned, turned, squares_base_);
    other_ = hn::Add(other_, inverse);
    base_ = hn::MulAdd(hn::Mul(singular, singular), inverse, base_);
  }

  HWY_INLINE Sums result() const {
    return {.squares = lane_sum<D>(squares_),
            .squares_other = lane_sum<D>(squares_other_),
            .squares_base = lane_sum<D>(squares_base_),
            .other = lane_sum<D>(other_),
            .base = lane_sum<D>(base_)};
  }

 private:
  const Summing& s_;
  V squares_, squares_other_, squares_base_, other_, base_;
};

template <typename D>
class OfBorder {
 public:
  using V = hn::Vec<D>;

  explicit HWY_INLINE OfBorder(const Bordering& b)
      : b_(b),
        squares_(hn::Zero(D())),
        products_(squares_),
        by_other_(squares_),
        by_base_(squares_) {}

  HWY_INLINE void add(std::size_t i) {
    const V inverse = hn::LoadU(D(), b_.inverses + i), q = hn::LoadU(D(), b_.column + i);
    const V over = hn::Mul(q, inverse), turned = hn::Mul(hn::LoadU(D(), b_.singular + i), over);
    squares_ = hn::MulAdd(q, over, squares_);
    products_ = hn::MulAdd(hn::LoadU(D(), b_.differences + i), over, products_);
    by_other_ = hn::MulAdd(over, over, by_other_);
    by_base_ = hn::MulAdd(turned, turned, by_base_);
  }

  HWY_INLINE BorderSums result() const {
    return {.squares = lane_sum<D>(squares_),
            .products = lane_sum<D>(products_),
            .by_other = lane_sum<D>(by_other_),
            .by_base = lane_sum<D>(by_base_)};
  }

 private:
  const Bordering& b_;
  V squares_, products_, by_other_, by_base_;
};

static void add(const Adding& a) {
  const auto go = [&](auto d, std::size_t i) {
    const auto x = hn::LoadU(d, a.column + i), there = hn::LoadU(d, a.there + i);
    hn::StoreU(hn::MulAdd(x, hn::Set(d, a.x), there), d, a.to + i);
  };
  std::size_t i = 0;
  for (; i + kLanes <= a.count; i += kLanes) go(Many(), i);
  for (; i < a.count; ++i) go(One(), i);
}
static double square(const Summing& summing) {
  return added_up<Squares>(summing);
}
static Sums sum(const Summing& summing) {
  return added_up<AllSums>(summing);
}
static BorderSums border(const Bordering& bordering) {
  return added_up<OfBorder>(bordering);
}

static const Kernels& table() {
  static const Kernels kKernels{&weigh, &square, &sum, &border, &add};
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
