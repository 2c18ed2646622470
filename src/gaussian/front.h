// A front: a small dense matrix in which columns are eliminated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace autumn::gaussian {

inline constexpr std::uint32_t kNoFront = std::numeric_limits<std::uint32_t>::max();

// A front is a small dense matrix in which one or more columns (its pivots) are eliminated. Its
// rows are the rows of the block whose first eliminated column is a pivot, and what is left over of
// its children. Stored row by row, with the right-hand side as one more column at the end.
struct Front {
  std::uint32_t first_pivot = 0;  // the pivots are order[first_pivot], ...
  std::uint32_t pivots = 0;
  std::uint32_t columns = 0;  // with the pivots, which come first, without the right-hand side
  std::uint32_t rows = 0;     // 0: nothing determines the pivot
  std::uint32_t reflectors = 0;
  std::uint32_t leftover = 0;  // rows handed to the parent; at a root, rows that go into the rest
  std::uint32_t parent = kNoFront;
  std::uint32_t parent_row = 0;  // where the rows left over begin in the parent
  std::uint32_t first_row = 0;   // into row_order and row_place
  std::uint32_t own_rows = 0;    // rows of the block
  bool has_children = false;
  std::size_t first_column = 0;  // into front_column and parent_column
  std::size_t matrix = 0;        // offsets into the scratch memory
  std::size_t reflector = 0;
  std::uint32_t tall = kNoFront;  // into Batches::talls, if its matrix is one of those

  [[nodiscard]] std::size_t width() const { return std::size_t{columns} + 1; }
  [[nodiscard]] bool is_root() const { return parent == kNoFront; }
};

}  // namespace autumn::gaussian
