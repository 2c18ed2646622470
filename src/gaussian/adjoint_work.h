// This header has what the parts of the adjoint share: what they read, and where results go.
#pragma once

#include <cstdint>
#include <span>

#include "gaussian/adjoint.h"
#include "gaussian/front_work.h"

namespace autumn::gaussian {

struct AdjointWork {
  const Block& block;
  const Symbolic& symbolic;
  const Inputs& inputs;
  AdjointSeed seed;
  Partials partials;
  Memory<double> memory;
};

[[nodiscard]] inline Matrix matrix_of(const AdjointWork& work, const Front& front) {
  return {work.memory.matrices + front.matrix, front.width()};
}

// A derivative by the logarithm of the row's scale, for now.
inline void add_scale(const AdjointWork& work, std::uint32_t row, double partial) {
  const std::int32_t slot = work.block.scale_slot[row];
  if (slot >= 0 && !work.partials.scales.empty()) work.partials.scales[slot] += partial;
}

// Replace a front by its adjoint, and add what its rows contribute to the partials. Its parent has
// been visited.
void visit_large(const AdjointWork& work, const Front& front);
// Only where is_small(front).
void visit_small(const AdjointWork& work, const Front& front);

// The partials that the front's rows of the block contribute, except those by scales. `bars` is the
// adjoint of the front.
void add_entries(const AdjointWork& work, const Front& front, const Matrix& bars);

}  // namespace autumn::gaussian
