// The symbolic analysis of a Gaussian block finds the order of elimination and the fronts, once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/centred.h"
#include "gaussian/ways.h"
#include "gaussian/whitened.h"

namespace autumn::gaussian {

inline constexpr std::uint32_t kNoFront = std::numeric_limits<std::uint32_t>::max();

// A front is a small dense matrix in which one or more columns (its pivots) are eliminated. Its
// rows are the rows of the block whose first eliminated column is a pivot, and what is left over of
// its children. Stored row by row, with the right-hand side as one more column at the end.
struct Front {
  std::uint32_t first_pivot = 0;  // the pivots are order[first_pivot], ...
  std::uint32_t pivots = 0;
  std::uint32_t columns = 0;  // with the pivots, which come first, without the right-hand side
  std::uint32_t rows = 0;     // 0: nothing determines the pivot
  std::uint32_t reflectors = 0;
  std::uint32_t leftover = 0;  // rows handed to the parent; at a root, rows that go into the rest
  std::uint32_t parent = kNoFront;
  std::uint32_t parent_row = 0;  // where the rows left over begin in the parent
  std::uint32_t first_row = 0;   // into row_order and row_place
  std::uint32_t own_rows = 0;    // rows of the block
  bool has_children = false;
  std::size_t first_column = 0;  // into front_column and parent_column
  std::size_t matrix = 0;        // offsets into the scratch memory
  std::size_t reflector = 0;

  [[nodiscard]] std::size_t width() const { return std::size_t{columns} + 1; }
  [[nodiscard]] bool is_root() const { return parent == kNoFront; }
};

// With faster ways to the value and its partials than fronts, if whoever analyzes the block asks
// for them (find_fast_ways), of the block itself or of its centred or its whitened form. Where
// these have no answer, the fronts have.
struct Symbolic : Ways {
  std::vector<std::uint32_t> order;          // columns in the order of elimination
  std::vector<std::uint32_t> row_end;        // per place in the order: rows of its front in play
  std::vector<Front> fronts;                 // children before parents
  std::vector<std::uint32_t> front_column;   // per front and column: the column of the block
  std::vector<std::uint32_t> parent_column;  // per front and column: its place in the parent
  std::vector<std::uint32_t> row_order;      // rows of the block, front by front
  std::vector<std::uint32_t> row_place;      // per place in row_order: the row in the front
  std::vector<std::uint32_t> entry_column;   // per entry of the block: the column in the front
  std::vector<std::uint32_t> empty_rows;     // rows without columns

  std::size_t scales = 0;
  std::size_t matrices = 0;           // numbers in all fronts
  std::size_t reflectors = 0;         // in all fronts
  std::size_t largest_work = 0;       // numbers needed beside the fronts, for one of them at a time
  std::size_t entries_in_factor = 0;  // of T, without the right-hand side
  std::size_t largest_front = 0;      // its number of columns
  double flops = 0.0;                 // of one elimination; value and partials cost about three

  // Which has the fast ways, if it is there: one of them at most.
  std::optional<Centred> centred = {};
  std::optional<Whitened> whitened = {};
};

// Tries the columns as they come, their reverse, those with few entries first, and, unless one of
// these is cheap, a fill-reducing order (COLAMD); takes the cheapest. Memory is linear in the size
// of the factor.
[[nodiscard]] Symbolic analyze(const Block& block);

void find_fast_ways(const Block& block, Symbolic& symbolic);
// Those of the form that has them.
[[nodiscard]] const Ways& fast_ways(const Symbolic& symbolic);
// About what value and partials take, by the fastest way there is, on one core of 2023.
[[nodiscard]] double nanoseconds(const Symbolic& symbolic);
[[nodiscard]] double draw_nanoseconds(const Symbolic& symbolic);

// How many numbers the functions of eliminate.h need as scratch memory.
// Of what is evaluated; fronts that would need more than kMostSpare numbers, and are seldom asked
// where there is a faster way, allocate their own when they are.
inline constexpr std::size_t kMostSpare = std::size_t{1} << 23;
[[nodiscard]] std::size_t scratch_size(const Symbolic& symbolic);
// Of the elimination by fronts, whose factor stays in it.
[[nodiscard]] std::size_t fronts_scratch_size(const Symbolic& symbolic);

// "9 columns in 9 fronts, largest 2, 17 entries in the factor, 240 operations"
[[nodiscard]] std::string to_text(const Symbolic& symbolic);

}  // namespace autumn::gaussian
