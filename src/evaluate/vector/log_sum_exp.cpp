// This file computes log sum exp of whole arrays and of the rows of matrices, for every instruction
// set.
//
// Shifted by the largest number, so that nothing overflows; as the reference has it, NaN if any
// number is, and infinite if the largest is.
#include <algorithm>

#include "base/numbers.h"
#include "base/vector_targets.h"
#include "evaluate/vector/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "evaluate/vector/log_sum_exp.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "evaluate/vector/octet_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {
namespace {

// The largest number so far, NaN where there was one.
HWY_INLINE V larger(V most, V x) {
  const V either = hn::IfThenElse(hn::Gt(x, most), x, most);
  return hn::IfThenElse(hn::Or(hn::IsNaN(x), hn::IsNaN(most)), number(kNaN), either);
}

// Infinities and NaN stand for themselves.
HWY_INLINE V shifted_log(V most, V sum) {
  const M is_finite = hn::Lt(hn::Abs(most), number(kInfinity));
  return hn::IfThenElse(is_finite, hn::Add(most, log(sum)), most);
}

// Lanes are rows, `load` has their numbers in a column.
template <typename Load>
HWY_INLINE V of_rows(std::size_t cols, const Load& load) {
  V most = number(-kInfinity);
  for (std::size_t j = 0; j < cols; ++j) most = larger(most, load(j));
  V sum = hn::Zero(D());
  for (std::size_t j = 0; j < cols; ++j) sum = hn::Add(sum, exp(hn::Sub(load(j), most)));
  return shifted_log(most, sum);
}

void run_row_log_sum_exp(const BoundInstruction& bound, Strip) {
  const expr::Shape shape = bound.detail->operands[0].shape;
  const std::size_t rows = shape.rows;
  const double* x = bound.in[0];
  std::size_t i = 0;
  for (; i + kLanes <= rows; i += kLanes) {
    const auto load = [&](std::size_t j) HWY_ATTR { return hn::LoadU(D(), x + i + j * rows); };
    hn::StoreU(of_rows(shape.cols, load), D(), bound.out + i);
  }
  if (i == rows) return;
  const std::size_t rest = rows - i;
  const auto load = [&](std::size_t j)
                        HWY_ATTR { return load_some(x + i + j * rows, rest, hn::Zero(D())); };
  store_some(of_rows(shape.cols, load), bound.out + i, rest);
}

// The largest of n numbers, NaN if one is.
double largest_of(const double* x, std::size_t n) {
  double most = -kInfinity;
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] != x[i]) return x[i];
    most = std::max(most, x[i]);
  }
  return most;
}

// What is not there has the exponential of 0, and is left out of the sum: that of -infinity would
// take the slow way.
void run_log_sum_exp(const BoundInstruction& bound, Strip) {
  const std::size_t n = bound.detail->operands[0].shape.size();
  const double* x = bound.in[0];
  const double largest = largest_of(x, n);
  const V shift = number(largest);
  V sum = hn::Zero(D());
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    sum = hn::Add(sum, exp(hn::Sub(hn::LoadU(D(), x + i), shift)));
  }
  if (i < n) {
    const V last = exp(hn::Sub(load_some(x + i, n - i, shift), shift));
    sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(D(), n - i), last));
  }
  const double total = lane_total(D(), sum);
  bound.out[0] = hn::GetLane(shifted_log(shift, number(total)));
}

}  // namespace

void add_log_sum_exp(VectorKernels& kernels) {
  kernels.log_sum_exp = run_log_sum_exp;
  kernels.row_log_sum_exp = run_row_log_sum_exp;
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
