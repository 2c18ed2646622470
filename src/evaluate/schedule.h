// The schedule is the order of execution, and says which operations run together in strips.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evaluate/fuse.h"
#include "evaluate/view.h"
#include "expr/graph.h"

namespace autumn::evaluate {

// Long arrays are worked through this many elements at a time, so that what one operation writes is
// still in the first cache when the next one reads it. Part of the meaning of a sum (its order), so
// not tuned per machine.
inline constexpr std::size_t kStrip = 256;

// Nodes to be computed once each (length 0), or together in strips over `length` elements.
struct Loop {
  std::size_t length = 0;
  std::size_t strip = kStrip;
  std::vector<expr::NodeId> nodes;
};

// The strip of a loop: shorter where rows of a matrix take part, which then stay in the first cache
// between a product and its transpose.
inline constexpr std::size_t kRowStrip = 128;

// Loops of more rows are divided into blocks of so many (blocks.h). A hundred microseconds of work
// or so: much more than it takes to hand a block to a thread, and few enough rows for programs of
// some hundred thousand to occupy several. Not tuned per machine either.
inline constexpr std::size_t kBlockRows = std::size_t{1} << 15;

// matrix * vector and matrix' * vector with few columns, or with so many rows that there are blocks
// of them, which run over strips of rows.
[[nodiscard]] bool is_row_product(const expr::Graph& graph, expr::NodeId id);
[[nodiscard]] bool is_transposed_row_product(const expr::Graph& graph, expr::NodeId id);

// All of what follows is about heads of units.
//
// The number of elements a unit works through strip by strip; 0 if it runs at once.
[[nodiscard]] std::size_t strip_length(const expr::Graph& graph, const Units& units,
                                       expr::NodeId id);
// Whether strip s of the result needs nothing but strip s of operand k.
[[nodiscard]] bool reads_by_strip(const expr::Graph& graph, const Units& units, expr::NodeId id,
                                  std::size_t k);
// Whether strip s of the (first) result is finished after strip s (a sum is not).
[[nodiscard]] bool writes_by_strip(const expr::Graph& graph, const Units& units, expr::NodeId id);

// Orders the heads that are neither leaves nor views, operands first, into few and large loops.
[[nodiscard]] std::vector<Loop> schedule(const expr::Graph& graph,
                                         std::span<const expr::NodeId> nodes,
                                         const std::vector<View>& views, const Units& units);

}  // namespace autumn::evaluate
