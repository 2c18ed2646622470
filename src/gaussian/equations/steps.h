// Steps are supernodes that are eliminated together because they are alike: single pivots beside a
// dense remainder, and single pivots with one row each, as in chains and trees.
#pragma once

#include <cstdint>
#include <vector>

namespace autumn::gaussian::equations {

struct Supernodes;

enum class StepKind {
  kNode,    // one supernode of any shape
  kBundle,  // single pivots, each with all pivots of one and the same later supernode as its rows
  kPath,    // single pivots, each with the next place as its row
  kTree,    // single pivots, each with one row, which may be a later one of them
};

// The supernodes from `first` to before `last`.
struct Step {
  StepKind kind = StepKind::kNode;
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  [[nodiscard]] std::uint32_t count() const { return last - first; }
};

// Supernodes for which `is_alone` are steps of their own.
[[nodiscard]] std::vector<Step> find_steps(const Supernodes& supernodes,
                                           const std::vector<bool>& is_alone);

// About what elimination and inversion of a bundle take, as `nanoseconds` of supernodes.h.
[[nodiscard]] double bundle_nanoseconds(std::size_t pivots, std::size_t rows);
// Of one more pivot in it.
[[nodiscard]] double nanoseconds_in_bundle(std::size_t rows);

}  // namespace autumn::gaussian::equations
