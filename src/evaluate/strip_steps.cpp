// Reductions, gathers and scatters, a strip at a time.
#include "evaluate/strip_steps.h"

#include <algorithm>

namespace autumn::evaluate {
namespace {

constexpr std::size_t kLanes = 8;

// Eight running sums, whatever the machine: the order of additions, and so the result, does not
// depend on the instruction set, and the error grows with n / 8.
template <typename Term>
double sum_lanes(std::size_t n, Term term) {
  double lanes[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) lanes[k] += term(i + k);
  }
  for (std::size_t k = 0; i + k < n; ++k) lanes[k] += term(i + k);
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

// Short segments are common, and not worth eight sums.
double segment_sum(const double* x, std::size_t n) {
  if (n > 2 * kLanes) return sum(x, n);
  double total = 0.0;
  for (std::size_t i = 0; i < n; ++i) total += x[i];
  return total;
}

void accumulate(const Step& step, Strip strip, double partial) {
  *step.out = strip.begin == 0 ? partial : *step.out + partial;
}

void clear_at_start(const Step& step, Strip strip) {
  const std::span<double> out = step.detail->out;
  if (strip.begin == 0) std::fill(out.begin(), out.end(), 0.0);
}

const std::uint32_t* elements(const Step& step) {
  return step.detail->operation.index->elements().data();
}

}  // namespace

double sum(const double* x, std::size_t n) {
  return sum_lanes(n, [x](std::size_t i) { return x[i]; });
}

void run_sum(const Step& step, Strip strip) {
  accumulate(step, strip, sum(step.in_at(0, strip), strip.count));
}

void run_dot(const Step& step, Strip strip) {
  const double* x = step.in_at(0, strip);
  const double* y = step.in_at(1, strip);
  accumulate(step, strip, sum_lanes(strip.count, [x, y](std::size_t i) { return x[i] * y[i]; }));
}

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

void run_segments(const Step& step, Strip strip) {
  clear_at_start(step, strip);
  const double* x = step.in_at(0, strip);
  const std::uint32_t* to = elements(step);
  const std::size_t end = strip.begin + strip.count;
  for (std::size_t i = strip.begin; i < end;) {
    const std::uint32_t segment = to[i];
    const std::size_t segment_end = std::min<std::size_t>(step.detail->segment_ends[segment], end);
    step.out[segment] += segment_sum(x + (i - strip.begin), segment_end - i);
    i = segment_end;
  }
}

}  // namespace autumn::evaluate
