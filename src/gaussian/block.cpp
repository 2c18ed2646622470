// This file writes blocks row by row, and checks that they are consistent.
#include "gaussian/block.h"

#include <algorithm>

#include "base/error.h"
#include "base/numbers.h"

namespace autumn::gaussian {
namespace {

template <typename Slot>
bool are_below(const std::vector<Slot>& slots, std::size_t limit) {
  return std::ranges::all_of(slots, [limit](Slot slot) {
    if constexpr (std::is_signed_v<Slot>) {
      if (slot < 0) return true;
    }
    return static_cast<std::size_t>(slot) < limit;
  });
}

}  // namespace

void add_entry(Block& block, std::uint32_t column, double multiplier,
               std::int32_t coefficient_slot) {
  block.column.push_back(column);
  block.multiplier.push_back(multiplier);
  block.coefficient_slot.push_back(coefficient_slot);
}

// Weights are there from the first row on that has one other than 1, for all rows.
void end_row(Block& block, const RowEnd& end) {
  block.row_starts.push_back(as_u32(block.column.size()));
  block.constant.push_back(end.constant);
  block.constant_slot.push_back(end.constant_slot);
  block.scale_slot.push_back(end.scale_slot);
  if (block.root_weight.empty() && end.root_weight == 1.0) return;
  block.root_weight.resize(block.rows() - 1, 1.0);
  block.root_weight.push_back(end.root_weight);
}

void copy_row(const Block& from, std::uint32_t row, Block& to) {
  for (std::uint32_t e = from.row_starts[row]; e < from.row_starts[row + 1]; ++e) {
    add_entry(to, from.column[e], from.multiplier[e], from.coefficient_slot[e]);
  }
  end_row(to, {.constant = from.constant[row],
               .constant_slot = from.constant_slot[row],
               .scale_slot = from.scale_slot[row],
               .root_weight = root_weight_of(from, row)});
}

Block without_rows(const Block& block) {
  Block bare;
  bare.columns = block.columns;
  bare.scale_count = block.scale_count;
  bare.scale_rest = block.scale_rest;
  bare.constant_term = block.constant_term;
  bare.constant_rounding = block.constant_rounding;
  bare.coefficients = block.coefficients;
  bare.constants = block.constants;
  bare.scales = block.scales;
  return bare;
}

bool has_fixed_coefficients(const Block& block, std::uint32_t row) {
  const auto first = block.coefficient_slot.begin();
  return std::all_of(first + block.row_starts[row], first + block.row_starts[row + 1],
                     [](std::int32_t slot) { return slot < 0; });
}

void check(const Block& block) {
  const std::size_t rows = block.rows();
  const std::size_t entries = block.column.size();
  AUTUMN_CHECK(block.row_starts.front() == 0 && block.row_starts.back() == entries &&
                   std::ranges::is_sorted(block.row_starts),
               "rows of a Gaussian block follow each other");
  AUTUMN_CHECK(block.multiplier.size() == entries && block.coefficient_slot.size() == entries,
               "every entry of a Gaussian block has a multiplier and a slot");
  AUTUMN_CHECK(block.constant.size() == rows && block.constant_slot.size() == rows &&
                   block.scale_slot.size() == rows &&
                   (block.root_weight.empty() || block.root_weight.size() == rows),
               "every row of a Gaussian block has a constant and a scale");
  AUTUMN_CHECK(block.scale_count.size() == block.scales && block.scale_rest.size() == block.scales,
               "every scale of a Gaussian block has a count and a rest");
  AUTUMN_CHECK(are_below(block.column, block.columns) &&
                   are_below(block.coefficient_slot, block.coefficients) &&
                   are_below(block.constant_slot, block.constants) &&
                   are_below(block.scale_slot, block.scales),
               "slots and columns of a Gaussian block exist");
}

}  // namespace autumn::gaussian
