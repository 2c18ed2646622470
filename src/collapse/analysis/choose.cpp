// This file chooses among exclusions: elements with the same ones are taken or left as one unit.
#include "collapse/analysis/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace autumn::collapse {
namespace {

// Up to this many units every combination is tried.
constexpr std::size_t kMaxExact = 20;
constexpr double kPreferred = 1e9;

struct Unit {
  std::size_t variable = 0;
  std::vector<std::uint32_t> elements;
  double weight = 0.0;
};

// The units on each side of an exclusion.
struct Edge {
  std::vector<std::size_t> left;
  std::vector<std::size_t> right;
  std::size_t exclusion = 0;
};

// The text with the name in place of its first {}.
std::string with_name(std::string text, std::string_view name) {
  return text.replace(text.find("{}"), 2, name);
}

using Side = std::pair<std::size_t, bool>;  // of which exclusion, and whether on its right

class Choosing {
 public:
  Choosing(const model::Model& model, const ElementSet& possible,
           std::span<const Exclusion> exclusions, const ElementSet& preferred)
      : model_(model), possible_(possible), exclusions_(exclusions), preferred_(preferred) {}

  Choice run() {
    make_units();
    const std::vector<bool> taken = units_.size() <= kMaxExact ? best() : greedy();
    Choice choice{ElementSet(model_), {}};
    choice.chosen = possible_;
    for (std::size_t u = 0; u < units_.size(); ++u) {
      if (taken[u]) continue;
      choice.losers.push_back(loser(u, taken));
      choice.chosen.erase(choice.losers.back().elements);
    }
    return choice;
  }

 private:
  // Elements in no exclusion are taken without question and make no unit.
  void make_units() {
    edges_.resize(exclusions_.size());
    for (std::size_t v = 0; v < possible_.variables(); ++v) {
      std::vector<std::vector<Side>> sides(possible_.size_of(v));
      for (std::size_t x = 0; x < exclusions_.size(); ++x) {
        for (const std::uint32_t e : exclusions_[x].left.elements(v))
          sides[e].push_back({x, false});
        for (const std::uint32_t e : exclusions_[x].right.elements(v))
          sides[e].push_back({x, true});
      }
      std::map<std::vector<Side>, std::size_t> unit_of;
      for (const std::uint32_t e : possible_.elements(v)) {
        if (sides[e].empty()) continue;
        const auto [at, is_new] = unit_of.try_emplace(sides[e], units_.size());
        if (is_new) add_unit(v, sides[e]);
        Unit& unit = units_[at->second];
        unit.elements.push_back(e);
        unit.weight += preferred_.contains(v, e) ? kPreferred : 1.0;
      }
    }
    for (std::size_t x = 0; x < edges_.size(); ++x) edges_[x].exclusion = x;
    std::erase_if(edges_, [](const Edge& e) { return e.left.empty() || e.right.empty(); });
  }

  void add_unit(std::size_t variable, const std::vector<Side>& sides) {
    for (const auto& [exclusion, is_right] : sides) {
      (is_right ? edges_[exclusion].right : edges_[exclusion].left).push_back(units_.size());
    }
    units_.push_back({variable, {}, 0.0});
  }

  // Every combination; of equals the one with the later units.
  [[nodiscard]] std::vector<bool> best() const {
    const std::size_t n = units_.size();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const Edge& edge : edges_) edges.emplace_back(mask(edge.left), mask(edge.right));
    double best_weight = -1.0;
    std::uint32_t best_mask = 0;
    for (std::uint32_t m = 0; m < (1U << n); ++m) {
      const bool is_allowed = std::ranges::none_of(
          edges, [&](const auto& e) { return (m & e.first) != 0 && (m & e.second) != 0; });
      if (!is_allowed) continue;
      double weight = 0.0;
      for (std::size_t u = 0; u < n; ++u) weight += (m >> u & 1U) != 0 ? units_[u].weight : 0.0;
      if (weight >= best_weight) {  // a later mask has later units
        best_weight = weight;
        best_mask = m;
      }
    }
    std::vector<bool> taken(n);
    for (std::size_t u = 0; u < n; ++u) taken[u] = (best_mask >> u & 1U) != 0;
    return taken;
  }

  [[nodiscard]] static std::uint32_t mask(const std::vector<std::size_t>& units) {
    std::uint32_t m = 0;
    for (const std::size_t u : units) m |= 1U << u;
    return m;
  }

  // Heaviest first, later first among equals.
  [[nodiscard]] std::vector<bool> greedy() const {
    std::vector<std::size_t> order(units_.size());
    for (std::size_t u = 0; u < order.size(); ++u) order[u] = order.size() - 1 - u;
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return units_[a].weight > units_[b].weight; });
    std::vector<std::vector<std::pair<std::size_t, bool>>> sides(units_.size());
    for (std::size_t x = 0; x < edges_.size(); ++x) {
      for (const std::size_t u : edges_[x].left) sides[u].push_back({x, false});
      for (const std::size_t u : edges_[x].right) sides[u].push_back({x, true});
    }
    std::vector<bool> taken(units_.size(), false);
    std::vector<std::array<bool, 2>> used(edges_.size(), {false, false});
    for (const std::size_t u : order) {
      taken[u] = std::ranges::none_of(sides[u], [&](const auto& side) {
        const bool is_on_both = std::ranges::count_if(sides[u], [&](const auto& other) {
                                  return other.first == side.first;
                                }) > 1;
        return is_on_both || used[side.first][side.second ? 0 : 1];
      });
      if (!taken[u]) continue;
      for (const auto& [edge, is_right] : sides[u]) used[edge][is_right ? 1 : 0] = true;
    }
    return taken;
  }

  [[nodiscard]] ElementSet set_of(const Unit& unit) const {
    ElementSet set(model_);
    for (const std::uint32_t e : unit.elements) set.insert(unit.variable, e);
    return set;
  }

  // The variable of a unit; its elements where `other` is of the same variable.
  [[nodiscard]] std::string name_of(const Unit& unit, const Unit& other) const {
    const model::Variable& variable = model_.variables[unit.variable];
    if (unit.variable != other.variable) return variable.name;
    if (unit.elements.size() != 1) return fmt::format("other elements of {}", variable.name);
    return element_name(variable, unit.elements[0]);
  }

  // By the first exclusion whose other side was taken, naming who is on it.
  [[nodiscard]] Choice::Loser loser(std::size_t unit, const std::vector<bool>& taken) const {
    const ElementSet elements = set_of(units_[unit]);
    for (const Edge& edge : edges_) {
      for (const auto& [mine, other] :
           {std::pair(&edge.left, &edge.right), std::pair(&edge.right, &edge.left)}) {
        if (std::ranges::find(*mine, unit) == mine->end()) continue;
        const auto winner =
            std::ranges::find_if(*other, [&](std::size_t u) { return taken[u] || u == unit; });
        if (winner == other->end()) continue;
        const Reason& reason = exclusions_[edge.exclusion].reason;
        if (*winner == unit) {
          return {elements, {with_name(reason.text, "its own elements"), reason.where}};
        }
        const std::string name = name_of(units_[*winner], units_[unit]);
        const std::string text =
            with_name(reason.text, name) + fmt::format("; {} was collapsed instead", name);
        return {elements, {text, reason.where}, units_[*winner].variable};
      }
    }
    return {elements, {"it is excluded by others", model_.variables[units_[unit].variable].where}};
  }

  const model::Model& model_;
  const ElementSet& possible_;
  std::span<const Exclusion> exclusions_;
  const ElementSet& preferred_;
  std::vector<Unit> units_;
  std::vector<Edge> edges_;
};

}  // namespace

Choice choose(const model::Model& model, const ElementSet& possible,
              std::span<const Exclusion> exclusions, const ElementSet& preferred) {
  return Choosing(model, possible, exclusions, preferred).run();
}

}  // namespace autumn::collapse
