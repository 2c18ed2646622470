// This file finds rows with known constants, and sums them up.
#include "gaussian/equations/fixed_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "gaussian/equations/least_squares.h"

namespace autumn::gaussian::equations {
std::vector<std::vector<std::uint32_t>> find_fixed_rows(const Block& block, const Innovated& in,
                                                        const std::vector<bool>& is_dense) {
  struct Group {
    std::vector<std::uint32_t> rows;
    std::map<std::uint32_t, std::uint32_t> slot_of;
    bool is_fixed = true;
  };
  std::map<std::int32_t, Group> groups;
  for (std::uint32_t r = 0; r < in.rows.size(); ++r) {
    if (is_dense[r]) continue;
    const std::uint32_t row = in.rows[r];
    Group& group = groups[block.scale_slot[row]];
    if (!group.is_fixed) continue;
    group.rows.push_back(r);
    group.is_fixed = block.constant_slot[row] < 0 && !in.has_offsets;
    for (const Entry& e : in.entries_of(r)) {
      const auto [at, is_new] = group.slot_of.try_emplace(e.column, e.slot);
      group.is_fixed = group.is_fixed && at->second == e.slot;
    }
  }
  std::vector<std::vector<std::uint32_t>> found;
  for (auto& [scale, group] : groups) {
    const std::size_t least = 4;
    if (group.is_fixed && group.rows.size() >= least) found.push_back(std::move(group.rows));
  }
  return found;
}

FixedRows sum_up(const Block& block, const Innovated& in, const Supernodes& supernodes,
                 const std::vector<std::uint32_t>& rows) {
  FixedRows out;
  out.scale = block.scale_slot[in.rows[rows.front()]];
  std::map<std::uint32_t, std::uint32_t> number;  // by place
  std::map<std::uint32_t, std::uint32_t> slot_of;
  for (const std::uint32_t r : rows) {
    for (const Entry& e : in.entries_of(r)) slot_of[supernodes.place[e.column]] = e.slot;
  }
  for (const auto& [place, slot] : slot_of) {
    number[place] = as_u32(out.places.size());
    out.places.push_back(place);
    out.slots.push_back(slot);
  }
  LeastSquares squares(out.places.size());
  for (const std::uint32_t r : rows) {
    const std::uint32_t row = in.rows[r];
    const double root = root_weight_of(block, row);
    for (const Entry& e : in.entries_of(r)) {
      squares.add(number[supernodes.place[e.column]], root * e.multiplier);
    }
    const double constant = block.constant[row] - in.shift[r];
    squares.end_row(root * constant);
    out.farthest = std::max(out.farthest, std::abs(root * constant));
  }
  out.right = squares.transposed(squares.constants());
  out.squares = squares.squared_norms();
  out.origin = squares.minimum();
  const std::vector<double> left = squares.residuals(out.origin);
  out.gradient = squares.transposed(left);
  for (const double x : left) out.rest += x * x;
  return out;
}

void find_stretches(FixedRows& fixed) {
  constexpr std::size_t kFewestPlaces = 16;  // per stretch, about
  const std::size_t n = fixed.places.size();
  if (n == 0 || fixed.places.back() - fixed.places.front() != n - 1) return;
  const Pairs& pairs = fixed.pairs;
  std::vector<double> links(pairs.columns.empty() ? 0 : n + 1, 0.0);
  for (std::size_t k = 0; k < pairs.columns.size(); ++k) {
    const std::uint32_t column = pairs.columns[k];
    const bool is_neighbour =
        pairs.starts[k + 1] == pairs.starts[k] + 1 && pairs.rows[pairs.starts[k]] == column + 1;
    if (!is_neighbour) return;
    links[column + 1 - fixed.places.front()] = pairs.numbers[pairs.starts[k]];
  }
  std::vector<std::uint32_t> stretches;
  for (std::uint32_t k = 0; k < n; ++k) {
    if (k == 0 || fixed.slots[k] != fixed.slots[k - 1]) stretches.push_back(k);
  }
  if (stretches.size() * kFewestPlaces > n) return;
  stretches.push_back(as_u32(n));
  fixed.stretches = std::move(stretches);
  fixed.links = std::move(links);
}

}  // namespace autumn::gaussian::equations
