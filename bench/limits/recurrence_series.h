// What native code could reach on time series: recurrences written by hand as a compiler of the
// program's own operations would, with their adjoints.
#pragma once

#include <cmath>

#include "block_parts.h"

namespace blocks {

// bench/blocks.py's coordinates: mu, log alpha0, logit alpha1, logit of beta1 in its bounds.
class Garch : public Density {
 public:
  explicit Garch(const Input& input)
      : y_(input.at("y")), first_(input.at("sigma1")[0]), scale_(y_.size()), error_(y_.size()) {}
  double operator()(const double* x, double* gradient) override;

 private:
  struct Slopes {
    double mu = 0, alpha0 = 0, alpha1 = 0, beta1 = 0;
  };
  Slopes backwards(double alpha1, double beta1) const;

  Vector y_;
  double first_;
  Vector scale_, error_;
};

inline Garch::Slopes Garch::backwards(double alpha1, double beta1) const {
  Slopes d;
  double of_scale = 0, of_square = 0;  // of what comes later
  for (std::size_t t = y_.size(); t-- > 0;) {
    const double inverse = 1 / scale_[t], z = error_[t] * inverse;
    d.mu += z * inverse - 2 * of_square * alpha1 * error_[t];
    of_scale = (z * z - 1) * inverse + 2 * of_square * beta1 * scale_[t];
    if (t == 0) break;
    of_square = 0.5 * of_scale * inverse;
    d.alpha0 += of_square;
    d.alpha1 += of_square * error_[t - 1] * error_[t - 1];
    d.beta1 += of_square * scale_[t - 1] * scale_[t - 1];
  }
  return d;
}

inline double Garch::operator()(const double* x, double* gradient) {
  const double mu = x[0], alpha0 = std::exp(x[1]), alpha1 = 1 / (1 + std::exp(-x[2])),
               room = 1 - alpha1, share = 1 / (1 + std::exp(-x[3])), beta1 = room * share;
  double squares = 0;
  for (std::size_t t = 0; t < y_.size(); ++t) {
    error_[t] = y_[t] - mu;
    scale_[t] = t == 0 ? first_
                       : std::sqrt(alpha0 + alpha1 * (error_[t - 1] * error_[t - 1]) +
                                   beta1 * (scale_[t - 1] * scale_[t - 1]));
    const double z = error_[t] / scale_[t];
    squares += z * z;
  }
  const double value = -sum_of_logs(scale_.data(), scale_.size()) - 0.5 * squares + x[1] +
                       std::log(alpha1) + 2 * std::log(room) + std::log(share) +
                       std::log(1 - share);
  if (!gradient) return value;
  const Slopes d = backwards(alpha1, beta1);
  gradient[0] = d.mu;
  gradient[1] = d.alpha0 * alpha0 + 1;
  gradient[2] = (d.alpha1 - d.beta1 * share) * alpha1 * room + room - 2 * alpha1;
  gradient[3] = d.beta1 * beta1 * (1 - share) + 1 - 2 * share;
  return value;
}

// mu, phi, theta, log sigma.
class Arma : public Density {
 public:
  explicit Arma(const Input& input) : y_(input.at("y")), residual_(y_.size()) {}
  double operator()(const double* x, double* gradient) override;

 private:
  Vector y_;
  Vector residual_;
};

inline double Arma::operator()(const double* x, double* gradient) {
  const double mu = x[0], phi = x[1], theta = x[2], sigma = std::exp(x[3]);
  const double n = double(y_.size()), precision = 1 / (sigma * sigma);
  double squares = residual_[0] = y_[0] - (mu + phi * mu);
  squares *= squares;
  for (std::size_t t = 1; t < y_.size(); ++t) {
    residual_[t] = y_[t] - (mu + phi * y_[t - 1] + theta * residual_[t - 1]);
    squares += residual_[t] * residual_[t];
  }
  const double wide = sigma * sigma / 6.25;
  const double value = -n * x[3] - 0.5 * squares * precision - 0.005 * mu * mu -
                       0.125 * (phi * phi + theta * theta) - std::log1p(wide) + x[3];
  if (!gradient) return value;
  double of_mu = 0, of_phi = 0, of_theta = 0, later = 0;
  for (std::size_t t = y_.size(); t-- > 1;) {
    later = -residual_[t] * precision - theta * later;
    of_mu -= later;
    of_phi -= later * y_[t - 1];
    of_theta -= later * residual_[t - 1];
  }
  later = -residual_[0] * precision - theta * later;
  gradient[0] = of_mu - later * (1 + phi) - 0.01 * mu;
  gradient[1] = of_phi - later * mu - 0.25 * phi;
  gradient[2] = of_theta - 0.25 * theta;
  gradient[3] = -n + squares * precision + 1 - 2 * wide / (1 + wide);
  return value;
}

}  // namespace blocks
