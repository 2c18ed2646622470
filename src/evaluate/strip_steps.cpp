// This file implements gathers and scatters, a strip at a time.
#include "evaluate/strip_steps.h"

#include <algorithm>

namespace autumn::evaluate {
namespace {

void clear_at_start(const Step& step, Strip strip) {
  const std::span<double> out = step.detail->out;
  if (strip.begin == 0) std::fill(out.begin(), out.end(), 0.0);
}

const std::uint32_t* elements(const Step& step) {
  return step.detail->operation.index->elements().data();
}

}  // namespace

void run_gather(const Step& step, Strip strip) {
  const double* x = step.in[0];
  const std::uint32_t* from = elements(step) + strip.begin;
  double* __restrict out = step.out_at(strip);
  for (std::size_t i = 0; i < strip.count; ++i) out[i] = x[from[i]];
}

void run_gather_range(const Step& step, Strip strip) {
  const expr::Index& index = *step.detail->operation.index;
  const std::int64_t stride = index.step();
  const double* x = step.in[0] + index.start() + static_cast<std::int64_t>(strip.begin) * stride;
  double* __restrict out = step.out_at(strip);
  for (std::size_t i = 0; i < strip.count; ++i) out[i] = x[static_cast<std::int64_t>(i) * stride];
}

void run_scatter(const Step& step, Strip strip) {
  clear_at_start(step, strip);
  const double* x = step.in_at(0, strip);
  const std::uint32_t* to = elements(step) + strip.begin;
  for (std::size_t i = 0; i < strip.count; ++i) step.out[to[i]] += x[i];
}

void run_scatter_range(const Step& step, Strip strip) {
  clear_at_start(step, strip);
  const expr::Index& index = *step.detail->operation.index;
  const double* x = step.in_at(0, strip);
  const std::int64_t start = index.start() + static_cast<std::int64_t>(strip.begin) * index.step();
  double* __restrict out = step.out + start;
  if (index.step() == 1) {
    for (std::size_t i = 0; i < strip.count; ++i) out[i] += x[i];
    return;
  }
  for (std::size_t i = 0; i < strip.count; ++i) {
    out[static_cast<std::int64_t>(i) * index.step()] += x[i];
  }
}

}  // namespace autumn::evaluate
