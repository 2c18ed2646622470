// This header turns sums of elements times data into matrix products, in one form for loops and
// arrays.
#pragma once

#include "model/model.h"

namespace autumn::model {

// Rewrites every sum of vectors that holds a matrix product, or at least two terms
// (constant vector) * (element of one array): scalars first, then vectors, then products, each in
// the order written. Also drops what the model does not need and numbers nodes in the order in
// which the model uses them.
[[nodiscard]] Model with_products(const Model& model);

}  // namespace autumn::model
