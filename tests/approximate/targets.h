// This header has the densities that the tests of approximations share.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "sample/densities.h"

namespace autumn::approximate::testing {

using sampler::testing::FunctionDensity;

// A normal distribution with this mean and precision, with its constant.
inline FunctionDensity normal_target(const Eigen::VectorXd& mean,
                                     const Eigen::MatrixXd& precision) {
  const double log_constant =
      0.5 * std::log(precision.determinant()) -
      0.5 * static_cast<double>(mean.size()) * std::log(2.0 * std::numbers::pi);
  return {static_cast<std::size_t>(mean.size()),
          [mean, precision, log_constant](std::span<const double> x, std::span<double> gradient) {
            const Eigen::VectorXd z =
                Eigen::Map<const Eigen::VectorXd>(x.data(), mean.size()) - mean;
            const Eigen::VectorXd slope = -precision * z;
            std::copy(slope.begin(), slope.end(), gradient.begin());
            return log_constant + 0.5 * z.dot(slope);
          }};
}

// Three correlated dimensions of different scales.
inline Eigen::VectorXd some_mean() {
  return Eigen::Vector3d(1.0, -2.0, 30.0);
}
inline Eigen::MatrixXd some_covariance() {
  Eigen::Matrix3d covariance;
  covariance << 1.0, 0.7, 0.0, 0.7, 4.0, 1.5, 0.0, 1.5, 9.0;
  return covariance;
}
inline FunctionDensity some_normal() {
  return normal_target(some_mean(), some_covariance().inverse());
}

// Minus the valley of Rosenbrock: its largest value is 0 at (1, ..., 1).
inline FunctionDensity valley(std::size_t dimension) {
  return {dimension, [](std::span<const double> x, std::span<double> gradient) {
            double value = 0.0;
            std::fill(gradient.begin(), gradient.end(), 0.0);
            for (std::size_t i = 0; i + 1 < x.size(); ++i) {
              const double bend = x[i + 1] - x[i] * x[i];
              const double rest = 1.0 - x[i];
              value -= 100.0 * bend * bend + rest * rest;
              gradient[i] += 400.0 * bend * x[i] + 2.0 * rest;
              gradient[i + 1] -= 200.0 * bend;
            }
            return value;
          }};
}

// A gamma(3, 1) by its own scale: everything up to 0 is rejected, the mode is 2.
inline FunctionDensity half_line(double rejected_value) {
  return {1, [rejected_value](std::span<const double> x, std::span<double> gradient) {
            if (x[0] <= 0.0) {
              gradient[0] = std::numeric_limits<double>::quiet_NaN();
              return rejected_value;
            }
            gradient[0] = 2.0 / x[0] - 1.0;
            return 2.0 * std::log(x[0]) - x[0];
          }};
}

// A standard normal in the first dimension; the second one is not in it.
inline FunctionDensity flat_in_second() {
  return {2, [](std::span<const double> x, std::span<double> gradient) {
            gradient[0] = -x[0];
            gradient[1] = 0.0;
            return -0.5 * x[0] * x[0];
          }};
}

inline FunctionDensity rejected_everywhere() {
  return {1, [](std::span<const double>, std::span<double> gradient) {
            gradient[0] = 0.0;
            return -std::numeric_limits<double>::infinity();
          }};
}

inline FunctionDensity without_dimensions() {
  return {0, [](std::span<const double>, std::span<double>) { return -1.5; }};
}

// Means and covariances of draws that lie one after the other.
struct Moments {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};
inline Moments moments_of(std::span<const double> numbers, Eigen::Index dimension) {
  const auto count = static_cast<Eigen::Index>(numbers.size()) / dimension;
  const Eigen::Map<const Eigen::MatrixXd> draws(numbers.data(), dimension, count);
  const Eigen::VectorXd mean = draws.rowwise().mean();
  const Eigen::MatrixXd centred = draws.colwise() - mean;
  return {mean, centred * centred.transpose() / static_cast<double>(count - 1)};
}

}  // namespace autumn::approximate::testing
