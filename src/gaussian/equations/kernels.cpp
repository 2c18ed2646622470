// This file has the loops over consecutive numbers of normal equations, once per instruction set.
#include "gaussian/equations/kernels.h"

#include <cstdlib>

#include "base/error.h"
#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gaussian/equations/kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "gaussian/product_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::equations::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using gaussian::HWY_NAMESPACE::Multiplying;
// Numbers at the end of a stretch go one by one, by the same operations.
using Many = hn::CappedTag<double, 8>;
using One = hn::CappedTag<double, 1>;
inline constexpr std::size_t kLanes = hn::MaxLanes(Many());

template <typename D>
HWY_INLINE double lane_sum(D d, hn::Vec<D> v) {
  return hn::GetLane(hn::SumOfLanes(d, v));
}

static void measure(const Stretch& s) {
  const auto go = [&](auto d, std::size_t k) {
    const auto x = hn::Mul(hn::Set(d, s.x), hn::LoadU(d, s.mean + k));
    hn::StoreU(hn::Sub(x, hn::LoadU(d, s.origin + k)), d, s.distances + k);
  };
  std::size_t k = 0;
  for (; k + kLanes <= s.count; k += kLanes) go(Many(), k);
  for (; k < s.count; ++k) go(One(), k);
}

// Sums of the vectors of one tag.
template <typename D, bool has_links>
class Looking {
 public:
  using V = hn::Vec<D>;

  explicit HWY_INLINE Looking(const Stretch& s)
      : s_(s),
        x_square_(hn::Set(D(), s.x * s.square)),
        squares_(hn::Zero(D())),
        sizes_(hn::Zero(D())) {}

  HWY_INLINE void add(std::size_t k) {
    const V d = load(s_.distances + k), y0 = hn::Mul(load(s_.squares + k), d);
    V y = y0;
    if constexpr (has_links) {
      y = hn::MulAdd(load(s_.links + k), load(s_.distances + k - 1), y);
      y = hn::MulAdd(load(s_.links + k + 1), load(s_.distances + k + 1), y);
    }
    const V gradient = load(s_.gradient + k), slope = hn::Sub(y, gradient);
    const V size = hn::Mul(y0, d);
    squares_ = hn::MulAdd(d, hn::Sub(slope, gradient), squares_);
    sizes_ = hn::MulAdd(size, size, sizes_);
    hn::StoreU(slope, D(), s_.slopes + k);
    hn::StoreU(hn::NegMulAdd(slope, x_square_, load(s_.imbalance + k)), D(), s_.imbalance + k);
  }

  HWY_INLINE void add_to(StretchSums& out) const {
    out.squares += lane_sum(D(), squares_);
    out.sizes += lane_sum(D(), sizes_);
  }

 private:
  static HWY_INLINE V load(const double* x) { return hn::LoadU(D(), x); }

  const Stretch& s_;
  V x_square_, squares_, sizes_;
};

template <bool has_links>
HWY_INLINE void look_at(const Stretch& s, StretchSums& sums) {
  Looking<Many, has_links> many(s);
  Looking<One, has_links> one(s);
  std::size_t k = 0;
  for (; k + kLanes <= s.count; k += kLanes) many.add(k);
  for (; k < s.count; ++k) one.add(k);
  many.add_to(sums);
  one.add_to(sums);
}

static void look(const Stretch& s, StretchSums& sums) {
  s.links == nullptr ? look_at<false>(s, sums) : look_at<true>(s, sums);
}

static bool invert(std::size_t count, const double* scales, double* to) {
  const auto go = [&](auto d, std::size_t k) {
    const auto scale = hn::LoadU(d, scales + k), inverse = hn::Div(hn::Set(d, 1.0), scale);
    hn::StoreU(inverse, d, to + k);
    const auto is_good = hn::And(hn::Gt(scale, hn::Zero(d)), hn::Gt(inverse, hn::Zero(d)));
    return hn::AllTrue(d, hn::And(is_good, hn::IsFinite(inverse)));
  };
  bool are_good = true;
  std::size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) are_good &= go(Many(), k);
  for (; k < count; ++k) are_good &= go(One(), k);
  return are_good;
}

static bool scale_rows(const RowsAlike& rows, double far) {
  const auto go = [&](auto d, std::size_t k) {
    const auto scale = hn::LoadU(d, rows.scales + k);
    const auto f = hn::Mul(hn::LoadU(d, rows.residuals + k), scale);
    hn::StoreU(f, d, rows.residuals + k);
    hn::StoreU(hn::Mul(f, scale), d, rows.slopes + k);
    return hn::AllTrue(d, hn::Lt(hn::Abs(f), hn::Set(d, far)));
  };
  bool are_near = true;
  std::size_t k = 0;
  for (; k + kLanes <= rows.count; k += kLanes) are_near &= go(Many(), k);
  for (; k < rows.count; ++k) are_near &= go(One(), k);
  return are_near;
}

static double finish_rows(const RowsAlike& rows) {
  const auto go = [&](auto d, std::size_t k, auto sum) {
    const auto scale = hn::LoadU(d, rows.scales + k);
    const auto x =
        hn::NegMulAdd(scale, hn::LoadU(d, rows.slopes + k), hn::LoadU(d, rows.residuals + k));
    hn::StoreU(x, d, rows.residuals + k);
    hn::StoreU(hn::Mul(x, scale), d, rows.slopes + k);
    return hn::MulAdd(x, x, sum);
  };
  hn::Vec<Many> many = hn::Zero(Many());
  hn::Vec<One> one = hn::Zero(One());
  std::size_t k = 0;
  for (; k + kLanes <= rows.count; k += kLanes) many = go(Many(), k, many);
  for (; k < rows.count; ++k) one = go(One(), k, one);
  return lane_sum(Many(), many) + hn::GetLane(one);
}

static void add(std::size_t count, double x, const double* from, double* to) {
  const auto go = [&](auto d, std::size_t k) {
    const auto sum = hn::MulAdd(hn::Set(d, x), hn::LoadU(d, from + k), hn::LoadU(d, to + k));
    hn::StoreU(sum, d, to + k);
  };
  std::size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) go(Many(), k);
  for (; k < count; ++k) go(One(), k);
}

// Two sums, because an addition need then not wait for the one before it.
static double dot(std::size_t count, const double* a, const double* b) {
  const auto product = [&](auto d, std::size_t k, auto sum) {
    return hn::MulAdd(hn::LoadU(d, a + k), hn::LoadU(d, b + k), sum);
  };
  hn::Vec<Many> even = hn::Zero(Many()), odd = hn::Zero(Many());
  std::size_t k = 0;
  for (; k + 2 * kLanes <= count; k += 2 * kLanes) {
    even = product(Many(), k, even);
    odd = product(Many(), k + kLanes, odd);
  }
  hn::Vec<One> one = hn::Zero(One());
  for (; k < count; ++k) one = product(One(), k, one);
  return lane_sum(Many(), hn::Add(even, odd)) + hn::GetLane(one);
}

// Two sums here, too.
static void combine(const NumberRows& a, const double* x, double* to) {
  const Many d;
  for (std::size_t j = 0; j < a.stride; j += kLanes) {
    const double* numbers = a.numbers + j;
    hn::Vec<Many> even = hn::Zero(d), odd = hn::Zero(d);
    std::size_t k = 0;
    for (; k + 2 <= a.rows; k += 2, numbers += 2 * a.stride) {
      even = hn::MulAdd(hn::Set(d, x[k]), hn::LoadU(d, numbers), even);
      odd = hn::MulAdd(hn::Set(d, x[k + 1]), hn::LoadU(d, numbers + a.stride), odd);
    }
    if (k < a.rows) even = hn::MulAdd(hn::Set(d, x[k]), hn::LoadU(d, numbers), even);
    hn::StoreU(hn::Add(even, odd), d, to + j);
  }
}

static void project(const NumberRows& a, const double* x, double* to) {
  const Many d;
  const double* numbers = a.numbers;
  for (std::size_t k = 0; k < a.rows; ++k, numbers += a.stride) {
    hn::Vec<Many> sum = hn::Zero(d);
    for (std::size_t j = 0; j < a.stride; j += kLanes) {
      sum = hn::MulAdd(hn::LoadU(d, numbers + j), hn::LoadU(d, x + j), sum);
    }
    to[k] = lane_sum(d, sum);
  }
}

// Of the vectors of one tag.
template <typename D>
class Inspecting {
 public:
  using V = hn::Vec<D>;

  explicit HWY_INLINE Inspecting(double limit)
      : limit_(hn::Set(D(), limit)),
        least_(hn::Set(D(), 1.0)),
        most_(hn::Set(D(), 1.0)),
        is_below_(hn::Eq(least_, least_)) {}

  HWY_INLINE V take(const double* reciprocal, const double* diagonal) {
    const V x = hn::LoadU(D(), reciprocal);
    const V inflation = hn::Mul(hn::Mul(hn::LoadU(D(), diagonal), x), x);
    is_below_ = hn::And(is_below_, hn::Lt(inflation, limit_));
    least_ = hn::Min(least_, x);
    most_ = hn::Max(most_, x);
    return x;
  }
  HWY_INLINE bool is_below() const { return hn::AllTrue(D(), is_below_); }
  HWY_INLINE bool are_moderate() const {
    return is_moderate(hn::GetLane(hn::MinOfLanes(D(), least_))) &&
           is_moderate(hn::GetLane(hn::MaxOfLanes(D(), most_)));
  }

 private:
  V limit_, least_, most_;
  hn::Mask<D> is_below_;
};

static Reciprocals look_at_reciprocals(std::size_t count, const double* reciprocals,
                                       const double* diagonal, double limit) {
  Inspecting<Many> many(limit);
  Inspecting<One> one(limit);
  Multiplying<Many> products;
  Multiplying<One> rest;
  const auto take = [&](std::size_t k) { return many.take(reciprocals + k, diagonal + k); };
  std::size_t k = 0;
  for (; k + 4 * kLanes <= count; k += 4 * kLanes) {
    const auto a = hn::Mul(take(k), take(k + kLanes));
    products.multiply(hn::Mul(a, hn::Mul(take(k + 2 * kLanes), take(k + 3 * kLanes))));
  }
  for (; k < count; ++k) rest.multiply(one.take(reciprocals + k, diagonal + k));
  const Product first = products.result(), second = rest.result();
  return {.is_below = many.is_below() && one.is_below(),
          .are_moderate = many.are_moderate() && one.are_moderate(),
          .product = {first.mantissa * second.mantissa, first.exponent + second.exponent}};
}

static const Kernels& table() {
  static const Kernels kKernels{
      &measure, &look,    &invert, &scale_rows, &finish_rows, &add, &look_at_reciprocals,
      &dot,     &combine, &project};
  return kKernels;
}

}  // namespace autumn::gaussian::equations::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::gaussian::equations {

const Kernels& kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

}  // namespace autumn::gaussian::equations

#endif  // HWY_ONCE
