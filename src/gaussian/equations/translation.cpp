// This file fits the columns that most rows share to the constants of these rows.
#include "gaussian/equations/translation.h"

#include <cmath>
#include <map>

#include "base/numbers.h"
#include "gaussian/equations/least_squares.h"

namespace autumn::gaussian::equations {
namespace {

// Rows with data: known constants that are not zero.
std::vector<std::uint32_t> rows_with_data(const Block& block, const Innovated& in) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t r = 0; r < in.rows.size(); ++r) {
    const std::uint32_t row = in.rows[r];
    const double constant = block.constant[row];
    if (block.constant_slot[row] < 0 && constant != 0.0 && std::isfinite(constant)) {
      rows.push_back(r);
    }
  }
  return rows;
}

// Columns of most of these rows that can be moved.
std::vector<std::uint32_t> shared_columns(const Innovated& in,
                                          const std::vector<std::uint32_t>& rows) {
  std::vector<std::size_t> counts(in.own.size(), 0);
  for (const std::uint32_t r : rows) {
    for (const Entry& e : in.entries_of(r)) ++counts[e.column];
  }
  std::vector<bool> is_fixed(in.own.size(), true);
  for (const Entry& e : in.entries) {
    if (e.slot != Slots::kOne) is_fixed[e.column] = false;
  }
  std::vector<std::uint32_t> columns;
  for (std::uint32_t j = 0; j < in.own.size(); ++j) {
    const bool is_shared = rows.size() > 1 && 2 * counts[j] > rows.size();
    if (is_shared && is_fixed[j] && in.own[j].row == kNone) columns.push_back(j);
  }
  return columns;
}

}  // namespace

void translate(const Block& block, Innovated& in) {
  in.start.assign(block.columns, 0.0);
  in.shift.assign(in.rows.size(), 0.0);
  const std::vector<std::uint32_t> rows = rows_with_data(block, in);
  const std::vector<std::uint32_t> columns = shared_columns(in, rows);
  if (columns.empty()) return;
  std::map<std::uint32_t, std::uint32_t> number;
  for (const std::uint32_t j : columns) number.emplace(j, as_u32(number.size()));
  LeastSquares squares(columns.size());
  for (const std::uint32_t r : rows) {
    for (const Entry& e : in.entries_of(r)) {
      if (number.contains(e.column)) squares.add(number[e.column], e.multiplier);
    }
    squares.end_row(block.constant[in.rows[r]]);
  }
  const std::vector<double> fit = squares.minimum();
  for (std::size_t k = 0; k < columns.size(); ++k) in.start[columns[k]] = fit[k];
  for (std::uint32_t r = 0; r < in.rows.size(); ++r) {
    for (const Entry& e : in.entries_of(r)) in.shift[r] += e.multiplier * in.start[e.column];
  }
}

}  // namespace autumn::gaussian::equations
