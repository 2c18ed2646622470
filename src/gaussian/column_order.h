// This header declares the orders of elimination to choose from.
#pragma once

#include <cstdint>
#include <vector>

#include "gaussian/block.h"

namespace autumn::gaussian {

// A fill-reducing order for orthogonal elimination (COLAMD; Davis, Gilbert, Larimore, Ng 2004).
[[nodiscard]] std::vector<std::uint32_t> fill_reducing_order(const Block& block);
[[nodiscard]] std::vector<std::uint32_t> natural_order(const Block& block);
[[nodiscard]] std::vector<std::uint32_t> reverse_order(const Block& block);
// Columns with few entries first: leaves before what they share.
[[nodiscard]] std::vector<std::uint32_t> order_by_entries(const Block& block);

}  // namespace autumn::gaussian
