// This header keeps draws inside the range of doubles that shapes near 0 would push out of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "dist/distribution.h"

namespace autumn::dist {

// The positive number nearest to x that is neither infinite nor subnormal: heavy tails leave
// neither the support nor the range where arithmetic keeps its digits.
[[nodiscard]] inline double in_range(double x) {
  using Limits = std::numeric_limits<double>;
  return std::clamp(x, Limits::min(), Limits::max());
}

[[nodiscard]] inline double exp_in_range(double log_x) {
  return in_range(std::exp(log_x));
}

// gamma(shape) / rate; the logarithm only where the shape is so small that the draw may underflow.
[[nodiscard]] inline double draw_gamma(Random& random, double shape, double rate) {
  if (shape >= 1.0) return in_range(random.gamma(shape) / rate);
  return exp_in_range(random.log_gamma(shape) - std::log(rate));
}

// scale / gamma(shape).
[[nodiscard]] inline double draw_inv_gamma(Random& random, double shape, double scale) {
  if (shape >= 1.0) return in_range(scale / random.gamma(shape));
  return exp_in_range(std::log(scale) - random.log_gamma(shape));
}

// The nearest normal number strictly between 0 and 1.
[[nodiscard]] inline double in_unit(double x) {
  return std::clamp(x, std::numeric_limits<double>::min(), 1.0 - 0x1p-53);
}

// X / (X + Y) for X ~ gamma(a), Y ~ gamma(b), from the logarithm of X / Y where both may underflow.
[[nodiscard]] inline double draw_beta(Random& random, double a, double b) {
  if (a >= 1.0 && b >= 1.0) {
    const double x = random.gamma(a);
    return in_unit(x / (x + random.gamma(b)));
  }
  const double log_x = random.log_gamma(a);
  const double log_odds = log_x - random.log_gamma(b);
  const double smaller = std::exp(-std::fabs(log_odds));
  const double p = (log_odds < 0.0 ? smaller : 1.0) / (1.0 + smaller);
  return in_unit(p);
}

// What streams could not give all at once: draws by two arguments, one by one.
inline void draw_missing(const Streams& streams, Streams::Set missing, ArgumentColumns args,
                         double (*draw)(Random&, double, double), std::span<double> out) {
  Streams::for_each(missing, [&](std::size_t k) {
    Random random = streams.stream(k);
    out[k] = draw(random, scalar(args, 0, k), scalar(args, 1, k));
  });
}

}  // namespace autumn::dist
