// This file has the loops over the matrices of a cross, once per instruction set.
#include "gaussian/cross/kernels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>

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

// Four rows of left'right, from row `first` of both on, and as many columns as one or two vectors
// have, in registers.
template <bool kTwo>
struct Tile {
  V low[kTall], high[kTall];

  HWY_INLINE Tile(const Rows& left, const Rows& right, std::size_t first) {
    V a0 = hn::Zero(Tag()), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    const double* l = left.numbers + first * left.stride;
    const double* r = right.numbers + first * right.stride;
    for (std::size_t i = first; i < left.rows; ++i, l += left.stride, r += right.stride) {
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
    low[0] = a0, low[1] = a1, low[2] = a2, low[3] = a3;
    high[0] = b0, high[1] = b1, high[2] = b2, high[3] = b3;
  }

  HWY_INLINE void store(double* to, std::size_t stride) const {
    for (std::size_t k = 0; k < kTall; ++k, to += stride) {
      hn::StoreU(low[k], Tag(), to);
      if constexpr (kTwo) hn::StoreU(high[k], Tag(), to + kLanes);
    }
  }
  HWY_INLINE void subtract(double* from, std::size_t stride) const {
    for (std::size_t k = 0; k < kTall; ++k, from += stride) {
      hn::StoreU(hn::Sub(hn::LoadU(Tag(), from), low[k]), Tag(), from);
      if constexpr (!kTwo) continue;
      hn::StoreU(hn::Sub(hn::LoadU(Tag(), from + kLanes), high[k]), Tag(), from + kLanes);
    }
  }
};

HWY_INLINE Rows from_column(const Rows& rows, std::size_t column) {
  return {rows.numbers + column, rows.rows, rows.stride};
}

// Calls use(two or one, column) for vectors from `column` to `end`.
template <typename Use>
HWY_INLINE void by_vectors(std::size_t column, std::size_t end, const Use& use) {
  for (; column + 2 * kLanes <= end; column += 2 * kLanes) use(std::true_type(), column);
  if (column < end) use(std::false_type(), column);
}

static void multiply(const Rows& left, const Rows& right, const Upper& to) {
  for (std::size_t row = 0; row < to.rows; row += kTall) {
    by_vectors(row / kLanes * kLanes, to.stride, [&](auto two, std::size_t column) {
      const Tile<two()> tile(from_column(left, row), from_column(right, column), 0);
      tile.store(to.numbers + row * to.stride + column, to.stride);
    });
  }
}

// to -= f from, over whole vectors.
HWY_INLINE void subtract_row(double* to, double f, const double* from, std::size_t begin,
                             std::size_t end) {
  const V by = hn::Set(Tag(), f);
  for (std::size_t m = begin; m < end; m += kLanes) {
    hn::StoreU(hn::NegMulAdd(by, hn::LoadU(Tag(), from + m), hn::LoadU(Tag(), to + m)), Tag(),
               to + m);
  }
}

HWY_INLINE void multiply_row(double* row, double f, std::size_t begin, std::size_t end) {
  const V by = hn::Set(Tag(), f);
  for (std::size_t m = begin; m < end; m += kLanes) {
    hn::StoreU(hn::Mul(by, hn::LoadU(Tag(), row + m)), Tag(), row + m);
  }
}

// Four rows at a time: what rows before them take from them, then what they take from each other.
static bool factorise(const Upper& a, double* reciprocals) {
  double* u = a.numbers;
  const std::size_t stride = a.stride;
  for (std::size_t j = 0; j < a.rows; j += kTall) {
    const Rows before{u, j, stride};
    const std::size_t begin = j / kLanes * kLanes, last = std::min(j + kTall, a.rows);
    by_vectors(begin, stride, [&](auto two, std::size_t column) {
      const Tile<two()> tile(from_column(before, j), from_column(before, column), 0);
      tile.subtract(u + j * stride + column, stride);
    });
    for (std::size_t k = j; k < last; ++k) {
      double* row = u + k * stride;
      if (!(row[k] > 0.0 && row[k] <= std::numeric_limits<double>::max())) return false;
      reciprocals[k] = 1.0 / std::sqrt(row[k]);
      multiply_row(row, reciprocals[k], begin, stride);
      for (std::size_t below = k + 1; below < last; ++below) {
        subtract_row(u + below * stride, row[below], row, begin, stride);
      }
    }
    // Zeros up to the diagonal, so that others may take whole vectors.
    for (std::size_t k = j; k < last; ++k) std::fill(u + k * stride, u + k * stride + k + 1, 0.0);
  }
  return true;
}

static void solve(const Upper& u, const double* reciprocals, double* x) {
  for (std::size_t k = u.rows; k-- > 0;) {
    const double* row = u.numbers + k * u.stride;
    V sum = hn::Zero(Tag());
    for (std::size_t m = k / kLanes * kLanes; m < u.stride; m += kLanes) {
      sum = hn::MulAdd(hn::LoadU(Tag(), row + m), hn::LoadU(Tag(), x + m), sum);
    }
    x[k] = reciprocals[k] * (x[k] - hn::GetLane(hn::SumOfLanes(Tag(), sum)));
  }
}

// With X = U^-T, a lower triangle, the inverse is X'X.
static void invert(const Upper& u, const double* reciprocals, double* work, const Upper& inverse) {
  const std::size_t stride = u.stride;
  std::fill_n(work, stride * stride, 0.0);
  for (std::size_t k = 0; k < u.rows; ++k) work[k * stride + k] = 1.0;
  for (std::size_t j = 0; j < u.rows; j += kTall) {
    const Rows before{u.numbers, j, stride}, solved{work, j, stride};
    const std::size_t last = std::min(j + kTall, u.rows);
    const std::size_t end = (last + kLanes - 1) / kLanes * kLanes;
    by_vectors(0, end, [&](auto two, std::size_t column) {
      const Tile<two()> tile(from_column(before, j), from_column(solved, column), 0);
      tile.subtract(work + j * stride + column, stride);
    });
    for (std::size_t k = j; k < last; ++k) {
      double* row = work + k * stride;
      multiply_row(row, reciprocals[k], 0, end);
      for (std::size_t below = k + 1; below < last; ++below) {
        subtract_row(work + below * stride, u.numbers[k * stride + below], row, 0, end);
      }
    }
  }
  const Rows x{work, u.rows, stride};
  for (std::size_t row = 0; row < u.rows; row += kTall) {
    by_vectors(row / kLanes * kLanes, stride, [&](auto two, std::size_t column) {
      const std::size_t first = std::min(std::max(row, column), u.rows);
      const Tile<two()> tile(from_column(x, row), from_column(x, column), first);
      tile.store(inverse.numbers + row * stride + column, stride);
    });
  }
}

static void complete(const Completion& c) {
  const V precision = hn::Set(Tag(), c.precision), by = hn::Set(Tag(), c.by);
  for (std::size_t k = 0; k < c.schur.rows; ++k) {
    const V t = hn::Set(Tag(), c.t[k]);
    const std::size_t row = k * c.schur.stride;
    for (std::size_t m = k / kLanes * kLanes; m < c.schur.stride; m += kLanes) {
      double* at = c.schur.numbers + row + m;
      const V given = hn::Mul(precision, hn::LoadU(Tag(), c.gram + row + m));
      const V left = hn::NegMulAdd(by, hn::LoadU(Tag(), at), given);
      hn::StoreU(left, Tag(), at);
      hn::StoreU(hn::Mul(hn::Mul(t, hn::LoadU(Tag(), c.t + m)), left), Tag(), c.to + row + m);
    }
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

// An element beside the diagonal counts for its row and for its column.
static void dot_three(const Upper& a, const Upper& b, const double* x, double* to) {
  std::fill_n(to, a.stride, 0.0);
  for (std::size_t k = 0; k < a.rows; ++k) {
    const double *p = a.numbers + k * a.stride, *q = b.numbers + k * b.stride;
    const std::size_t begin = k / kLanes * kLanes;
    const V mine = hn::Set(Tag(), x[k]);
    V sum = hn::Zero(Tag());
    for (std::size_t m = begin; m < a.stride; m += kLanes) {
      V product = hn::Mul(hn::LoadU(Tag(), p + m), hn::LoadU(Tag(), q + m));
      if (m == begin) {
        product = hn::IfThenZeroElse(hn::FirstN(Tag(), k + 1 - begin), product);
      }
      sum = hn::MulAdd(product, hn::LoadU(Tag(), x + m), sum);
      hn::StoreU(hn::MulAdd(product, mine, hn::LoadU(Tag(), to + m)), Tag(), to + m);
    }
    to[k] += p[k] * q[k] * x[k] + hn::GetLane(hn::SumOfLanes(Tag(), sum));
  }
}

static const Kernels& table() {
  static const Kernels kKernels{.scale = &scale,
                                .multiply = &multiply,
                                .complete = &complete,
                                .add_rows = &add_rows,
                                .dot_rows = &dot_rows,
                                .factorise = &factorise,
                                .solve = &solve,
                                .invert = &invert,
                                .dot_three = &dot_three};
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
