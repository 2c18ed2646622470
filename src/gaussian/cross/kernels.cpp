// This file has the loops over the matrices of a cross, once per instruction set.
#include "gaussian/cross/kernels.h"

#include <cstdlib>

#include "base/error.h"
#include "base/vector_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gaussian/cross/kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::cross::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, kUnit>;
using V = hn::Vec<Tag>;
inline constexpr std::size_t kLanes = hn::MaxLanes(Tag());
inline constexpr std::size_t kTall = 4;

static void scale(const Rows& from, const double* weight, double* to) {
  for (std::size_t i = 0; i < from.rows; ++i) {
    const V w = hn::Set(Tag(), weight[i]);
    for (std::size_t k = i * from.stride; k < (i + 1) * from.stride; k += kLanes) {
      hn::StoreU(hn::Mul(w, hn::LoadU(Tag(), from.numbers + k)), Tag(), to + k);
    }
  }
}

// Four rows of the product and as many columns as one or two vectors have, in registers.
template <bool kTwo>
HWY_INLINE void multiply_tile(const Rows& left, const Rows& right, std::size_t row,
                              std::size_t column, double* to) {
  V a0 = hn::Zero(Tag()), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  const double *l = left.numbers + row, *r = right.numbers + column;
  for (std::size_t i = 0; i < left.rows; ++i, l += left.stride, r += right.stride) {
    const V x0 = hn::Set(Tag(), l[0]), x1 = hn::Set(Tag(), l[1]);
    const V x2 = hn::Set(Tag(), l[2]), x3 = hn::Set(Tag(), l[3]);
    const V y = hn::LoadU(Tag(), r);
    a0 = hn::MulAdd(x0, y, a0), a1 = hn::MulAdd(x1, y, a1);
    a2 = hn::MulAdd(x2, y, a2), a3 = hn::MulAdd(x3, y, a3);
    if constexpr (kTwo) {
      const V z = hn::LoadU(Tag(), r + kLanes);
      b0 = hn::MulAdd(x0, z, b0), b1 = hn::MulAdd(x1, z, b1);
      b2 = hn::MulAdd(x2, z, b2), b3 = hn::MulAdd(x3, z, b3);
    }
  }
  double* at = to + row * right.stride + column;
  const std::size_t next = right.stride;
  hn::StoreU(a0, Tag(), at), hn::StoreU(a1, Tag(), at + next);
  hn::StoreU(a2, Tag(), at + 2 * next), hn::StoreU(a3, Tag(), at + 3 * next);
  if constexpr (kTwo) {
    at += kLanes;
    hn::StoreU(b0, Tag(), at), hn::StoreU(b1, Tag(), at + next);
    hn::StoreU(b2, Tag(), at + 2 * next), hn::StoreU(b3, Tag(), at + 3 * next);
  }
}

static void multiply(const Rows& left, const Rows& right, std::size_t columns, double* to) {
  for (std::size_t row = 0; row < columns; row += kTall) {
    std::size_t column = row / kLanes * kLanes;
    for (; column + 2 * kLanes <= right.stride; column += 2 * kLanes) {
      multiply_tile<true>(left, right, row, column, to);
    }
    if (column < right.stride) multiply_tile<false>(left, right, row, column, to);
  }
}

static void add_rows(const Rows& rows, const double* x, double* to) {
  for (std::size_t k = 0; k < rows.stride; k += kLanes) {
    V even = hn::Zero(Tag()), odd = even;
    const double* at = rows.numbers + k;
    std::size_t i = 0;
    for (; i + 2 <= rows.rows; i += 2, at += 2 * rows.stride) {
      even = hn::MulAdd(hn::Set(Tag(), x[i]), hn::LoadU(Tag(), at), even);
      odd = hn::MulAdd(hn::Set(Tag(), x[i + 1]), hn::LoadU(Tag(), at + rows.stride), odd);
    }
    if (i < rows.rows) even = hn::MulAdd(hn::Set(Tag(), x[i]), hn::LoadU(Tag(), at), even);
    hn::StoreU(hn::Add(even, odd), Tag(), to + k);
  }
}

static void dot_rows(const Rows& rows, const double* x, double* to) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const double* at = rows.numbers + i * rows.stride;
    V sum = hn::Zero(Tag());
    for (std::size_t k = 0; k < rows.stride; k += kLanes) {
      sum = hn::MulAdd(hn::LoadU(Tag(), at + k), hn::LoadU(Tag(), x + k), sum);
    }
    to[i] = hn::GetLane(hn::SumOfLanes(Tag(), sum));
  }
}

static void dot_three(const Rows& a, const Rows& b, const double* x, double* to) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    const double *p = a.numbers + i * a.stride, *q = b.numbers + i * b.stride;
    V sum = hn::Zero(Tag());
    for (std::size_t k = 0; k < a.stride; k += kLanes) {
      const V product = hn::Mul(hn::LoadU(Tag(), p + k), hn::LoadU(Tag(), q + k));
      sum = hn::MulAdd(product, hn::LoadU(Tag(), x + k), sum);
    }
    to[i] = hn::GetLane(hn::SumOfLanes(Tag(), sum));
  }
}

static const Kernels& table() {
  static const Kernels kKernels{&scale, &multiply, &add_rows, &dot_rows, &dot_three};
  return kKernels;
}

}  // namespace autumn::gaussian::cross::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn::gaussian::cross {

const Kernels& kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

}  // namespace autumn::gaussian::cross

#endif  // HWY_ONCE
