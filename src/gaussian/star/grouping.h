// A grouping divides the columns of a block into groups that meet only in shared ones.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/star/star.h"

namespace autumn::gaussian::star {

struct Group {
  bool is_triangular = false;           // row i begins at own column i, or later
  std::size_t leaves = 0;               // of an arrow, as in Sizes
  std::size_t leaf_rows = 0;            //
  std::vector<std::uint32_t> own;       // columns, and of an arrow kNone for leaves without
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

enum class Arrows { kNo, kYes };

// None if some group has no place in a star, whatever columns are shared. With few shared columns
// if possible; where there may be arrows, these may be fewer.
[[nodiscard]] std::optional<Grouped> find_groups(const Block& block, Arrows arrows);

}  // namespace autumn::gaussian::star
