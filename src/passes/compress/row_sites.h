// A row site is a sum over rows: what is added up, and what the rows are made of.
//
// A site is a sum or an inner product over arrays that are computed row by row from data: constant
// arrays, gathers with a constant index, a constant matrix times a vector, and scalars. Its rows
// may be put in another order, and equal rows may be merged.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "passes/rewrite.h"

namespace autumn::passes {

// The nodes below some roots that are computed row by row, and the leaves where rows come from.
struct RowCone {
  std::size_t rows = 0;
  std::vector<NodeId> inner;   // elementwise nodes of this many elements, operands first
  std::vector<NodeId> leaves;  // constants, gathers, broadcasts, matrix
                               // products; operands outside
};

// None if some row of a root depends on more than its row of data.
[[nodiscard]] std::optional<RowCone> row_cone(const Graph& graph, const std::vector<NodeId>& roots);

// Numbers rows such that rows with the same number are equal in all leaves; numbers are given in
// the order of first rows.
[[nodiscard]] std::vector<std::uint32_t> row_classes(const Graph& graph, const RowCone& cone);

// By node: whether it, or something computed row by row from it, is needed for more than sums and
// inner products, so that its rows have to stay as they are.
[[nodiscard]] std::vector<bool> needed_in_order(const Graph& graph);

}  // namespace autumn::passes
