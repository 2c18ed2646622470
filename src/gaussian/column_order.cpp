// This file finds orders of elimination: COLAMD's, and the order in which the columns come.
#include "gaussian/column_order.h"

#include <suitesparse/colamd.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace autumn::gaussian {
namespace {

// The pattern by columns: COLAMD takes the starts and the rows, with room to work in.
struct Pattern {
  std::vector<int> starts;
  std::vector<int> rows;
};

Pattern pattern_by_columns(const Block& block, std::size_t room) {
  Pattern pattern{.starts = std::vector<int>(block.columns + 1, 0), .rows = std::vector<int>(room)};
  for (const std::uint32_t column : block.column) ++pattern.starts[column + 1];
  std::partial_sum(pattern.starts.begin(), pattern.starts.end(), pattern.starts.begin());
  std::vector<int> next(pattern.starts.begin(), pattern.starts.end() - 1);
  for (std::size_t row = 0; row < block.rows(); ++row) {
    for (std::uint32_t e = block.row_starts[row]; e < block.row_starts[row + 1]; ++e) {
      pattern.rows[static_cast<std::size_t>(next[block.column[e]]++)] = static_cast<int>(row);
    }
  }
  return pattern;
}

}  // namespace

std::vector<std::uint32_t> natural_order(const Block& block) {
  std::vector<std::uint32_t> order(block.columns);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

std::vector<std::uint32_t> reverse_order(const Block& block) {
  std::vector<std::uint32_t> order = natural_order(block);
  std::ranges::reverse(order);
  return order;
}

std::vector<std::uint32_t> order_by_entries(const Block& block) {
  std::vector<std::uint32_t> entries(block.columns, 0);
  for (const std::uint32_t column : block.column) ++entries[column];
  std::vector<std::uint32_t> order = natural_order(block);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t column) { return entries[column]; });
  return order;
}

std::vector<std::uint32_t> fill_reducing_order(const Block& block) {
  constexpr std::size_t kMost = std::numeric_limits<int>::max();
  const std::size_t entries = block.column.size();
  if (entries > kMost / 4 || block.rows() > kMost / 4) return natural_order(block);
  const int rows = static_cast<int>(block.rows());
  const int columns = static_cast<int>(block.columns);
  const std::size_t room = colamd_recommended(static_cast<int>(entries), rows, columns);
  if (room == 0 || room > kMost) return natural_order(block);
  Pattern pattern = pattern_by_columns(block, room);
  int stats[COLAMD_STATS];
  if (colamd(rows, columns, static_cast<int>(room), pattern.rows.data(), pattern.starts.data(),
             nullptr, stats) == 0) {
    return natural_order(block);
  }
  return {pattern.starts.begin(), pattern.starts.end() - 1};
}

}  // namespace autumn::gaussian
