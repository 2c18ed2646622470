// The sides of a pencil are the rows of a block with one scale and those with another: this finds
// them, and the border, before anything is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaussian/block.h"

namespace autumn::gaussian::pencil {

struct RowsOfScale {
  std::int32_t scale = -1;
  std::vector<std::uint32_t> rows = {};
};

struct Sides {
  RowsOfScale first = {}, second = {};             // the second may have no rows
  std::vector<std::uint32_t> border_rows = {};     // those of other scales
  std::vector<std::uint32_t> inputs = {};          // slots of constants in the sides, rising
  std::vector<std::uint32_t> columns = {};         // of the block, without the border
  std::vector<std::uint32_t> border_columns = {};  // all that are in border rows, and maybe others

  // Of an evaluation with partials, of a draw, and of finding the pencil, about.
  [[nodiscard]] double nanoseconds() const;
  [[nodiscard]] double draw_nanoseconds() const;
  [[nodiscard]] double preparation() const;

 private:
  [[nodiscard]] std::size_t rows() const { return first.rows.size() + second.rows.size(); }
};

// Those that may do, the best first. None if coefficients change, or if there are more numbers than
// fit.
[[nodiscard]] std::vector<Sides> find_sides(const Block& block);

}  // namespace autumn::gaussian::pencil
