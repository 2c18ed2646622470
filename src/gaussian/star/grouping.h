// A grouping divides the columns of a block into groups that meet only in shared ones.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "gaussian/block.h"

namespace autumn::gaussian::star {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

struct Group {
  bool is_triangular = false;           // row i begins at own column i, or later
  std::vector<std::uint32_t> own;       // columns
  std::vector<std::uint32_t> own_rows;  // per column
  std::vector<std::uint32_t> rows;      // the others, and at the end kNone for rows of zeros
  std::vector<std::uint32_t> met;       // places in the list of shared columns
  std::vector<std::int32_t> slots;      // of scales, own rows first
};

// A block taken apart.
struct Grouped {
  std::vector<Group> groups;
  std::vector<std::uint32_t> shared;       // columns
  std::vector<std::uint32_t> place;        // per column: its place in `shared`, or kNone
  std::vector<std::uint32_t> shared_rows;  // rows that have no other columns
};

// None if some group has no place in a star, whatever columns are shared.
[[nodiscard]] std::optional<Grouped> find_groups(const Block& block);

}  // namespace autumn::gaussian::star
