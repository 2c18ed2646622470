// The graph of the normal equations says which columns meet, and in which order they may be
// eliminated with little fill-in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gaussian/equations/supernodes.h"

namespace autumn::gaussian::equations {

struct Adjacency {
  std::vector<std::uint32_t> starts;      // per column
  std::vector<std::uint32_t> neighbours;  // rising, without the column itself

  [[nodiscard]] std::size_t columns() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t column) const {
    return std::span(neighbours).subspan(starts[column], starts[column + 1] - starts[column]);
  }
};

[[nodiscard]] Adjacency adjacency(const Cliques& cliques);

// Columns with few neighbours first.
[[nodiscard]] std::vector<std::uint32_t> order_by_degree(const Adjacency& graph);
// First columns of which no two meet, as many as are found by taking those with few neighbours;
// then all others, those with few neighbours first.
[[nodiscard]] std::vector<std::uint32_t> independent_first_order(const Adjacency& graph);
// Approximate minimum degree (AMD; Amestoy, Davis, Duff 2004); chains from one end to the other,
// where AMD would begin at both.
[[nodiscard]] std::vector<std::uint32_t> minimum_degree_order(const Adjacency& graph);

}  // namespace autumn::gaussian::equations
