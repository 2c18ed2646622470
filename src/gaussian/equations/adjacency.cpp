// This file makes the graph of the normal equations from cliques, without those that say nothing
// new, and orders its columns.
#include "gaussian/equations/adjacency.h"

#include <suitesparse/amd.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "base/numbers.h"

namespace autumn::gaussian::equations {
namespace {

// Cliques that are no part of another one, by number; `of_column` says which hold a column.
struct Largest {
  std::vector<std::vector<std::uint32_t>> cliques;  // rising
  std::vector<std::vector<std::uint32_t>> of_column;
};

bool is_known(const Largest& known, const std::vector<std::uint32_t>& clique) {
  const std::uint32_t rarest = *std::ranges::min_element(
      clique, {}, [&](std::uint32_t j) { return known.of_column[j].size(); });
  return std::ranges::any_of(known.of_column[rarest], [&](std::uint32_t k) {
    return std::ranges::includes(known.cliques[k], clique);
  });
}

Largest largest(const Cliques& all) {
  std::vector<std::vector<std::uint32_t>> sorted(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    sorted[k].assign(all.clique(k).begin(), all.clique(k).end());
    std::ranges::sort(sorted[k]);
    sorted[k].erase(std::unique(sorted[k].begin(), sorted[k].end()), sorted[k].end());
  }
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  Largest known{{}, std::vector<std::vector<std::uint32_t>>(all.columns)};
  for (std::vector<std::uint32_t>& clique : sorted) {
    if (clique.empty() || is_known(known, clique)) continue;
    for (const std::uint32_t j : clique) known.of_column[j].push_back(as_u32(known.cliques.size()));
    known.cliques.push_back(std::move(clique));
  }
  return known;
}

}  // namespace

Adjacency adjacency(const Cliques& cliques) {
  const Largest known = largest(cliques);
  Adjacency graph{{0}, {}};
  std::vector<std::uint32_t> seen(cliques.columns, kNobody);
  for (std::uint32_t j = 0; j < cliques.columns; ++j) {
    const std::size_t first = graph.neighbours.size();
    seen[j] = j;
    for (const std::uint32_t k : known.of_column[j]) {
      for (const std::uint32_t other : known.cliques[k]) {
        if (seen[other] == j) continue;
        seen[other] = j;
        graph.neighbours.push_back(other);
      }
    }
    std::sort(graph.neighbours.begin() + static_cast<std::ptrdiff_t>(first),
              graph.neighbours.end());
    graph.starts.push_back(as_u32(graph.neighbours.size()));
  }
  return graph;
}

std::vector<std::uint32_t> order_by_degree(const Adjacency& graph) {
  std::vector<std::uint32_t> order(graph.columns());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t j) { return graph.of(j).size(); });
  return order;
}

std::vector<std::uint32_t> independent_first_order(const Adjacency& graph) {
  const std::vector<std::uint32_t> by_degree = order_by_degree(graph);
  std::vector<bool> is_beside(graph.columns(), false);
  std::vector<std::uint32_t> order, others;
  for (const std::uint32_t j : by_degree) {
    (is_beside[j] ? others : order).push_back(j);
    if (is_beside[j]) continue;
    for (const std::uint32_t k : graph.of(j)) is_beside[k] = true;
  }
  order.insert(order.end(), others.begin(), others.end());
  return order;
}

// From one end of every chain to the other, if there is nothing but chains.
static std::optional<std::vector<std::uint32_t>> order_along_chains(const Adjacency& graph) {
  std::vector<bool> is_taken(graph.columns(), false);
  std::vector<std::uint32_t> order;
  for (std::uint32_t end = 0; end < graph.columns(); ++end) {
    if (graph.of(end).size() > 2) return std::nullopt;
    if (graph.of(end).size() > 1 || is_taken[end]) continue;
    for (std::uint32_t j = end;;) {
      is_taken[j] = true;
      order.push_back(j);
      const auto next =
          std::ranges::find_if(graph.of(j), [&](std::uint32_t k) { return !is_taken[k]; });
      if (next == graph.of(j).end()) break;
      j = *next;
    }
  }
  if (order.size() != graph.columns()) return std::nullopt;  // circles have no end
  return order;
}

std::vector<std::uint32_t> minimum_degree_order(const Adjacency& graph) {
  if (auto order = order_along_chains(graph)) return *std::move(order);
  std::vector<int> starts(graph.starts.begin(), graph.starts.end());
  std::vector<int> rows(graph.neighbours.begin(), graph.neighbours.end());
  std::vector<int> order(graph.columns());
  const int status = amd_order(static_cast<int>(graph.columns()), starts.data(), rows.data(),
                               order.data(), nullptr, nullptr);
  if (status != AMD_OK) return order_by_degree(graph);
  return {order.begin(), order.end()};
}

}  // namespace autumn::gaussian::equations
