// This file factorises the equations of a few shared columns, with an eye on the digits they cost.
#include "gaussian/star/shared_system.h"

#include <cmath>

namespace autumn::gaussian::star {
namespace {

// A column of which no more than this part (of its square) is its own has lost five of sixteen
// digits: for perturbations dG of the size of rounding, log |G| changes by tr(G^-1 dG), and that is
// rounding times at most the sum of the inflations G_jj (G^-1)_jj. The pivot of a column is its own
// part beside the columns before it, and has to do with the inflation of the last one only.
constexpr double kAlike = 1e-5;

}  // namespace

bool SharedSystem::solve() {
  if (n_ == 1) {  // as below, without loops
    pivot_[0] = gram_[0];
    inverse_[0] = 1.0;
    pivot_inverse_[0] = 1.0 / gram_[0];
    mean_[0] = right_[0] * pivot_inverse_[0];
    return gram_[0] > 0.0 && std::isfinite(pivot_inverse_[0]) && std::isfinite(mean_[0]);
  }
  for (std::size_t j = 0; j < n_; ++j) {
    double pivot = gram_[j * n_ + j];
    const double least = kAlike * pivot;
    for (std::size_t k = 0; k < j; ++k) {
      pivot -= gram_[j * n_ + k] * gram_[j * n_ + k] * pivot_[k];
    }
    if (!(pivot > least) || !std::isfinite(pivot)) return false;
    const double inverse = 1.0 / pivot;
    pivot_[j] = pivot;
    pivot_inverse_[j] = inverse;
    inverse_[j * n_ + j] = 1.0;
    for (std::size_t i = j + 1; i < n_; ++i) {
      double x = gram_[i * n_ + j];
      for (std::size_t k = 0; k < j; ++k) x -= gram_[i * n_ + k] * gram_[j * n_ + k] * pivot_[k];
      gram_[i * n_ + j] = x * inverse;
    }
    for (std::size_t k = 0; k < j; ++k) {
      double x = 0.0;
      for (std::size_t l = k; l < j; ++l) x += gram_[j * n_ + l] * inverse_[l * n_ + k];
      inverse_[j * n_ + k] = -x;
    }
  }
  // L D L' mean = right, through the inverse of L.
  std::array<double, kMostShared> d;
  for (std::size_t i = 0; i < n_; ++i) {
    d[i] = 0.0;
    for (std::size_t k = 0; k <= i; ++k) d[i] += inverse_[i * n_ + k] * right_[k];
    d[i] *= pivot_inverse_[i];
  }
  for (std::size_t i = 0; i < n_; ++i) {
    mean_[i] = 0.0;
    for (std::size_t k = i; k < n_; ++k) mean_[i] += inverse_[k * n_ + i] * d[k];
    if (!std::isfinite(mean_[i])) return false;
  }
  return !are_alike();
}

bool SharedSystem::are_alike() const {
  for (std::size_t j = 0; j < n_; ++j) {
    if (!(kAlike * gram_[j * n_ + j] * covariance(j, j) < 1.0)) return true;
  }
  return false;
}

double SharedSystem::covariance(std::size_t i, std::size_t j) const {
  double sum = 0.0;
  for (std::size_t k = std::max(i, j); k < n_; ++k) {
    sum += inverse_[k * n_ + i] * inverse_[k * n_ + j] * pivot_inverse_[k];
  }
  return sum;
}

double SharedSystem::variance(std::span<const double> x) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < n_; ++i) {
    double v = 0.0;
    for (std::size_t k = 0; k <= i; ++k) v += inverse_[i * n_ + k] * x[k];
    sum += v * v * pivot_inverse_[i];
  }
  return sum;
}

void SharedSystem::draw(std::span<const double> z, std::span<double> out) const {
  for (std::size_t i = 0; i < n_; ++i) {
    out[i] = mean_[i];
    for (std::size_t k = i; k < n_; ++k) {
      out[i] += inverse_[k * n_ + i] * std::sqrt(pivot_inverse_[k]) * z[k];
    }
  }
}

}  // namespace autumn::gaussian::star
