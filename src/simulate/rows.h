// The rows of a factor are one for each draw, with their numbers in values and arguments.
#pragma once

#include <vector>

#include "dist/distribution.h"

namespace autumn::simulate {

// How many items an array of this shape holds.
[[nodiscard]] std::size_t row_count(const expr::Shape& shape, dist::Item item);

// The places in storage that belong to one row; an array of one item belongs to all rows.
[[nodiscard]] std::vector<std::size_t> row_places(const expr::Shape& shape, dist::Item item,
                                                  std::size_t row);

// The shape of one item.
[[nodiscard]] expr::Shape item_shape(const expr::Shape& shape, dist::Item item);

}  // namespace autumn::simulate
