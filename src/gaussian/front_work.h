// This header says how fronts lie in the scratch memory, and has what elimination and adjoint
// share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "gaussian/reflect.h"
#include "gaussian/symbolic.h"

namespace autumn::gaussian {

template <typename Number>
struct Memory {
  Number* matrices;
  Number* taus;   // per reflector
  Number* swaps;  // per reflector: the row that was exchanged with its row
  Number* inverse_scales;
  Number* work;
};

template <typename Number>
[[nodiscard]] Memory<Number> memory_of(const Symbolic& symbolic, std::span<Number> scratch) {
  Number* taus = scratch.data() + symbolic.matrices;
  Number* swaps = taus + symbolic.reflectors;
  Number* inverse_scales = swaps + symbolic.reflectors;
  return {scratch.data(), taus, swaps, inverse_scales, inverse_scales + symbolic.scales};
}

// Reflector p of a front; those that come after the pivots make the rows left over triangular.
[[nodiscard]] inline Reflector reflector(const Symbolic& symbolic, const Front& front,
                                         std::size_t p) {
  return {p, p < front.pivots ? symbolic.row_end[front.first_pivot + p] : front.rows};
}

// Fronts whose adjoint needs no matrices, and fronts whose reflectors are worth grouping.
inline constexpr std::uint32_t kSmallFront = 4;
inline constexpr std::uint32_t kWideFront = 16;

[[nodiscard]] inline bool is_small(const Front& front) {
  return front.reflectors == 1 && front.columns <= kSmallFront;
}

// How many reflectors from p on are applied at once. Rows are exchanged, from column p on, before
// the group, so both directions must group alike.
[[nodiscard]] inline std::size_t group_size(const Front& front, std::size_t p) {
  return front.columns >= kWideFront && p + kGroup <= front.reflectors ? kGroup : 1;
}

[[nodiscard]] inline bool is_cut(const Front& front) {
  return front.reflectors > front.pivots;
}

// Numbers the adjoint works in beside the front itself.
[[nodiscard]] inline std::size_t work_size(const Front& front) {
  const std::size_t rows = front.rows;
  const std::size_t pivots = front.pivots;
  const std::size_t others = front.width() - pivots;
  if (is_small(front)) return rows * others;
  const std::size_t packed = front.columns >= kWideFront ? kGroup * rows : 0;
  return rows * (pivots + 2 * others) + std::max(packed, pivots);
}

// The first column that is not zero in a row left over.
[[nodiscard]] inline std::size_t first_nonzero(const Front& front, std::size_t row) {
  return is_cut(front) ? row : front.pivots;
}

}  // namespace autumn::gaussian
