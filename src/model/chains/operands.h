// What is added in the steps of chains, sorted by what it depends on: the operands of their
// operation.
#pragma once

#include <span>

#include "model/chains/find.h"
#include "scan/hidden_chain.h"

namespace autumn::model {

// Each slot of an array is a sum of terms, or impossible: minus infinity.
using Slots = std::vector<std::optional<LogTerms>>;

// Of chains that go together. The states of the operation are those of the program and what their
// next moves add to all they lead to, but for the last; if all are wanted they are just those.
struct ChainOperands {
  scan::HiddenChain shape;
  Slots first;
  Slots move;
  Slots emission;
};

// Moves of one chain that are the same at every step, sorted out from the rest.
struct SortedChain {
  const FoundChain* chain = nullptr;
  std::vector<Slots> moves;        // by step; one if they do not change
  std::vector<LogTerms> emission;  // by step and state
  std::vector<LogTerms> source;    // by step and state: what is added to all a state leads to
  bool has_sources = false;
};
[[nodiscard]] SortedChain sorted(const FoundChain& chain);

// Whether two chains can be one operation.
[[nodiscard]] bool go_together(const SortedChain& a, const SortedChain& b);

[[nodiscard]] ChainOperands operands_of(std::span<const SortedChain> chains, bool is_whole);

}  // namespace autumn::model
