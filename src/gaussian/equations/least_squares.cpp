// This file minimises sums of squares by conjugate gradients (CGLS; Hestenes and Stiefel 1952),
// with columns in units of their norms.
#include "gaussian/equations/least_squares.h"

#include <algorithm>

#include "base/numbers.h"

namespace autumn::gaussian::equations {

void LeastSquares::add(std::uint32_t column, double value) {
  column_.push_back(column);
  value_.push_back(value);
}

void LeastSquares::end_row(double constant) {
  starts_.push_back(as_u32(column_.size()));
  constants_.push_back(constant);
}

std::vector<double> LeastSquares::residuals(const std::vector<double>& v) const {
  std::vector<double> out = constants_;
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::uint32_t e = starts_[i]; e < starts_[i + 1]; ++e) {
      out[i] -= value_[e] * v[column_[e]];
    }
  }
  return out;
}

std::vector<double> LeastSquares::transposed(const std::vector<double>& rows) const {
  std::vector<double> out(columns_, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t e = starts_[i]; e < starts_[i + 1]; ++e) {
      out[column_[e]] += value_[e] * rows[i];
    }
  }
  return out;
}

std::vector<double> LeastSquares::squared_norms() const {
  std::vector<double> out(columns_, 0.0);
  for (std::size_t e = 0; e < value_.size(); ++e) out[column_[e]] += value_[e] * value_[e];
  return out;
}

double LeastSquares::squared_length(const std::vector<double>& direction) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    double x = 0.0;
    for (std::uint32_t e = starts_[i]; e < starts_[i + 1]; ++e) {
      x += value_[e] * direction[column_[e]];
    }
    sum += x * x;
  }
  return sum;
}

std::vector<double> LeastSquares::minimum() const {
  constexpr std::size_t kMostSteps = 200;
  constexpr double kRounding = 1e-26;  // of the square of the gradient at the beginning
  std::vector<double> unit = squared_norms();
  for (double& x : unit) x = x > 0.0 ? 1.0 / x : 0.0;
  std::vector<double> v(columns_, 0.0), direction(columns_, 0.0);
  double first = 0.0, last = 0.0;
  for (std::size_t step = 0; step < std::min(kMostSteps, 2 * columns_ + 10); ++step) {
    const std::vector<double> gradient = transposed(residuals(v));
    double now = 0.0;
    for (std::size_t j = 0; j < columns_; ++j) now += gradient[j] * gradient[j] * unit[j];
    if (step == 0) first = now;
    if (!(now > kRounding * first)) break;
    const double keep = step == 0 ? 0.0 : now / last;
    last = now;
    for (std::size_t j = 0; j < columns_; ++j) {
      direction[j] = gradient[j] * unit[j] + keep * direction[j];
    }
    const double curvature = squared_length(direction);
    if (!(curvature > 0.0)) break;
    for (std::size_t j = 0; j < columns_; ++j) v[j] += now / curvature * direction[j];
  }
  return v;
}

}  // namespace autumn::gaussian::equations
