// This file sorts the rows of a block by their scales, and says what a pencil of them would cost.
#include "gaussian/pencil/sides.h"

#include <algorithm>
#include <map>
#include <utility>

namespace autumn::gaussian::pencil {
namespace {

constexpr std::size_t kMostColumns = 1500;
constexpr std::size_t kMostNumbers = std::size_t{1} << 22;  // of a dense matrix of rows

// Rows without columns go with whichever side has their scale.
std::optional<std::map<std::int32_t, RowsOfScale>> rows_by_scale(const Block& block) {
  std::map<std::int32_t, RowsOfScale> found;
  for (std::uint32_t i = 0; i < block.rows(); ++i) {
    RowsOfScale& rows = found[block.scale_slot[i]];
    rows.scale = block.scale_slot[i];
    rows.rows.push_back(i);
    if (found.size() > 2) return std::nullopt;
  }
  return found;
}

std::vector<std::uint32_t> inputs_of(const Block& block) {
  std::vector<std::uint32_t> slots;
  for (const std::int32_t slot : block.constant_slot) {
    if (slot >= 0) slots.push_back(static_cast<std::uint32_t>(slot));
  }
  std::ranges::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

double count_of(std::size_t n) {
  return static_cast<double>(n);
}

}  // namespace

std::optional<Sides> find_sides(const Block& block) {
  const auto changes = [](std::int32_t slot) { return slot >= 0; };
  if (block.columns == 0 || block.columns > kMostColumns || block.rows() < block.columns ||
      std::ranges::any_of(block.coefficient_slot, changes)) {
    return std::nullopt;
  }
  auto found = rows_by_scale(block);
  if (!found) return std::nullopt;
  Sides sides;
  sides.first = std::move(found->begin()->second);
  if (found->size() == 2) sides.second = std::move(found->rbegin()->second);
  sides.inputs = inputs_of(block);
  if (block.rows() * (block.columns + sides.inputs.size() + 1) > kMostNumbers) return std::nullopt;
  return sides;
}

double Sides::nanoseconds(const Block& block) const {
  constexpr double kAlways = 60.0, kPerColumn = 5.0, kPerNumber = 0.7;
  const double n = count_of(block.columns), inputs_count = count_of(inputs.size());
  const double left_over =
      std::min(inputs_count, count_of(block.rows()) - n) * inputs_count * kPerNumber;
  return kAlways + kPerColumn * n + kPerNumber * n * inputs_count + 2.0 * left_over;
}

double Sides::draw_nanoseconds(const Block& block) const {
  constexpr double kPerNumber = 0.5;
  const double n = count_of(block.columns);
  return nanoseconds(block) / 3.0 + kPerNumber * n * n;
}

double Sides::preparation(const Block& block) const {
  constexpr double kPerProduct = 3.0;
  const double n = count_of(block.columns), rows = count_of(block.rows());
  return kPerProduct * rows * n * (n + count_of(inputs.size()) / 3.0);
}

}  // namespace autumn::gaussian::pencil
