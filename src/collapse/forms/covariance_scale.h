// This header reads a covariance s * M, with a positive number s, as the scale sqrt(s) of rows that
// are whitened by M: then s is to them what it is to univariate normals.
#pragma once

#include <optional>

#include "collapse/forms/normal.h"

namespace autumn::collapse {

struct ScaledRows {
  NormalRows rows;
  bool is_known = false;  // M is, and far from singular: the rows have known coefficients
};

// The rows of a multi_normal, multi_normal_cholesky or multi_normal_prec factor whose matrix is a
// product of others with powers of positive variables (s); none for any other factor. `builder` has
// the model's graph.
[[nodiscard]] std::optional<ScaledRows> rows_with_scale(Builder& builder, const model::Model& model,
                                                        const model::Factor& factor);

}  // namespace autumn::collapse
