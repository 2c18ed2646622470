// What the sampler may know of a model: the value and the gradient of a log density at a point.
#pragma once

#include <cstddef>
#include <span>

namespace autumn::sampler {

// One instance serves one chain, so an implementation may keep buffers of its own.
class LogDensity {
 public:
  virtual ~LogDensity() = default;

  [[nodiscard]] virtual std::size_t dimension() const = 0;

  // The log density at `x`, up to a constant; its gradient goes to `gradient`. NaN or an infinity
  // means that the point is rejected, and the gradient is then not looked at. Must not throw.
  [[nodiscard]] virtual double evaluate(std::span<const double> x, std::span<double> gradient) = 0;
};

}  // namespace autumn::sampler
