// This file checks that a block is consistent.
#include "gaussian/block.h"

#include <algorithm>

#include "base/error.h"

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
