// A Gaussian block is sparse rows of normal factors over the elements to be integrated out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace autumn::gaussian {

// Row i is the normal factor of the residual c_i - R_i u with scale s_i and weight w_i, over
// columns u (the elements integrated out). What does not change from one evaluation to the next is
// here; what does comes as `Inputs`, and entries say by a slot which number of it they use.
//
// With the scaled rows [a_i | f_i] = sqrt(w_i) [R_i | c_i] / s_i, their triangular factor T (so
// that T'T is the sum of a_i'a_i) and `rest` the sum of squares left over when all columns are
// eliminated plus the sum of scale_rest[k] / scales[k]^2, the value of the block is
//
//   constant_term - sum_k scale_count[k] log scales[k] - sum_j log |T_jj| - rest / 2
struct Block {
  std::size_t columns = 0;
  // Rows in compressed form; entries of the same row and column add.
  std::vector<std::uint32_t> row_starts{0};    // one more than rows
  std::vector<std::uint32_t> column;           // per entry
  std::vector<double> multiplier;              // per entry: R = multiplier * coefficient
  std::vector<std::int32_t> coefficient_slot;  // per entry; negative: the coefficient is 1
  std::vector<double> constant;                // per row: c = constant + constants[slot]
  std::vector<std::int32_t> constant_slot;     // per row; negative: nothing is added
  std::vector<std::int32_t> scale_slot;        // per row; negative: the scale is 1
  std::vector<double> root_weight;             // per row: sqrt(w); empty: all are 1
  // Rows may stand for more factors than one (see compress.h), so these need not be counts of rows.
  std::vector<double> scale_count;  // per scale
  std::vector<double> scale_rest;   // per scale
  double constant_term = 0.0;
  double constant_rounding = 0.0;  // what rounding may have done to it
  std::size_t coefficients = 0;    // numbers in Inputs::coefficients
  std::size_t constants = 0;
  std::size_t scales = 0;

  [[nodiscard]] std::size_t rows() const { return row_starts.size() - 1; }
};

// A block is written row by row: its entries, and the rest of the row.
void add_entry(Block& block, std::uint32_t column, double multiplier,
               std::int32_t coefficient_slot = -1);
struct RowEnd {
  double constant = 0.0;
  std::int32_t constant_slot = -1;
  std::int32_t scale_slot = -1;
  double root_weight = 1.0;
};
void end_row(Block& block, const RowEnd& end);

// A row of another block.
void copy_row(const Block& from, std::uint32_t row, Block& to);
// All of a block but its rows, for others to be written.
[[nodiscard]] Block without_rows(const Block& block);

// What changes from one evaluation to the next.
struct Inputs {
  std::span<const double> coefficients;
  std::span<const double> constants;
  std::span<const double> scales;
};

// R of an entry.
[[nodiscard]] inline double coefficient_of(const Block& block, const Inputs& inputs,
                                           std::size_t entry) {
  const std::int32_t slot = block.coefficient_slot[entry];
  return slot < 0 ? block.multiplier[entry] : block.multiplier[entry] * inputs.coefficients[slot];
}

// c of a row.
[[nodiscard]] inline double constant_of(const Block& block, const Inputs& inputs, std::size_t row) {
  const std::int32_t slot = block.constant_slot[row];
  return slot < 0 ? block.constant[row] : block.constant[row] + inputs.constants[slot];
}

// sqrt(w) of a row.
[[nodiscard]] inline double root_weight_of(const Block& block, std::size_t row) {
  return block.root_weight.empty() ? 1.0 : block.root_weight[row];
}

// Whether no coefficient of a row changes.
[[nodiscard]] bool has_fixed_coefficients(const Block& block, std::uint32_t row);

// Aborts if sizes or indices do not fit together: our own mistake.
void check(const Block& block);

}  // namespace autumn::gaussian
