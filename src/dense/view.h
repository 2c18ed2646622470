// Views of dense matrices: numbers column by column, with a stride between columns.
#pragma once

#include <cstddef>

namespace autumn::dense {

struct ConstView {
  const double* numbers = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t stride = 0;

  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return numbers[j * stride + i]; }
  [[nodiscard]] ConstView block(std::size_t i, std::size_t j, std::size_t r, std::size_t c) const {
    return {numbers + j * stride + i, r, c, stride};
  }
};

struct View {
  double* numbers = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t stride = 0;

  [[nodiscard]] double& at(std::size_t i, std::size_t j) const { return numbers[j * stride + i]; }
  [[nodiscard]] View block(std::size_t i, std::size_t j, std::size_t r, std::size_t c) const {
    return {numbers + j * stride + i, r, c, stride};
  }
  operator ConstView() const { return {numbers, rows, cols, stride}; }  // NOLINT: views convert
};

[[nodiscard]] inline View square(double* numbers, std::size_t n) {
  return {numbers, n, n, n};
}

// A matrix as a factor of a product: itself or its transpose.
struct Operand {
  ConstView matrix;
  bool is_transposed = false;

  [[nodiscard]] std::size_t rows() const { return is_transposed ? matrix.cols : matrix.rows; }
  [[nodiscard]] std::size_t cols() const { return is_transposed ? matrix.rows : matrix.cols; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const {
    return is_transposed ? matrix.at(j, i) : matrix.at(i, j);
  }
  [[nodiscard]] Operand block(std::size_t i, std::size_t j, std::size_t r, std::size_t c) const {
    return {is_transposed ? matrix.block(j, i, c, r) : matrix.block(i, j, r, c), is_transposed};
  }
};

[[nodiscard]] inline Operand plain(const ConstView& matrix) {
  return {matrix, false};
}
[[nodiscard]] inline Operand transposed(const ConstView& matrix) {
  return {matrix, true};
}

}  // namespace autumn::dense
