// What programs that time a limit have in common: its gradient against differences, and the time
// it takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>

#include "block_parts.h"

namespace blocks {

inline double distance_from_differences(Density& density, Vector x, const Vector& gradient) {
  double worst = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double at = x[k], step = 1e-4;
    double sum = 0;
    for (const auto& [offset, weight] :
         {std::pair{1.0, 8.0}, {-1.0, -8.0}, {2.0, -1.0}, {-2.0, 1.0}}) {
      x[k] = at + offset * step;
      sum += weight * density(x.data(), nullptr);
    }
    x[k] = at;
    const double difference = sum / (12 * step);
    worst = std::max(worst, std::abs(difference - gradient[k]) / (1 + std::abs(difference)));
  }
  return worst;
}

// The next point depends on what came before, as in HMC.
inline double nanoseconds(Density& density, Vector x, double* gradient) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  double best = 1e300, at = x[0];
  std::size_t count = 1;
  for (int batch = 0; batch < 400 && Clock::now() - begin < std::chrono::seconds(4); ++batch) {
    const auto start = Clock::now();
    for (std::size_t k = 0; k < count; ++k) x[0] = at + 1e-300 * density(x.data(), gradient);
    const double spent = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    best = std::min(best, spent / double(count));
    if (spent < 5e4) count = std::max(count + 1, std::size_t(6e4 / best));
  }
  return best;
}

// Prints JSON: the gradient there, its largest relative distance from central differences, and
// nanoseconds of the value and of value and gradient, the best of many batches. The exit code is 1
// where the distance is large.
inline int show(Density& density, const Vector& x) {
  Vector gradient(x.size());
  density(x.data(), gradient.data());
  const double distance = distance_from_differences(density, x, gradient);
  std::printf("{\"gradient\": [");
  for (std::size_t k = 0; k < x.size(); ++k) std::printf("%s%.17g", k ? ", " : "", gradient[k]);
  const double value = nanoseconds(density, x, nullptr),
               both = nanoseconds(density, x, gradient.data());
  std::printf("], \"distance\": %.3g, \"ns_per_value\": %.1f, \"ns_per_gradient\": %.1f}\n",
              distance, value, both);
  return distance < 1e-5 ? 0 : 1;
}

}  // namespace blocks
