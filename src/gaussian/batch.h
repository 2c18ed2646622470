// Sub-blocks of equal shape, eliminated eight at a time, and tall fronts below which they hang.
//
// The usual hierarchy is many small subtrees of fronts ("cells") below a root with many rows and
// few columns. Cells of one shape form a group: lane l of its batch b is cell 8 b + l, and a number
// of the cell is eight neighbouring numbers of memory. A cell is reduced by rotations of two rows,
// which need no exchange of rows to keep the digits of small rows; which rows, and which columns
// are not zero, is the same for all cells of the group and found once.
//
// All this assumes moderate numbers (squares neither overflow nor underflow). If they are not, the
// whole block is eliminated front by front, as if there were no batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gaussian/front.h"

namespace autumn::gaussian {

enum class SlotKind : std::uint8_t { kNone, kShared, kRun, kTable };

// Which number of an array each lane uses.
struct LaneSlots {
  SlotKind kind = SlotKind::kNone;
  std::uint32_t first = 0;   // kShared: of all lanes; kRun: of the first, the others follow it
  std::ptrdiff_t table = 0;  // into Batches::slots, by batch and lane; kRun: for the last batch only
};

// A constant of each lane.
struct LaneNumbers {
  bool is_shared = true;
  double number = 0.0;    // of all lanes
  std::size_t table = 0;  // else into Batches::numbers, by batch and lane
};

struct CellEntry {
  std::uint8_t column = 0;
  bool is_added = false;   // to an entry of the same row and column
  LaneNumbers multiplier;  // with the root of the row's weight
  LaneSlots coefficient;
};

struct CellRow {
  std::uint32_t first_entry = 0;  // into CellGroup::entries
  std::uint32_t entries = 0;
  bool has_constant = true;  // false: it is zero in all cells
  LaneNumbers constant;      // with the root of the weight
  LaneNumbers weight;        // its root
  LaneSlots constant_slot;
  LaneSlots scale;
};

// (top, other) <- (c top + s other, c other - s top), so that other becomes zero in the pivot's
// column. The columns in which both rows are not zero, then those in which only one of them is, are
// in CellGroup::lists; going backward they are columns of Q.
struct Rotation {
  std::uint8_t top = 0;
  std::uint8_t other = 0;
  std::uint8_t pivot = 0;
  bool is_last = false;  // of its pivot: going backward, the top row is a unit vector before it
  bool has_top = false;  // going backward: whether the row has anything of the parent
  bool has_other = false;
  std::uint8_t both = 0;
  std::uint8_t tops = 0;
  std::uint8_t others = 0;
  std::uint32_t first = 0;
};

enum class ParentKind : std::uint8_t { kNone, kTall, kPlain };

// Where the rows left over go in the matrix of a plain front; per cell.
struct PlainTarget {
  std::size_t first = 0;  // the place of the first row
  std::uint32_t stride = 0;
};

struct CellGroup {
  std::uint32_t cells = 0;
  std::uint32_t batches = 0;
  std::uint32_t pivots = 0;
  std::uint32_t columns = 0;  // pivots first
  std::vector<CellRow> rows;
  std::vector<CellEntry> entries;
  std::vector<Rotation> forward;   // in order
  std::vector<Rotation> backward;  // in reverse order
  std::vector<std::uint8_t> lists;
  std::vector<std::uint8_t> pivot_row;
  std::vector<std::uint8_t> left_row;      // rows left over
  std::vector<std::uint8_t> alone;         // pivots without a rotation
  std::vector<std::uint32_t> zeros;        // row * width + column: nothing else writes there
  std::vector<LaneSlots> column;           // of the block
  bool has_coefficients = false;
  ParentKind parent = ParentKind::kNone;
  std::uint32_t tall = 0;                  // kTall: which, its row where ours begin, and per
  std::size_t tall_row = 0;                // column of it the column of the cell, or kNoColumn
  std::vector<std::uint8_t> tall_source;
  std::vector<PlainTarget> targets;        // kPlain: per cell
  std::vector<std::uint32_t> places;       // kPlain: per cell and column after the pivots
  std::size_t memory = 0;                  // of the first batch

  static constexpr std::uint8_t kNoColumn = 255;

  [[nodiscard]] std::size_t width() const { return std::size_t{columns} + 1; }
  [[nodiscard]] std::size_t others() const { return columns - pivots; }
  [[nodiscard]] std::size_t leftover() const { return left_row.size(); }
  // Numbers of one batch: the rows, then cosines and sines.
  [[nodiscard]] std::size_t batch_size() const {
    return (rows.size() * width() + 2 * forward.size()) * 8;
  }
};

// A root front with more rows than columns, stored column by column, with reflectors along the
// columns. Rows of cells come first, in the order in which their lanes lie.
struct Tall {
  std::uint32_t front = 0;   // into Batches::fronts
  std::uint32_t pivots = 0;  // all its columns
  std::size_t rows = 0;      // a multiple of 8
  std::size_t cell_rows = 0;
  std::size_t own_row = 0;   // where rows of the block begin
  bool has_plain_children = false;
  bool has_coefficients = false;  // somebody below or here
  std::size_t memory = 0;

  // The front, Q [I 0; 0 residual] and the adjoint, with the right-hand side as last column; one
  // factor and one row per reflector.
  [[nodiscard]] std::size_t size() const { return (3 * rows) * (pivots + 1) + 2 * pivots; }
};

struct Batches {
  std::vector<CellGroup> groups;
  std::vector<Tall> talls;
  std::vector<Front> fronts;  // those not in cells, with places of their own in memory
  std::vector<double> numbers;
  std::vector<std::uint32_t> slots;
  // Per scale, and then zeros to a multiple of 8.
  std::vector<double> is_once;      // 1 if its count is 1
  std::vector<double> scale_rest;
  std::vector<std::uint32_t> repeated;  // scales with any other count, not zero

  // Places in the scratch memory.
  std::size_t matrices = 0;
  std::size_t matrices_size = 0;
  std::size_t reflectors = 0;
  std::size_t reflectors_count = 0;
  std::size_t work = 0;
  std::size_t scratch = 0;  // numbers in all

  [[nodiscard]] bool is_used() const { return !groups.empty() || !talls.empty(); }
};

}  // namespace autumn::gaussian
