// Least squares of sparse rows of numbers: a point where the sum of their squares is least, or
// nearly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autumn::gaussian::equations {

// Rows c - R v, row by row.
class LeastSquares {
 public:
  explicit LeastSquares(std::size_t columns) : columns_(columns) {}

  void add(std::uint32_t column, double value);
  void end_row(double constant);

  [[nodiscard]] const std::vector<double>& constants() const { return constants_; }
  [[nodiscard]] std::vector<double> residuals(const std::vector<double>& v) const;
  // R' times numbers of the rows.
  [[nodiscard]] std::vector<double> transposed(const std::vector<double>& rows) const;
  // Of the columns.
  [[nodiscard]] std::vector<double> squared_norms() const;

  // By conjugate gradients, which need no factor. They stop where rounding does, or after some
  // steps: whoever uses the point looks at what is left over.
  [[nodiscard]] std::vector<double> minimum() const;

 private:
  [[nodiscard]] double squared_length(const std::vector<double>& direction) const;

  std::size_t columns_;
  std::vector<std::uint32_t> starts_ = {0};
  std::vector<std::uint32_t> column_;
  std::vector<double> value_;
  std::vector<double> constants_;
};

}  // namespace autumn::gaussian::equations
