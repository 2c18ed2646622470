// This header has hand-written log densities with gradients for the tests of the sampler.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/log_density.h"

namespace autumn::sampler::testing {

// Any function of position and gradient.
class FunctionDensity final : public LogDensity {
 public:
  using Function = std::function<double(std::span<const double>, std::span<double>)>;

  FunctionDensity(std::size_t dimension, Function function)
      : dimension_(dimension), function_(std::move(function)) {}

  [[nodiscard]] std::size_t dimension() const override { return dimension_; }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    return function_(x, gradient);
  }

 private:
  std::size_t dimension_;
  Function function_;
};

// Independent normals with mean zero and these standard deviations.
inline FunctionDensity scaled_normal(std::vector<double> scales) {
  const std::size_t dimension = scales.size();
  return {dimension, [scales](std::span<const double> x, std::span<double> gradient) {
            double value = 0.0;
            for (std::size_t i = 0; i < x.size(); ++i) {
              const double z = x[i] / scales[i];
              value -= 0.5 * z * z;
              gradient[i] = -z / scales[i];
            }
            return value;
          }};
}

inline FunctionDensity standard_normal(std::size_t dimension) {
  return scaled_normal(std::vector<double>(dimension, 1.0));
}

// Stationary AR(1) with unit variances: correlation r^|i - j|; x_i given x_{i-1} is normal(r
// x_{i-1}, sqrt(1 - r^2)).
inline FunctionDensity autoregressive_normal(std::size_t dimension, double r) {
  return {dimension, [r](std::span<const double> x, std::span<double> gradient) {
            const double precision = 1.0 / (1.0 - r * r);
            double value = -0.5 * x[0] * x[0];
            gradient[0] = -x[0];
            for (std::size_t i = 1; i < x.size(); ++i) {
              const double residual = x[i] - r * x[i - 1];
              value -= 0.5 * precision * residual * residual;
              gradient[i] = -precision * residual;
              gradient[i - 1] += r * precision * residual;
            }
            return value;
          }};
}

// Neal's funnel: v ~ normal(0, 3), x_i ~ normal(0, exp(v / 2)). Steps of ordinary size diverge in
// its neck.
inline FunctionDensity funnel(std::size_t dimension) {
  return {dimension, [](std::span<const double> x, std::span<double> gradient) {
            const double v = x[0];
            const double precision = std::exp(-v);
            double value = -v * v / 18.0;
            gradient[0] = -v / 9.0;
            for (std::size_t i = 1; i < x.size(); ++i) {
              value -= 0.5 * (precision * x[i] * x[i] + v);
              gradient[0] += 0.5 * (precision * x[i] * x[i] - 1.0);
              gradient[i] = -precision * x[i];
            }
            return value;
          }};
}

// Standard normal that is rejected (NaN) beyond `edge` in its first coordinate: diverges on demand.
inline FunctionDensity walled_normal(std::size_t dimension, double edge) {
  return {dimension, [edge](std::span<const double> x, std::span<double> gradient) {
            if (x[0] > edge) return std::numeric_limits<double>::quiet_NaN();
            double value = 0.0;
            for (std::size_t i = 0; i < x.size(); ++i) {
              value -= 0.5 * x[i] * x[i];
              gradient[i] = -x[i];
            }
            return value;
          }};
}

// Eight schools, non-centred: x = (mu, log tau, theta_1 .. theta_8) with mu ~ normal(0, 5), tau ~
// half-cauchy(0, 5), theta_j ~ normal(0, 1), y_j ~ normal(mu + tau theta_j, sigma_j).
inline FunctionDensity eight_schools() {
  return {10, [](std::span<const double> x, std::span<double> gradient) {
            constexpr double y[] = {28, 8, -3, 7, -1, 1, 18, 12};
            constexpr double sigma[] = {15, 10, 16, 11, 9, 11, 10, 18};
            const double mu = x[0];
            const double tau = std::exp(x[1]);
            const double t = tau * tau / 25.0;
            double value = -mu * mu / 50.0 - std::log1p(t) + x[1];
            gradient[0] = -mu / 25.0;
            gradient[1] = 1.0 - 2.0 * t / (1.0 + t);
            for (std::size_t j = 0; j < 8; ++j) {
              const double theta = x[2 + j];
              const double residual = (y[j] - mu - tau * theta) / sigma[j];
              const double slope = residual / sigma[j];
              value -= 0.5 * (theta * theta + residual * residual);
              gradient[0] += slope;
              gradient[1] += slope * tau * theta;
              gradient[2 + j] = slope * tau - theta;
            }
            return value;
          }};
}

}  // namespace autumn::sampler::testing
