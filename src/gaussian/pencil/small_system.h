// The small system of a pencil: the normal equations of the few columns beside it.
//
// What a pencil leaves of such columns are rows of which nothing is to be subtracted, so that no
// digits are lost unless these columns are alike.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "gaussian/log_product.h"

namespace autumn::gaussian::pencil {

inline constexpr std::size_t kMostBorderRows = 16;

class SmallSystem {
 public:
  static constexpr std::size_t kMost = 4;  // columns

  explicit SmallSystem(std::size_t size) : size_(size) {
    std::fill_n(numbers_.begin(), size * kMost, 0.0);
    std::fill_n(right_.begin(), size, 0.0);
  }

  // The row's numbers times the columns are to be the constant.
  void add(const double* row, double constant, double weight);
  // Sums of such rows of a system of one column: weight row^2, and weight row constant.
  void add_to_one(double squares, double products) {
    numbers_[0] += squares;
    right_[0] += products;
  }
  // False if digits are lost. One column, as of an intercept, is nearly all there ever is.
  [[nodiscard]] bool factor() { return size_ == 1 ? factor_one() : factor_all(); }
  // Multiplies by the determinant, after `factor`; as what follows.
  void multiply_into(LogProduct& product) const {
    if (size_ == 1) return product.multiply(numbers_[0]);
    const double root = product_of_roots();
    product.multiply(root);
    product.multiply(root);
  }
  // Where the sum of squares is least.
  void solve(double* x) const {
    if (size_ != 1) return solve_all(x);
    x[0] = right_[0] * over_;
  }
  // With standard normal z: what is to be added to the solution for a draw.
  void noise(const double* z, double* x) const {
    if (size_ != 1) return noise_of_all(z, x);
    x[0] = z[0] * std::sqrt(over_);
  }
  // row' S^-1 row.
  [[nodiscard]] double variance(const double* row) const {
    if (size_ != 1) return variance_of_all(row);
    return row[0] * row[0] * over_;
  }

 private:
  [[nodiscard]] bool factor_one() {
    const double pivot = numbers_[0];
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    over_ = 1.0 / pivot;
    return std::isfinite(over_);
  }
  [[nodiscard]] bool factor_all();
  [[nodiscard]] double product_of_roots() const;
  void solve_all(double* x) const;
  void noise_of_all(const double* z, double* x) const;
  [[nodiscard]] double variance_of_all(const double* row) const;
  [[nodiscard]] double& at(std::size_t i, std::size_t j) { return numbers_[i * kMost + j]; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return numbers_[i * kMost + j]; }

  std::size_t size_;
  std::array<double, kMost * kMost> numbers_;  // on and below the diagonal, as far as they go
  std::array<double, kMost> right_;
  double over_ = 0.0;  // one over the pivot, of one column: its factor is never needed
};

}  // namespace autumn::gaussian::pencil
