// This file asks what is left, when everything that some row determines by itself is struck out,
// for its null space.
#include "collapse/analysis/undetermined.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "collapse/analysis/contents.h"
#include "collapse/analysis/freedom.h"
#include "collapse/forms/elements.h"
#include "gaussian/null_space.h"

namespace autumn::collapse {
namespace {

using model::Model;

// Coefficients so small beside the largest are none.
constexpr double kNegligible = 1e-6;

double size_of(double coefficient) {
  return std::abs(coefficient);
}

class Search {
 public:
  explicit Search(const Model& model)
      : model_(model), numbers_(model), freedoms_(freedoms_of(model)) {}

  // Those of which no prior of their own says anything.
  ElementSet without_prior() {
    strike_out(rows_at(ContentScope::kPriors, 0, 1), freedoms_);
    return open_elements();
  }

  std::vector<Direction> run() {
    if (without_prior().is_empty()) return {};
    // A sample of the rows determines as much as it does, and is often enough.
    Contents some = rows_at(ContentScope::kEverything, 0, kStride);
    std::vector<Direction> found = directions_in(some);
    if (!found.empty() && some.left_out != 0) {
      some = rows_at(ContentScope::kEverything, 0, 1);
      found = directions_in(some);
    }
    if (found.empty()) return {};
    return confirmed(std::move(found), rows_at(ContentScope::kEverything, 1, 1));
  }

 private:
  static constexpr std::size_t kStride = 97;
  static constexpr std::size_t kMostDirections = 8;
  // Of NullSpace: not contained but for rounding (exact zeros are left as 1e-16 or so), and
  // contained by less than eight digits.
  static constexpr double kCertain = 0.05;
  static constexpr double kDoubtful = 1e-6;

  [[nodiscard]] Contents rows_at(ContentScope scope, std::uint64_t trial,
                                 std::size_t stride) const {
    const ElementSet elements = open_elements();
    return contents({model_, elements, scope, trial, stride});
  }

  [[nodiscard]] ElementSet open_elements() const {
    ElementSet set(model_);
    for (std::size_t i = 0; i < freedoms_.size(); ++i) {
      const std::size_t v = numbers_.variable_of(i);
      if (freedoms_[i].is_open()) set.insert(v, i - numbers_.start_of(v));
    }
    return set;
  }

  [[nodiscard]] std::vector<Direction> directions_in(const Contents& contents) const {
    Freedoms freedoms = freedoms_;
    strike_out(contents, freedoms);
    if (std::ranges::none_of(freedoms, &Freedom::is_open)) return {};
    std::vector<Direction> found;
    take_unmentioned(contents, freedoms, found);
    // First along the floors, which shows many directions one by one; else away from them.
    add_combinations({contents, with_floors(contents), freedoms, false}, found);
    if (found.empty() && has_open_floors(contents.floors, freedoms)) {
      add_combinations({contents, contents.rows, freedoms, true}, found);
    }
    return found;
  }

  [[nodiscard]] static bool has_open_floors(const gaussian::SparseRows& floors,
                                            const Freedoms& freedoms) {
    return std::ranges::any_of(floors.column,
                               [&](std::uint32_t c) { return freedoms[c].is_open(); });
  }

  // The rows that directions shall not change, and what else is asked of them.
  struct Wanted {
    const Contents& contents;
    const gaussian::SparseRows& rows;
    const Freedoms& freedoms;
    bool asks_floors;  // else: they are among the rows
  };

  void add_combinations(const Wanted& wanted, std::vector<Direction>& found) const {
    std::vector<bool> open;
    for (const Freedom& freedom : wanted.freedoms) open.push_back(freedom.is_open());
    const gaussian::NullSpace space(wanted.rows, open, kMostDirections);
    for (const double least : {kCertain, kDoubtful}) {
      std::vector<Direction> made = directions_from(wanted, space.columns(), space.basis(least));
      for (Direction& d : made) d.is_certain = least == kCertain;
      if (made.empty()) continue;
      found.insert(found.end(), made.begin(), made.end());
      return;
    }
  }

  [[nodiscard]] static gaussian::SparseRows with_floors(const Contents& contents) {
    gaussian::SparseRows rows = contents.rows;
    const auto before = static_cast<std::uint32_t>(rows.column.size());
    const gaussian::SparseRows& floors = contents.floors;
    rows.column.insert(rows.column.end(), floors.column.begin(), floors.column.end());
    rows.value.insert(rows.value.end(), floors.value.begin(), floors.value.end());
    for (std::size_t i = 1; i < floors.row_starts.size(); ++i) {
      rows.row_starts.push_back(before + floors.row_starts[i]);
    }
    return rows;
  }

  // Elements in no row at all that may go on while all others stand still.
  void take_unmentioned(const Contents& contents, Freedoms& freedoms,
                        std::vector<Direction>& found) const {
    const Freedoms alone = free_alone(contents, freedoms);
    for (std::size_t i = 0; i < freedoms.size(); ++i) {
      if (!alone[i].is_open()) continue;
      freedoms[i] = {};
      if (found.size() == kMostDirections) continue;
      const std::size_t v = numbers_.variable_of(i);
      found.push_back({.terms = {{v, i - numbers_.start_of(v), 1.0}}});
    }
  }

  [[nodiscard]] std::vector<Direction> directions_from(
      const Wanted& wanted, const std::vector<std::uint32_t>& columns,
      const std::vector<std::vector<double>>& basis) const {
    std::vector<Direction> found;
    for (const std::vector<double>& vector : basis) {
      if (found.size() == kMostDirections) break;
      if (!is_open_ended(wanted, columns, vector)) continue;
      std::vector<DirectionTerm> terms;
      for (std::size_t c = 0; c < vector.size(); ++c) {
        const std::size_t v = numbers_.variable_of(columns[c]);
        terms.push_back({v, columns[c] - numbers_.start_of(v), vector[c]});
      }
      found.push_back(direction_of(std::move(terms)));
    }
    // In the order of what is declared.
    std::ranges::sort(found, {}, [](const Direction& d) {
      return std::pair(d.terms.front().variable, d.terms.front().element);
    });
    return found;
  }

  // Whether a combination can be followed without end, one way or the other.
  [[nodiscard]] bool is_open_ended(const Wanted& wanted, const std::vector<std::uint32_t>& columns,
                                   const std::vector<double>& combination) const {
    const double largest = std::abs(std::ranges::max(combination, {}, size_of));
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> steps(numbers_.size(), 0.0);
      for (std::size_t c = 0; c < combination.size(); ++c) {
        if (size_of(combination[c]) <= kNegligible * largest) continue;
        steps[columns[c]] = sign * combination[c];
      }
      if (can_follow(wanted, steps)) return true;
    }
    return false;
  }

  [[nodiscard]] static bool can_follow(const Wanted& wanted, const std::vector<double>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i] != 0.0 && !wanted.freedoms[i].allows(steps[i])) return false;
    }
    return !wanted.asks_floors || clears_floors(wanted.contents.floors, steps);
  }

  // A direction must be there at another point, too: the same, or another of its own.
  [[nodiscard]] std::vector<Direction> confirmed(std::vector<Direction> found,
                                                 const Contents& other) const {
    const std::vector<Direction> again = directions_in(other);
    if (again.empty()) return {};
    for (Direction& direction : found) {
      const bool is_same = std::ranges::any_of(again, [&](const Direction& d) {
        return to_text(model_, d) == to_text(model_, direction);
      });
      direction.is_constant = is_same;
    }
    return found;
  }

  const Model& model_;
  ElementNumbers numbers_;
  Freedoms freedoms_;
};

double tidy(double x) {
  const double whole = std::round(x);
  return std::abs(x - whole) < 1e-5 * std::max(1.0, std::abs(x)) ? whole : x;
}

constexpr std::size_t kMostTerms = 12;

std::string name_of(const Model& model, const DirectionTerm& term) {
  return element_name(model.variables[term.variable], term.element);
}

// Without the numbers, which are those of one point among many.
std::string varying_text(const Model& model, const Direction& direction) {
  std::string text = "a combination of ";
  for (std::size_t k = 0; k < std::min(direction.terms.size(), kMostTerms); ++k) {
    text += (k == 0 ? "" : ", ") + name_of(model, direction.terms[k]);
  }
  if (direction.terms.size() > kMostTerms) {
    text += fmt::format(" ... ({} parameters)", direction.terms.size());
  }
  return text + " with coefficients that depend on the parameters";
}

}  // namespace

ElementSet elements_without_prior(const Model& model) {
  return Search(model).without_prior();
}

Direction direction_of(std::vector<DirectionTerm> terms) {
  const auto size = [](const DirectionTerm& t) { return std::abs(t.coefficient); };
  const double largest = size(*std::ranges::max_element(terms, {}, size));
  std::erase_if(terms, [&](const DirectionTerm& t) { return size(t) <= kNegligible * largest; });
  std::ranges::sort(terms, {},
                    [](const DirectionTerm& t) { return std::pair(t.variable, t.element); });
  const double smallest = size(*std::ranges::min_element(terms, {}, size));
  const double unit = std::copysign(smallest, terms.front().coefficient);
  for (DirectionTerm& t : terms) t.coefficient = tidy(t.coefficient / unit);
  return {.terms = std::move(terms)};
}

std::vector<Direction> undetermined_directions(const Model& model) {
  return Search(model).run();
}

std::string to_text(const Model& model, const Direction& direction) {
  if (!direction.is_constant) return varying_text(model, direction);
  std::string text;
  for (std::size_t k = 0; k < direction.terms.size(); ++k) {
    const DirectionTerm& term = direction.terms[k];
    if (k == kMostTerms) {
      return text + fmt::format(" ... ({} parameters)", direction.terms.size());
    }
    const bool is_negative = term.coefficient < 0.0;
    if (k == 0) {
      text += is_negative ? "-" : "";
    } else {
      text += is_negative ? " - " : " + ";
    }
    const double size = std::abs(term.coefficient);
    if (size != 1.0) text += fmt::format("{:.4g}*", size);
    text += name_of(model, term);
  }
  return text;
}

}  // namespace autumn::collapse
