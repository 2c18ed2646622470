// The normal equations of the columns that the groups of a star share.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "gaussian/star/star.h"

namespace autumn::gaussian::star {

class SharedSystem {
 public:
  explicit SharedSystem(std::size_t columns) : n_(columns) {
    std::fill_n(gram_.begin(), n_ * n_, 0.0);
    std::fill_n(right_.begin(), n_, 0.0);
  }

  // For i >= j, or the right-hand side.
  void add(std::size_t i, std::size_t j, double x) { gram_[i * n_ + j] += x; }
  void add_right(std::size_t i, double x) { right_[i] += x; }

  // False if columns are so alike that digits would be lost, or something is not finite.
  [[nodiscard]] bool solve();

  // After solve.
  [[nodiscard]] double pivot(std::size_t i) const { return gram_[i * n_ + i]; }
  [[nodiscard]] double mean(std::size_t i) const { return mean_[i]; }
  [[nodiscard]] double covariance(std::size_t i, std::size_t j) const;
  // L^-1 x for x with the given columns; |.|^2 is the variance of x . u.
  void whiten(std::span<const double> x, std::span<double> out) const;
  // mean + L^-T z
  void draw(std::span<const double> z, std::span<double> out) const;

 private:
  std::size_t n_;
  std::array<double, kMostShared * kMostShared> gram_;     // its factor after solve
  std::array<double, kMostShared * kMostShared> inverse_;  // of the factor, lower triangular
  std::array<double, kMostShared> right_, mean_;
};

}  // namespace autumn::gaussian::star
