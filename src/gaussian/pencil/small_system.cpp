// This file solves the small system of a pencil by its Cholesky factor.
#include "gaussian/pencil/small_system.h"

#include <algorithm>
#include <cmath>

namespace autumn::gaussian::pencil {

void SmallSystem::add(const double* row, double constant, double weight) {
  for (std::size_t i = 0; i < size_; ++i) {
    const double x = weight * row[i];
    right_[i] += x * constant;
    for (std::size_t j = 0; j <= i; ++j) at(i, j) += x * row[j];
  }
}

bool SmallSystem::factor_all() {
  constexpr double kMostInflation = 1e6;  // as in normal equations
  for (std::size_t j = 0; j < size_; ++j) {
    const double before = at(j, j);
    double pivot = before;
    for (std::size_t k = 0; k < j; ++k) pivot -= at(j, k) * at(j, k);
    if (!(pivot * kMostInflation > before) || !std::isfinite(pivot)) return false;
    at(j, j) = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < size_; ++i) {
      for (std::size_t k = 0; k < j; ++k) at(i, j) -= at(i, k) * at(j, k);
      at(i, j) /= at(j, j);
    }
  }
  return true;
}

double SmallSystem::product_of_roots() const {
  double product = 1.0;
  for (std::size_t j = 0; j < size_; ++j) product *= at(j, j);
  return product;
}

void SmallSystem::solve_all(double* x) const {
  std::array<double, kMost> y{};
  for (std::size_t i = 0; i < size_; ++i) {
    y[i] = right_[i];
    for (std::size_t j = 0; j < i; ++j) y[i] -= at(i, j) * y[j];
    y[i] /= at(i, i);
  }
  noise_of_all(y.data(), x);
}

void SmallSystem::noise_of_all(const double* z, double* x) const {
  for (std::size_t i = size_; i-- > 0;) {
    x[i] = z[i];
    for (std::size_t j = i + 1; j < size_; ++j) x[i] -= at(j, i) * x[j];
    x[i] /= at(i, i);
  }
}

double SmallSystem::variance_of_all(const double* row) const {
  std::array<double, kMost> y{};
  double sum = 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    y[i] = row[i];
    for (std::size_t j = 0; j < i; ++j) y[i] -= at(i, j) * y[j];
    y[i] /= at(i, i);
    sum += y[i] * y[i];
  }
  return sum;
}

}  // namespace autumn::gaussian::pencil
