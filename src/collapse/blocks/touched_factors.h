// Touched factors are the normal factors with rows that contain elements to be collapsed.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "collapse/blocks/gaussian_block.h"
#include "collapse/forms/form.h"
#include "collapse/forms/row_scales.h"

namespace autumn::collapse {

// A normal factor with the form of its residual.
struct TouchedFactor {
  NormalFactor normal;
  Form residual;
  RowScales scales;
  std::size_t group = 0;  // the block that its rows go into
};

// In the order of the model. `forms` are over the elements of the request.
[[nodiscard]] std::vector<TouchedFactor> touched_factors(const GaussianRequest& request,
                                                         Builder& builder, Forms& forms);

// Blocks are kept apart by the collapsed scale or matrix they share, if any: says the group of
// every factor, and returns the scales (the first element of a matrix) by group.
[[nodiscard]] std::vector<std::optional<Column>> split_by_scale(
    const GaussianRequest& request, Builder& builder, std::vector<TouchedFactor>& touched);

}  // namespace autumn::collapse
