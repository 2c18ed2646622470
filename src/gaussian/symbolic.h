// Symbolic analysis of a Gaussian block: the order of elimination and the fronts, found once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gaussian/batch.h"
#include "gaussian/block.h"
#include "gaussian/front.h"

namespace autumn::gaussian {

struct Symbolic {
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

  Batches batches;  // what is eliminated eight at a time; empty if nothing is
};

enum class Batching { kWherePossible, kNone };

// Tries the columns as they come, their reverse, those with few entries first, and, unless one of
// these is cheap, a fill-reducing order (COLAMD); takes the cheapest. Memory is linear in the size
// of the factor.
[[nodiscard]] Symbolic analyze(const Block& block, Batching batching = Batching::kWherePossible);

// How many numbers the functions of eliminate.h need as scratch memory.
[[nodiscard]] std::size_t scratch_size(const Symbolic& symbolic);

// "9 columns in 9 fronts, largest 2, 17 entries in the factor, 240 operations"
[[nodiscard]] std::string to_text(const Symbolic& symbolic);

}  // namespace autumn::gaussian
