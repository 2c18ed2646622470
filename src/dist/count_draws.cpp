// This file draws counts: by inversion where the mean is small, by reduction with order statistics
// where it is not.
#include "dist/count_draws.h"

#include <cmath>
#include <numeric>

namespace autumn::dist {
namespace {

// Up to this mean sequential search is quicker than a reduction; exp(-30) is far from underflow.
constexpr double kSmallMean = 30.0;

// Sequential search from 0; p <= 1/2 and n p < kSmallMean.
double invert_binomial(Random& random, double n, double p) {
  const double odds = p / (1.0 - p);
  const double at_zero = std::exp(n * std::log1p(-p));
  while (true) {
    double u = random.uniform();
    double probability = at_zero;
    for (double k = 0.0; k <= n; ++k) {
      if (u <= probability) return k;
      u -= probability;
      probability *= (n - k) / (k + 1.0) * odds;
      if (probability == 0.0) break;  // u is rounding error: start again
    }
  }
}

double invert_poisson(Random& random, double mean) {
  while (true) {
    double u = random.uniform();
    double probability = std::exp(-mean);
    for (double k = 0.0; probability > 0.0; ++k) {
      if (u <= probability) return k;
      u -= probability;
      probability *= mean / (k + 1.0);
    }
  }
}

}  // namespace

// Ahrens and Dieter (1974): the i-th smallest of n uniforms is b ~ beta(i, n + 1 - i). Below b the
// other i - 1 are uniform, above it the other n - i, so one comparison with p halves n.
double draw_binomial(Random& random, double n, double p) {
  if (!(p >= 0.0 && p <= 1.0 && n >= 0.0 && std::isfinite(n))) return std::nan("");
  double count = 0.0;
  while (n * std::fmin(p, 1.0 - p) >= kSmallMean) {
    const double i = std::floor(n / 2.0) + 1.0;
    const double below = random.gamma(i);
    const double above = random.gamma(n + 1.0 - i);
    const double b = below / (below + above);
    if (b <= p) {
      count += i;
      n -= i;
      p = (p - b) / (above / (below + above));
    } else {
      n = i - 1.0;
      p /= b;
    }
  }
  if (p <= 0.0) return count;
  if (p >= 1.0) return count + n;
  return count +
         (p <= 0.5 ? invert_binomial(random, n, p) : n - invert_binomial(random, n, 1.0 - p));
}

// Ahrens and Dieter (1974): the m-th point of a unit Poisson process is x ~ gamma(m). Before the
// mean, the rest of the interval follows; after it, the other m - 1 points are uniform on (0, x).
double draw_poisson(Random& random, double mean) {
  if (!(mean >= 0.0)) return std::nan("");
  if (std::isinf(mean)) return mean;
  double count = 0.0;
  while (mean >= kSmallMean) {
    const double m = std::floor(0.875 * mean);
    const double x = random.gamma(m);
    if (x > mean) return count + draw_binomial(random, m - 1.0, mean / x);
    count += m;
    mean -= x;
  }
  return mean > 0.0 ? count + invert_poisson(random, mean) : count;
}

double draw_neg_binomial(Random& random, double mean, double shape) {
  return draw_poisson(random, mean * (random.gamma(shape) / shape));
}

double draw_category(Random& random, std::span<const double> weights) {
  double u = random.uniform() * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t last = 0;  // the last category that can occur, in case rounding leaves u positive
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (!(weights[k] > 0.0)) continue;
    last = k;
    if (u <= weights[k]) break;
    u -= weights[k];
  }
  return static_cast<double>(last + 1);
}

}  // namespace autumn::dist
