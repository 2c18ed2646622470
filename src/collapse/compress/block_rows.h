// Rows of a Gaussian block of which every number but the scale is known once its elements have been
// chosen, and their compression.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "gaussian/compress.h"

namespace autumn::collapse {

// Rows in groups that are compressed apart: those of one scale, or of known scales of one order of
// magnitude. The last column is the constant.
class BlockRows {
 public:
  // `columns` counts those of the block, without the constant.
  explicit BlockRows(std::size_t columns) : columns_(columns) {}

  // An entry of the row that is being written.
  void add_entry(int group, std::uint32_t column, double value);
  // The constant, which ends it.
  void end_row(int group, double constant);

  struct Group {
    int number = 0;
    std::size_t rows_before = 0;
    gaussian::Compressed compressed;
  };
  // Design, section 5.4: the rows of each group become their triangular factor. Groups that have
  // rows, by increasing number.
  [[nodiscard]] std::vector<Group> compress() const;

 private:
  [[nodiscard]] gaussian::SparseRows& rows_of(int group);

  std::size_t columns_;
  std::map<int, gaussian::SparseRows> groups_;
};

}  // namespace autumn::collapse
