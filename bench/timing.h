// This header times gradients: the next point depends on the gradient before it, as in HMC, so
// that small models show their latency, and the figure is the smallest of many batches: on a
// shared machine the others measure the neighbours.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "engine/prepare.h"
#include "evaluate/function.h"
#include "limits/limits.h"

namespace autumn::bench {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Batches of about 100 us.
class GradientTimer {
 public:
  GradientTimer(const limits::Gradient& function, std::size_t dimension)
      : function_(function), x_(dimension, kAt), gradient_(dimension) {
    count_ = static_cast<std::size_t>(std::max(1.0, 1e5 / batch(3)));
  }

  void run() { best_ = std::min(best_, batch(count_)); }
  [[nodiscard]] double nanoseconds() const { return best_; }

 private:
  static constexpr double kAt = 0.1;

  double batch(std::size_t count) {
    const auto start = Clock::now();
    for (std::size_t k = 0; k < count; ++k) {
      (void)function_(x_.data(), gradient_.data());
      for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = kAt + 1e-14 * gradient_[i];
    }
    return 1e9 * seconds_since(start) / static_cast<double>(count);
  }

  const limits::Gradient& function_;
  std::vector<double> x_, gradient_;
  std::size_t count_ = 1;
  double best_ = std::numeric_limits<double>::infinity();
};

// The engine's gradient of what is sampled, in the form of the limits.
inline limits::Gradient gradient_of(const engine::Prepared& prepared) {
  auto function = std::make_shared<evaluate::EvaluatedFunction>(prepared.density);
  const std::size_t n = prepared.dimension;
  return [function, n](const double* x, double* gradient) {
    return function->evaluate({x, n}, {gradient, n});
  };
}

}  // namespace autumn::bench
