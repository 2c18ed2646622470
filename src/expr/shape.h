// A shape is that of an array value: scalar, vector or matrix of doubles, stored column by column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace autumn::expr {

// Rank 0 is a scalar (1 x 1), rank 1 a vector (rows x 1), rank 2 a matrix. A batch of N vectors is
// a matrix with N rows. A vector is not a matrix of one column: the rank is part of the shape.
struct Shape {
  std::uint8_t rank = 0;
  std::uint32_t rows = 1;
  std::uint32_t cols = 1;

  [[nodiscard]] static constexpr Shape scalar() { return {}; }
  [[nodiscard]] static constexpr Shape vector(std::size_t n) {
    return {1, static_cast<std::uint32_t>(n), 1};
  }
  [[nodiscard]] static constexpr Shape matrix(std::size_t rows, std::size_t cols) {
    return {2, static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(cols)};
  }

  [[nodiscard]] constexpr std::size_t size() const { return std::size_t{rows} * cols; }
  [[nodiscard]] constexpr bool is_scalar() const { return rank == 0; }
  [[nodiscard]] constexpr bool is_vector() const { return rank == 1; }
  [[nodiscard]] constexpr bool is_matrix() const { return rank == 2; }
  [[nodiscard]] constexpr bool is_square() const { return rank == 2 && rows == cols; }

  constexpr bool operator==(const Shape&) const = default;
};

// "scalar", "vector[8]", "matrix[3,2]".
[[nodiscard]] std::string to_text(const Shape& shape);

// The shape of an elementwise operation: equal shapes, or a scalar against anything.
[[nodiscard]] std::optional<Shape> broadcast(const Shape& a, const Shape& b);

}  // namespace autumn::expr
