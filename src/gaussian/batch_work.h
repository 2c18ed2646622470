// How batches lie in the scratch memory, and what their kernels read and write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gaussian/adjoint.h"
#include "gaussian/batch.h"
#include "gaussian/eliminate.h"
#include "gaussian/front_work.h"
#include "gaussian/lanes.h"

namespace autumn::gaussian {

// The parts of a tall front.
template <typename Number>
struct TallMemory {
  Number* front;     // column by column; in the end reflectors and what is left over
  Number* rotated;   // Q [I 0; 0 residual]
  Number* adjoint;   // with the right-hand side as last column
  Number* factors;   // of the reflectors I - factor v v'
  Number* tops;      // the rows in which pivots ended up
  Number* triangle;  // row by row, in the memory of plain fronts
};

template <typename Number>
[[nodiscard]] TallMemory<Number> memory_of(const Batches& batches, const Tall& tall,
                                           Number* base) {
  const std::size_t size = tall.rows * (tall.pivots + 1);
  Number* front = base + tall.memory;
  return {front,
          front + size,
          front + 2 * size,
          front + 3 * size,
          front + 3 * size + tall.pivots,
          base + batches.matrices + batches.fronts[tall.front].matrix};
}

// Everything that kernels of cells need beside the group.
struct CellContext {
  const double* numbers;
  const std::uint32_t* slots;
  const double* coefficients;
  const double* constants;
  const double* inverse_scales;
  double* lanes;     // of the group
  double* matrices;  // of plain fronts
  double* tall;      // kTall: its front, column by column, from the first row of the group on
  std::size_t tall_rows;
};

// Kernels collect products and extremes lane by lane.
struct LaneTotals {
  Lanes product;  // of all pivots, without powers of two
  LaneBits powers;
  LaneBits is_moderate;  // all bits, or none if something was not
  Lanes rest;
};

AUTUMN_INLINE void multiply(LaneTotals& totals, const Lanes& x) {
  constexpr std::int64_t kMantissa = (std::int64_t{1} << 52) - 1;
  constexpr std::int64_t kOne = std::int64_t{1023} << 52;
  const LaneBits bits = reinterpret_cast<LaneBits>(totals.product * x);
  totals.powers += (bits >> 52) - 1023;
  totals.product = reinterpret_cast<Lanes>((bits & kMantissa) | kOne);
}

// The square of what will be divided by; far from where squares overflow or underflow.
AUTUMN_INLINE void expect_moderate(LaneTotals& totals, const Lanes& square) {
  totals.is_moderate &= (square > 1e-140) & (square < 1e140);
}

AUTUMN_INLINE Lanes numbers_at(const LaneNumbers& n, const CellContext& c, std::size_t batch) {
  return n.is_shared ? spread(n.number) : load(c.numbers + n.table + kLanes * batch);
}

AUTUMN_INLINE Lanes look_up(const std::uint32_t* slots, const double* from) {
  Lanes out;
  for (std::size_t l = 0; l < kLanes; ++l) out[l] = from[slots[l]];
  return out;
}

// What lane l reads from `from`; `is_full` tells whether the batch has lanes to spare.
AUTUMN_INLINE Lanes gather(const LaneSlots& s, const std::uint32_t* slots, const double* from,
                           std::size_t batch, bool is_full) {
  if (s.kind == SlotKind::kShared) return spread(from[s.first]);
  if (s.kind == SlotKind::kRun && is_full) return load(from + s.first + kLanes * batch);
  return look_up(slots + s.table + static_cast<std::ptrdiff_t>(kLanes * batch), from);
}

void eliminate_cells(const CellGroup& group, const CellContext& context, LaneTotals& totals);

// What the adjoint needs of the parent and where it adds.
struct CellAdjoint {
  AdjointSeed seed;
  const double* rotated;  // kTall: as in TallMemory, from the first row of the group on
  const double* adjoint;
  std::size_t tall_pivots;
  double* work;
  double* coefficients;  // null: nobody wants them
  double* partial_constants;
  double* scales;
};

void adjoin_cells(const CellGroup& group, const CellContext& context, const CellAdjoint& adjoint);

// Rows of what goes through the rotations, beside Q.
[[nodiscard]] inline std::size_t rotated_columns(const CellGroup& group, std::size_t tall_pivots,
                                                 bool with_coefficients) {
  switch (group.parent) {
    case ParentKind::kNone: return 1;
    case ParentKind::kTall: return tall_pivots + 1 + (with_coefficients ? group.others() : 0);
    case ParentKind::kPlain: return 2 * (group.others() + 1);
  }
  return 0;
}

[[nodiscard]] inline std::size_t work_size(const CellGroup& group, const Batches& batches) {
  const std::size_t pivots =
      group.parent == ParentKind::kTall ? batches.talls[group.tall].pivots : 0;
  const std::size_t columns = group.pivots + rotated_columns(group, pivots, true);
  return (group.rows.size() * (columns + 2) + group.entries.size()) * kLanes;
}

// u as in draw, for the columns of the group's pivots.
struct CellDraw {
  const double* lanes;
  const std::uint32_t* slots;
  const double* z;
  double* u;
};
void draw_cells(const CellGroup& group, const CellDraw& draw);

// Reduces a tall front.
void reduce_tall(const Tall& tall, const TallMemory<double>& memory, LaneTotals& totals);
// Q [I 0; 0 residual].
void rotate_tall(const Tall& tall, const TallMemory<double>& memory);
// The adjoint's last column, and the others if they are wanted.
void adjoin_tall(const Tall& tall, const TallMemory<double>& memory, const AdjointSeed& seed,
                 bool is_whole);

// Inverse scales, the product of those that count once, and the rest.
struct ScaleTable {
  std::span<const double> scales;
  const double* is_once;
  const double* rest;
  double* inverse;
};
void take_scales(const ScaleTable& table, LaneTotals& totals);

// From derivatives by log s to derivatives by s.
struct ScalePartials {
  std::span<double> partials;
  const double* count;
  const double* rest;
  const double* inverse;
};
void finish_scales(const ScalePartials& scales, const AdjointSeed& seed);

}  // namespace autumn::gaussian
