// This file computes sums, dot products, segments and matrix-vector products, for every
// instruction set.
#include <algorithm>

#include "base/vector_targets.h"
#include "evaluate/vector/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "evaluate/vector/reductions.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "evaluate/vector/octet_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::evaluate::HWY_NAMESPACE {
namespace {

// As many octets are summed side by side, so that additions need not wait for each other.
constexpr std::size_t kSide = 4;

void accumulate(const BoundInstruction& bound, Strip strip, double partial) {
  *bound.out = strip.is_first ? partial : *bound.out + partial;
}

double sum_of(const double* x, std::size_t n) {
  Octet a[kSide] = {zeros(), zeros(), zeros(), zeros()};
  std::size_t i = 0;
  for (; i + kSide * kOctet <= n; i += kSide * kOctet) {
    for (std::size_t k = 0; k < kSide; ++k) add_to(a[k], load_octet(x + i + k * kOctet));
  }
  for (; i + kOctet <= n; i += kOctet) add_to(a[0], load_octet(x + i));
  if (i < n) add_to(a[1], load_octet(x + i, n - i));
  add_to(a[0], a[2]);
  add_to(a[1], a[3]);
  add_to(a[0], a[1]);
  return total(a[0]);
}

double dot_of(const double* x, const double* y, std::size_t n) {
  Octet a[kSide] = {zeros(), zeros(), zeros(), zeros()};
  std::size_t i = 0;
  for (; i + kSide * kOctet <= n; i += kSide * kOctet) {
    for (std::size_t k = 0; k < kSide; ++k) {
      add_product(a[k], load_octet(x + i + k * kOctet), load_octet(y + i + k * kOctet));
    }
  }
  for (; i + kOctet <= n; i += kOctet) add_product(a[0], load_octet(x + i), load_octet(y + i));
  if (i < n) add_product(a[1], load_octet(x + i, n - i), load_octet(y + i, n - i));
  add_to(a[0], a[2]);
  add_to(a[1], a[3]);
  add_to(a[0], a[1]);
  return total(a[0]);
}

void run_sum(const BoundInstruction& bound, Strip strip) {
  accumulate(bound, strip, sum_of(bound.in_at(0, strip), strip.count));
}

void run_dot(const BoundInstruction& bound, Strip strip) {
  accumulate(bound, strip, dot_of(bound.in_at(0, strip), bound.in_at(1, strip), strip.count));
}

// Short segments are common, and not worth eight sums.
double segment_sum(const double* x, std::size_t n) {
  if (n > kOctet) return sum_of(x, n);
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += x[i];
  return sum;
}

// Calls function(segment, offset in the strip, length) for the parts of segments in the strip.
template <typename Function>
HWY_INLINE void for_segments(const BoundInstruction& bound, Strip strip, Function function) {
  const std::uint32_t* element = bound.detail->operation.index->elements().data();
  const std::uint32_t* ends = bound.detail->segment_ends.data();
  const std::size_t end = strip.begin + strip.count;
  for (std::size_t i = strip.begin; i < end;) {
    const std::uint32_t segment = element[i];
    const std::size_t segment_end = std::min<std::size_t>(ends[segment], end);
    function(segment, i - strip.begin, segment_end - i);
    i = segment_end;
  }
}

void run_segment_sums(const BoundInstruction& bound, Strip strip) {
  if (strip.is_first) std::fill(bound.detail->out.begin(), bound.detail->out.end(), 0.0);
  const double* x = bound.in_at(0, strip);
  for_segments(bound, strip, [&](std::uint32_t segment, std::size_t start, std::size_t n) {
    bound.out[segment] += segment_sum(x + start, n);
  });
}

void run_gather_segments(const BoundInstruction& bound, Strip strip) {
  double* out = bound.out_at(strip);
  for_segments(bound, strip, [&](std::uint32_t segment, std::size_t start, std::size_t n) {
    const V value = number(bound.in[0][segment]);
    double* to = out + start;
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) hn::StoreU(value, D(), to + i);
    if (i < n) store_some(value, to + i, n - i);
  });
}

// The matrix of a product in place, column by column.
struct Columns {
  const double* first;  // of the strip
  std::size_t stride;
  std::size_t count;
};

Columns columns_of(const BoundInstruction& bound, Strip strip) {
  return {bound.in[0] + strip.begin, bound.detail->stride, bound.detail->operands[0].shape.cols};
}

// kCount octets of rows.
template <std::size_t kCount>
HWY_INLINE void multiply_rows(const Columns& a, const double* x, double* out) {
  Octet sums[kCount];
  for (std::size_t k = 0; k < kCount; ++k) sums[k] = zeros();
  const double* column = a.first;
  for (std::size_t j = 0; j < a.count; ++j, column += a.stride) {
    const V factor = number(x[j]);
    for (std::size_t k = 0; k < kCount; ++k) {
      add_product(sums[k], load_octet(column + k * kOctet), factor);
    }
  }
  for (std::size_t k = 0; k < kCount; ++k) store_octet(sums[k], out + k * kOctet);
}

void multiply_last_rows(const Columns& a, const double* x, double* out, std::size_t n) {
  Octet sum = zeros();
  const double* column = a.first;
  for (std::size_t j = 0; j < a.count; ++j, column += a.stride) {
    add_product(sum, load_octet(column, n), number(x[j]));
  }
  store_octet(sum, out, n);
}

void run_matrix_vector(const BoundInstruction& bound, Strip strip) {
  Columns a = columns_of(bound, strip);
  const double* x = bound.in[1];
  double* out = bound.out_at(strip);
  std::size_t i = 0;
  const auto advance = [&](std::size_t n) {
    i += n;
    a.first += n;
  };
  for (; i + kSide * kOctet <= strip.count; advance(kSide * kOctet)) {
    multiply_rows<kSide>(a, x, out + i);
  }
  for (; i + kOctet <= strip.count; advance(kOctet)) multiply_rows<1>(a, x, out + i);
  if (i < strip.count) multiply_last_rows(a, x, out + i, strip.count - i);
}

// kCount columns times y, added to as many octets of running sums.
template <std::size_t kCount>
HWY_INLINE void multiply_columns(const Columns& a, const double* y, std::size_t n, double* sums) {
  Octet even[kCount];
  Octet odd[kCount];
  for (std::size_t c = 0; c < kCount; ++c) {
    even[c] = load_octet(sums + c * kOctet);
    odd[c] = zeros();
  }
  std::size_t i = 0;
  for (; i + 2 * kOctet <= n; i += 2 * kOctet) {
    const Octet y0 = load_octet(y + i), y1 = load_octet(y + i + kOctet);
    for (std::size_t c = 0; c < kCount; ++c) {
      const double* column = a.first + c * a.stride + i;
      add_product(even[c], load_octet(column), y0);
      add_product(odd[c], load_octet(column + kOctet), y1);
    }
  }
  for (; i < n; i += kOctet) {
    const std::size_t rest = std::min(kOctet, n - i);
    const Octet y0 = load_octet(y + i, rest);
    for (std::size_t c = 0; c < kCount; ++c) {
      add_product(even[c], load_octet(a.first + c * a.stride + i, rest), y0);
    }
  }
  for (std::size_t c = 0; c < kCount; ++c) {
    add_to(even[c], odd[c]);
    store_octet(even[c], sums + c * kOctet);
  }
}

// The running sums stay in the scratch memory of the instruction, and are added up after the last
// strip of a block.
void run_transposed_matrix_vector(const BoundInstruction& bound, Strip strip) {
  Columns a = columns_of(bound, strip);
  const double* y = bound.in_at(1, strip);
  double* sums = bound.detail->scratch.data();
  if (strip.is_first) std::fill_n(sums, a.count * kOctet, 0.0);
  std::size_t j = 0;
  constexpr std::size_t kColumns = kVectors == 1 ? 4 : 2;  // as many as there are registers for
  for (; j + kColumns <= a.count; j += kColumns, a.first += kColumns * a.stride) {
    multiply_columns<kColumns>(a, y, strip.count, sums + j * kOctet);
  }
  for (; j < a.count; ++j, a.first += a.stride) {
    multiply_columns<1>(a, y, strip.count, sums + j * kOctet);
  }
  if (!strip.is_last) return;
  for (j = 0; j < a.count; ++j) bound.out[j] = total(load_octet(sums + j * kOctet));
}

}  // namespace

void add_reductions(VectorKernels& kernels) {
  kernels.sum = run_sum;
  kernels.dot = run_dot;
  kernels.segment_sums = run_segment_sums;
  kernels.gather_segments = run_gather_segments;
  kernels.matrix_vector = run_matrix_vector;
  kernels.transposed_matrix_vector = run_transposed_matrix_vector;
  kernels.sum_of = sum_of;
}

}  // namespace autumn::evaluate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
