// Each group is one matrix of numbers.
#include "collapse/compress/block_rows.h"

#include <utility>

namespace autumn::collapse {

gaussian::SparseRows& BlockRows::rows_of(int group) {
  gaussian::SparseRows& rows = groups_[group];
  rows.columns = columns_ + 1;
  return rows;
}

void BlockRows::add_entry(int group, std::uint32_t column, double value) {
  gaussian::SparseRows& rows = rows_of(group);
  rows.column.push_back(column);
  rows.value.push_back(value);
}

void BlockRows::end_row(int group, double constant) {
  add_entry(group, static_cast<std::uint32_t>(columns_), constant);
  gaussian::SparseRows& rows = rows_of(group);
  rows.row_starts.push_back(static_cast<std::uint32_t>(rows.column.size()));
}

std::vector<BlockRows::Group> BlockRows::compress() const {
  std::vector<Group> result;
  for (const auto& [number, rows] : groups_) {
    result.push_back({.number = number,
                      .rows_before = rows.rows(),
                      .compressed = gaussian::compress(rows, gaussian::LastColumn::kConstant)});
  }
  return result;
}

}  // namespace autumn::collapse
