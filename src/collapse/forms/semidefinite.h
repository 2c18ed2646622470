// This header turns a quadratic form with a known matrix into squares of sparse rows.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "gaussian/compress.h"

namespace autumn::collapse {

// A symmetric matrix of n columns, all n * n numbers.
struct SymmetricMatrix {
  std::size_t size = 0;
  std::vector<double> numbers;

  [[nodiscard]] double operator()(std::size_t i, std::size_t j) const {
    return numbers[i + size * j];
  }
  bool operator==(const SymmetricMatrix&) const = default;
};

// (A + A') / 2, which has the quadratic form of A.
[[nodiscard]] SymmetricMatrix symmetric_part(std::size_t size, std::vector<double> numbers);

enum class NoRows : std::uint8_t {
  kNotNumbers,  // infinite, or not a number
  kIndefinite,  // some x has x' Q x < 0 by more than rounding
  kUnclear,     // rows were found, and their squares are Q to fewer digits than rounding allows
};

// Rows R with R'R = Q to rounding. A matrix that is dominated by its diagonal (those of graphs and
// of conditional autoregressions) has a row per element beside the diagonal, with two entries, and
// nothing is computed that could cancel; any other is factored in an order with little fill-in,
// where a pivot that is rounding is taken for the zero of a semi-definite matrix, and the result is
// multiplied out and compared.
[[nodiscard]] std::variant<gaussian::SparseRows, NoRows> rows_of_form(const SymmetricMatrix& q);

}  // namespace autumn::collapse
