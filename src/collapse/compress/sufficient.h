// Sufficient rows are the few rows that a normal likelihood needs that is linear in parameters: no
// more than it has coefficients.
#pragma once

#include "model/model.h"

namespace autumn::collapse {

// Every normal or lognormal factor with one scale, whose residuals are sums of data coefficients
// times atoms (elements of variables, or elements times something that does not
// depend on the row), is replaced by the triangular factor of its rows, and what is left over by
// one weighted row: the same density to rounding, at a cost that does not grow with the data.
[[nodiscard]] model::Model with_sufficient_rows(const model::Model& model);

}  // namespace autumn::collapse
