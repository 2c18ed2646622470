// This file implements gathers and scatters, a strip at a time.
#include "evaluate/strip_instructions.h"

#include <algorithm>

namespace autumn::evaluate {
namespace {

void clear_at_start(const BoundInstruction& bound, Strip strip) {
  const std::span<double> out = bound.detail->out;
  if (strip.is_first) std::fill(out.begin(), out.end(), 0.0);
}

const std::uint32_t* elements(const BoundInstruction& bound) {
  return bound.detail->operation.index->elements().data();
}

}  // namespace

void run_gather(const BoundInstruction& bound, Strip strip) {
  const double* x = bound.in[0];
  const std::uint32_t* from = elements(bound) + strip.begin;
  double* __restrict out = bound.out_at(strip);
  for (std::size_t i = 0; i < strip.count; ++i) out[i] = x[from[i]];
}

void run_gather_range(const BoundInstruction& bound, Strip strip) {
  const expr::Index& index = *bound.detail->operation.index;
  const std::int64_t stride = index.step();
  const double* x = bound.in[0] + index.start() + static_cast<std::int64_t>(strip.begin) * stride;
  double* __restrict out = bound.out_at(strip);
  for (std::size_t i = 0; i < strip.count; ++i) out[i] = x[static_cast<std::int64_t>(i) * stride];
}

void run_scatter(const BoundInstruction& bound, Strip strip) {
  clear_at_start(bound, strip);
  const double* x = bound.in_at(0, strip);
  const std::uint32_t* to = elements(bound) + strip.begin;
  for (std::size_t i = 0; i < strip.count; ++i) bound.out[to[i]] += x[i];
}

void run_scatter_range(const BoundInstruction& bound, Strip strip) {
  clear_at_start(bound, strip);
  const expr::Index& index = *bound.detail->operation.index;
  const double* x = bound.in_at(0, strip);
  const std::int64_t start = index.start() + static_cast<std::int64_t>(strip.begin) * index.step();
  double* __restrict out = bound.out + start;
  if (index.step() == 1) {
    for (std::size_t i = 0; i < strip.count; ++i) out[i] += x[i];
    return;
  }
  for (std::size_t i = 0; i < strip.count; ++i) {
    out[static_cast<std::int64_t>(i) * index.step()] += x[i];
  }
}

}  // namespace autumn::evaluate
