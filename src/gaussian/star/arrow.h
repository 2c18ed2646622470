// An arrow is a group whose rows have at most one leaf each, beside one or two hubs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "gaussian/star/grouping.h"

namespace autumn::gaussian::star {

// The next of a few sizes, so that groups of about the same size lie side by side.
[[nodiscard]] std::size_t padded(std::size_t size);

using ColumnsOfRow = std::function<std::span<const std::uint32_t>(std::uint32_t row)>;

// Puts leaves before hubs and rows in the order of their leaves, with empty leaves and rows. False,
// and nothing done, if the group is no arrow or too large.
[[nodiscard]] bool make_arrow(const ColumnsOfRow& columns, Group& group);

}  // namespace autumn::gaussian::star
