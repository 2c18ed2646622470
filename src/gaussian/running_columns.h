// Running columns: where rows contain the sum of a column and of those before it, again and again,
// the running sums are better columns, because rows are then short.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gaussian/block.h"

namespace autumn::gaussian {

// A column that becomes the sum of itself and of what stands for the column before it.
struct RunningColumn {
  std::uint32_t column = 0;
  std::uint32_t before = 0;
};

struct Runs {
  const Block& block;
  const std::vector<std::int32_t>& centred;  // per column: not negative for those of some group
  std::span<const std::uint32_t> group;      // rising, none with a coefficient in any row
};

// Each before the one that it is added to, in runs from the first column to the last or the other
// way round; the first of a run may have a column outside all groups before it. Empty if rows would
// not become much shorter.
[[nodiscard]] std::vector<RunningColumn> running_columns(const Runs& runs);

}  // namespace autumn::gaussian
