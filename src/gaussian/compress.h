// Compression of constant rows turns N rows into at most as many as there are columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autumn::gaussian {

// Sparse rows of numbers. A column may be anything that enters linearly: an element to be
// integrated out, a kept expression, the constant 1.
struct SparseRows {
  std::size_t columns = 0;
  std::vector<std::uint32_t> row_starts{0};
  std::vector<std::uint32_t> column{};
  std::vector<double> value{};

  [[nodiscard]] std::size_t rows() const { return row_starts.size() - 1; }
  bool operator==(const SparseRows&) const = default;
};

// Rows with the same sum of squares at every point: for all x (whose last element is 1 if the last
// column is constant), |A x|^2 = |rows x|^2 + rest.
struct Compressed {
  SparseRows rows{};
  double rest = 0.0;
  double rest_rounding = 0.0;  // what rounding may have done to it
};

enum class LastColumn { kConstant, kVariable };

// The triangular factor of the rows, by orthogonal elimination. If the last column is constant,
// what is left over in it goes into `rest` (else rest is 0). Rows whose factor has no fewer entries
// come back as they are.
[[nodiscard]] Compressed compress(const SparseRows& rows, LastColumn last);

}  // namespace autumn::gaussian
