// The rows of a factor are its independent terms; this header says which of them an argument
// belongs to.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "model/model.h"

namespace autumn::collapse {

// A mark per row that has been taken away; empty means none.
using RowMarks = std::vector<std::uint8_t>;

// A place in an argument that all rows share.
inline constexpr std::uint32_t kEveryRow = std::numeric_limits<std::uint32_t>::max();

// How many independent terms a factor is the sum of: elements, or items of vector variates.
[[nodiscard]] std::size_t row_count(const expr::Graph& graph, const model::Factor& factor);

// The value (position 0) or an argument (1, 2, ...) of a factor.
[[nodiscard]] expr::NodeId at_position(const model::Factor& factor, std::size_t position);
[[nodiscard]] std::size_t positions(const model::Factor& factor);

// To which row a number of the node at this position belongs, or kEveryRow.
[[nodiscard]] std::uint32_t row_of(const expr::Graph& graph, const model::Factor& factor,
                                   std::size_t position, std::uint32_t number);

// The factor with only these rows.
[[nodiscard]] model::Factor with_rows(expr::Builder& builder, const model::Factor& factor,
                                      const std::vector<std::uint32_t>& rows);

}  // namespace autumn::collapse
