// Moments of draws that are affine in standard normal numbers, for comparing cheaper ways to draw
// the columns of a block with its rows.
#pragma once

#include <vector>

#include "collapse/recovery.h"
#include "expr/interpret.h"

namespace autumn::collapse::testing {

// A mean, and the square of the matrix that normal numbers are multiplied with.
struct Drawn {
  expr::Array mean;
  expr::Array covariance;
};

// Of a graph that reads two normal numbers per column, and of a point (DrawBlock::by_covariance).
[[nodiscard]] Drawn drawn(const GraphOfVariables& draw, const std::vector<expr::Array>& point,
                          std::size_t columns);

// The log density of columns that are drawn so.
[[nodiscard]] double density_of(const Drawn& drawn, const std::vector<double>& u);

}  // namespace autumn::collapse::testing
