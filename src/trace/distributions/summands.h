// The summands of a log density as Stan Math writes them, where they are other ones than the terms
// of our formulas: which are dropped by `~` depends on how they are put together.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace autumn::trace {

// The sum of those that are dropped, for one element: the value and the arguments as numbers
// (anything for those that are differentiated by), and which of them are. Nothing if the terms of
// the formula are Stan's summands.
[[nodiscard]] std::optional<double> dropped_summands(std::string_view distribution,
                                                     std::span<const double> numbers,
                                                     const std::vector<bool>& is_differentiated);

// A value or an argument as a whole, for densities of vectors and matrices.
struct SummandItem {
  std::span<const double> numbers;  // empty where they are not known
  std::size_t rows = 1;
  std::size_t size = 1;
};
// The same for those, by the name they are called with; a density is of one value then. Nothing if
// they are not in the table.
[[nodiscard]] std::optional<double> dropped_item_summands(
    std::string_view distribution, std::span<const SummandItem> items,
    const std::vector<bool>& is_differentiated);
[[nodiscard]] bool has_item_summands(std::string_view distribution);

}  // namespace autumn::trace
