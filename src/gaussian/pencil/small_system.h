// The small system of a pencil: the normal equations of the few columns beside it.
//
// What a pencil leaves of such columns are rows of which nothing is to be subtracted, so that no
// digits are lost unless these columns are alike.
#pragma once

#include <array>
#include <cstddef>

namespace autumn::gaussian::pencil {

class SmallSystem {
 public:
  static constexpr std::size_t kMost = 4;  // columns

  explicit SmallSystem(std::size_t size) : size_(size) {}

  // The row's numbers times the columns are to be the constant.
  void add(const double* row, double constant, double weight);
  // Sums of such rows of a system of one column: weight row^2, and weight row constant.
  void add_to_one(double squares, double products) {
    numbers_[0] += squares;
    right_[0] += products;
  }
  // False if digits are lost.
  [[nodiscard]] bool factor();
  // The square root of the determinant, after `factor`; as what follows.
  [[nodiscard]] double root_of_determinant() const;
  // Where the sum of squares is least.
  void solve(double* x) const;
  // With standard normal z: what is to be added to the solution for a draw.
  void noise(const double* z, double* x) const;
  // row' S^-1 row.
  [[nodiscard]] double variance(const double* row) const;

 private:
  [[nodiscard]] double& at(std::size_t i, std::size_t j) { return numbers_[i * kMost + j]; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return numbers_[i * kMost + j]; }

  std::size_t size_;
  std::array<double, kMost * kMost> numbers_{};  // on and below the diagonal
  std::array<double, kMost> right_{};
};

}  // namespace autumn::gaussian::pencil
