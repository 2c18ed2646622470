// This header factors small dense matrices and solves with many right-hand sides, which lie side by
// side in rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace autumn::solve {

class LuRows {
 public:
  explicit LuRows(std::size_t size) : size_(size), matrix_(size * size), pivots_(size) {}

  // To be filled row by row, then factored.
  [[nodiscard]] std::span<double> matrix() { return matrix_; }
  // With pivots; false if the matrix is singular or not finite.
  [[nodiscard]] bool factor();
  // Solves in place; row i of the right-hand sides has `columns` numbers.
  void solve(double* rows, std::size_t columns) const;

 private:
  std::size_t size_;
  std::vector<double> matrix_;
  std::vector<std::size_t> pivots_;
};

}  // namespace autumn::solve
