// The sides of a pencil are the rows of a block with one scale and those with another: this finds
// them, before anything is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gaussian/block.h"

namespace autumn::gaussian::pencil {

struct RowsOfScale {
  std::int32_t scale = -1;
  std::vector<std::uint32_t> rows = {};
};

struct Sides {
  RowsOfScale first, second;          // the second may have no rows
  std::vector<std::uint32_t> inputs;  // slots of constants, rising

  // Of an evaluation with partials, of a draw, and of finding the pencil, about.
  [[nodiscard]] double nanoseconds(const Block& block) const;
  [[nodiscard]] double draw_nanoseconds(const Block& block) const;
  [[nodiscard]] double preparation(const Block& block) const;
};

// None if there are more scales than two, coefficients that change, or more numbers than fit.
[[nodiscard]] std::optional<Sides> find_sides(const Block& block);

}  // namespace autumn::gaussian::pencil
