// This header finds rows that have the same scale by the way it is computed, as in sigma[g[n]] or
// exp(a + b * x[n]).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "expr/builder.h"

namespace autumn::collapse {

struct RowScales {
  expr::NodeId scales;                      // one per class
  std::vector<std::uint32_t> class_of_row;  // counted from 0, in the order of what they read
  std::size_t count = 0;                    // of classes
};

// None if the scales are known, or are not computed row by row.
[[nodiscard]] std::optional<RowScales> row_scales(expr::Builder& builder, expr::NodeId scale,
                                                  std::size_t rows);

}  // namespace autumn::collapse
