// This header finds forward algorithms of hidden chains, as programs write them, in a graph of
// scalars.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "expr/graph.h"

namespace autumn::model {

// An element of a node: a number, whatever array it is packed in.
struct Place {
  expr::NodeId node;
  std::uint32_t element = 0;

  auto operator<=>(const Place&) const = default;
};

// Something that is added to a logarithm.
struct LogTerm {
  Place place;
  bool is_negative = false;

  auto operator<=>(const LogTerm&) const = default;
};
using LogTerms = std::vector<LogTerm>;

// One step: state k is the log sum exp over j of (state j before + terms); nothing where j is not
// among what is summed.
struct ChainStep {
  std::vector<Place> states;
  std::vector<std::optional<LogTerms>> moves;  // from j to k, j the slower

  [[nodiscard]] const std::optional<LogTerms>& move(std::size_t j, std::size_t k) const {
    return moves[j * states.size() + k];
  }
  [[nodiscard]] std::optional<LogTerms>& move(std::size_t j, std::size_t k) {
    return moves[j * states.size() + k];
  }
};

struct FoundChain {
  std::vector<Place> first;
  std::vector<ChainStep> steps;  // in time

  [[nodiscard]] std::size_t states() const { return first.size(); }
};

// Chains of a few states and many steps, no two of which share a state. No term depends on a state
// of its chain. Time and memory are linear in the size of the graph.
[[nodiscard]] std::vector<FoundChain> find_chains(const expr::Graph& graph);

}  // namespace autumn::model
