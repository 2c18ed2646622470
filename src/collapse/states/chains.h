// Chains: how many states of a variable depend on each other, one after the other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "expr/graph.h"

namespace autumn::collapse {

// Shorter ones are as well off as they are written.
inline constexpr std::uint32_t kShortestChain = 4;

// Nodes are added in the order of the graph.
class ChainLengths {
 public:
  ChainLengths(const expr::Graph& graph, std::size_t variables)
      : graph_(graph), at_(graph.size()), longest_(variables, 0) {}

  // A node with states of these variables.
  void add(expr::NodeId node, std::span<const std::uint32_t> states);
  [[nodiscard]] std::vector<std::uint32_t> longest() const { return longest_; }

 private:
  // Of so many variables what is below a node is remembered.
  static constexpr std::size_t kMost = 4;
  struct Length {
    std::uint32_t variable = 0;
    std::uint32_t states = 0;
  };
  using Lengths = std::array<Length, kMost>;

  static void take(Lengths& all, Length one);

  const expr::Graph& graph_;
  std::vector<Lengths> at_;
  std::vector<std::uint32_t> longest_;
};

// The row of a running sum that a row is added to.
[[nodiscard]] std::optional<std::size_t> row_before(const expr::Graph& graph, expr::NodeId sum,
                                                    std::size_t row);

}  // namespace autumn::collapse
