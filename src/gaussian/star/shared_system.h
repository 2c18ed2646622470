// The shared system is the normal equations of the columns that the groups of a star share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "gaussian/star/star.h"

namespace autumn::gaussian::star {

class SharedSystem {
 public:
  // Begins with the rows that do not change.
  explicit SharedSystem(const Stars& stars) : n_(stars.shared.size()) {
    std::copy(stars.fixed_gram.begin(), stars.fixed_gram.end(), gram_.begin());
    std::copy(stars.fixed_right.begin(), stars.fixed_right.end(), right_.begin());
  }

  // An element of the matrix and its mirror image, or of the right-hand side.
  void add(std::size_t i, std::size_t j, double x) {
    gram_[std::max(i, j) * n_ + std::min(i, j)] += x;
  }
  void add_right(std::size_t i, double x) { right_[i] += x; }

  // False if columns are so alike that digits would be lost, or something is not finite.
  [[nodiscard]] bool solve();

  // After solve, whose factors are L D L' with L of unit diagonal.
  [[nodiscard]] double pivot(std::size_t i) const { return pivot_[i]; }
  [[nodiscard]] double mean(std::size_t i) const { return mean_[i]; }
  [[nodiscard]] double covariance(std::size_t i, std::size_t j) const;
  // The variance of x . u, as a sum of squares.
  [[nodiscard]] double variance(std::span<const double> x) const;
  // mean + L^-T D^-1/2 z
  void draw(std::span<const double> z, std::span<double> out) const;

 private:
  // Whether what some column says beyond the others is lost in rounding. After solve.
  [[nodiscard]] bool are_alike() const;

  std::size_t n_;
  std::array<double, kMostShared * kMostShared> gram_;     // L below the diagonal, after solve
  std::array<double, kMostShared * kMostShared> inverse_;  // of L, on and below the diagonal
  std::array<double, kMostShared> right_, mean_, pivot_, pivot_inverse_;
};

}  // namespace autumn::gaussian::star
