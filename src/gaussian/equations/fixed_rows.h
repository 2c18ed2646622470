// Fixed rows need no pass over their numbers: these functions find them, and where the sum of their
// squares is least.
#pragma once

#include <cstdint>
#include <vector>

#include "gaussian/equations/equations.h"

namespace autumn::gaussian::equations {

// Rows (numbers among innovated.rows) that can be taken together, each list with one scale; those
// for which `is_dense` are left out.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> find_fixed_rows(
    const Block& block, const Innovated& innovated, const std::vector<bool>& is_dense);

// All but the pairs and links.
[[nodiscard]] FixedRows sum_up(const Block& block, const Innovated& innovated,
                               const Supernodes& supernodes,
                               const std::vector<std::uint32_t>& rows);

// Finds stretches and links, when the pairs are there.
void find_stretches(FixedRows& fixed);

}  // namespace autumn::gaussian::equations
