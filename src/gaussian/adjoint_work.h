// What the parts of the adjoint share: what they read, and where results go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gaussian/adjoint.h"
#include "gaussian/batch_work.h"
#include "gaussian/front_work.h"

namespace autumn::gaussian {

struct AdjointWork {
  const Block& block;
  const Symbolic& symbolic;
  const std::vector<Front>& fronts;
  const Inputs& inputs;
  AdjointSeed seed;
  Partials partials;
  Memory<double> memory;
  double* base = nullptr;  // of batches, if there are any
};

[[nodiscard]] inline Matrix matrix_of(const AdjointWork& work, const Front& front) {
  return {work.memory.matrices + front.matrix, front.width()};
}

// The adjoint of the parent, once it has been visited.
[[nodiscard]] inline Strided bars_of(const AdjointWork& work, const Front& parent) {
  if (parent.tall == kNoFront) {
    return {work.memory.matrices + parent.matrix, parent.width(), 1};
  }
  const Batches& batches = work.symbolic.batches;
  const Tall& tall = batches.talls[parent.tall];
  return {memory_of(batches, tall, work.base).adjoint, 1, tall.rows};
}

void visit(const AdjointWork& work, const Front& front);

// Replace a front by its adjoint, and add what its rows contribute to the partials. Its parent has
// been visited.
void visit_large(const AdjointWork& work, const Front& front);
// Only where is_small(front).
void visit_small(const AdjointWork& work, const Front& front);

// The partials that a row of the block contributes, except those by scales. `bars` has its adjoint
// as first row.
void add_row(const AdjointWork& work, std::uint32_t row, const Strided& bars,
             std::size_t right_hand_side);
void add_empty_row(const AdjointWork& work, std::uint32_t row);

// The partials that the front's rows of the block contribute, except those by scales. `bars` is the
// adjoint of the front.
void add_entries(const AdjointWork& work, const Front& front, const Matrix& bars);

}  // namespace autumn::gaussian
