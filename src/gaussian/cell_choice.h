// Which subtrees of fronts are cells, and which roots are tall.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/symbolic.h"

namespace autumn::gaussian {

// A subtree of fronts as one matrix.
struct Cell {
  std::uint32_t top = 0;               // its uppermost front
  std::uint32_t pivots = 0;
  std::vector<std::uint32_t> columns;  // of the block, pivots first
  std::vector<std::uint32_t> rows;     // of the block
  std::vector<std::uint8_t> entry_column;  // of all rows, one after the other
};

struct CellChoice {
  std::vector<std::vector<Cell>> groups;  // cells of one shape
  std::vector<bool> is_in_cell;           // per front
  std::vector<bool> is_tall;              // per front
};

[[nodiscard]] CellChoice choose_cells(const Block& block, const Symbolic& symbolic);

}  // namespace autumn::gaussian
