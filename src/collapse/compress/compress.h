// Compression: data rows become fewer where that leaves the density as it is.
//
// What the data allow is not known all at once, so there is one door for each moment of the flow:
//   compress (here)            of the model, before the plan: rows that are linear in parameters;
//   BlockRows (block_rows.h)   of a Gaussian block, when the plan has chosen its elements: rows of
//                              several factors together, which had parameters as coefficients of
//                              each other before;
//   passes/compress            of the density, when all else is gone: sums that are linear in data
//                              (statistics) and equal rows (merge-rows), of any distribution.
#pragma once

#include "model/model.h"

namespace autumn::collapse {

// Design, section 5.4. Every normal or lognormal factor with one scale, whose residuals are sums of
// data coefficients times atoms (elements of variables, or elements times something that does not
// depend on the row), is replaced by the triangular factor of its rows, and what is left over by
// one weighted row: the same density to rounding, at a cost that does not grow with the data.
[[nodiscard]] model::Model compress(const model::Model& model);

}  // namespace autumn::collapse
