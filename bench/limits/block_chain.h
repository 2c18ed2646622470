// The limit of a local level model: a tridiagonal matrix, its factor forwards, its selected inverse
// backwards.
#pragma once

#include "block_parts.h"

namespace blocks {

// level[1] ~ normal(0, 10), level[t] ~ normal(level[t - 1], tau), y ~ normal(level, sigma), both
// scales normal(0, 1); a function of their logs.
class Chain : public Density {
 public:
  explicit Chain(const Input& input)
      : y_(input.at("y")), inverse_(y_.size()), reduced_(y_.size()) {}
  double operator()(const double* x, double* gradient) override;

 private:
  Vector y_, inverse_, reduced_;
};

inline double Chain::operator()(const double* x, double* gradient) {
  const std::size_t size = y_.size();
  const double step = std::exp(-2 * x[0]), noise = std::exp(-2 * x[1]);
  const double inner = noise + 2 * step, square = step * step;
  double squares = 0, logs = 0, product = 1;
  double previous = 0, carried = 0;  // 1 / pivot and right-hand side of the element before
  for (std::size_t t = 0; t < size; ++t) {
    const double diagonal = t == 0 ? noise + step + 0.01 : t + 1 == size ? noise + step : inner;
    const double pivot = diagonal - square * previous;
    const double right = noise * y_[t] + step * previous * carried;
    previous = 1 / pivot, carried = right;
    inverse_[t] = previous, reduced_[t] = right;
    squares += noise * y_[t] * y_[t] - right * right * previous;
    product *= pivot;
    if (t % 8 == 7) logs += std::log(product), product = 1;
  }
  logs += std::log(product);
  double by[2] = {};
  double value = half_normal(x[0], 1, &by[0]) + half_normal(x[1], 1, &by[1]);
  value -= double(size - 1) * x[0] + double(size) * x[1] + 0.5 * (logs + squares);
  if (!gradient) return value;
  // Backwards: mean and variance of an element, given those of the next.
  double mean = reduced_[size - 1] * inverse_[size - 1], variance = inverse_[size - 1];
  double steps = 0, misses = (y_[size - 1] - mean) * (y_[size - 1] - mean) + variance;
  for (std::size_t t = size - 1; t-- > 0;) {
    const double gain = step * inverse_[t];
    const double here = inverse_[t] * reduced_[t] + gain * mean;
    const double spread = inverse_[t] + gain * gain * variance, both = gain * variance;
    steps += (mean - here) * (mean - here) + variance + spread - 2 * both;
    misses += (y_[t] - here) * (y_[t] - here) + spread;
    mean = here, variance = spread;
  }
  gradient[0] = by[0] + step * steps - double(size - 1);
  gradient[1] = by[1] + noise * misses - double(size);
  return value;
}

}  // namespace blocks
