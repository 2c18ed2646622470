// This file strikes out everything that some row determines by itself, and asks what remains for
// its null space.
#include "collapse/analysis/undetermined.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "collapse/analysis/contents.h"
#include "collapse/forms/elements.h"
#include "gaussian/null_space.h"

namespace autumn::collapse {
namespace {

using model::Model;
using model::SupportKind;

// Which way an element may go without end.
enum class Freedom : std::uint8_t { kNone, kBothWays, kUp, kDown };

Freedom freedom_of(SupportKind kind) {
  switch (kind) {
    case SupportKind::kReal:
    case SupportKind::kOrdered:
    case SupportKind::kSumToZero:
    case SupportKind::kSumToZeroMatrix: return Freedom::kBothWays;
    case SupportKind::kLower: return Freedom::kUp;
    case SupportKind::kUpper: return Freedom::kDown;
    default: return Freedom::kNone;
  }
}

// Strikes out elements that are alone in a row, and again, until none is.
void strike_out(const gaussian::SparseRows& rows, std::vector<bool>& is_open) {
  std::vector<std::vector<std::uint32_t>> rows_of(rows.columns);
  std::vector<std::uint32_t> open(rows.rows(), 0);
  std::deque<std::uint32_t> alone;
  for (std::uint32_t i = 0; i < rows.rows(); ++i) {
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      if (!is_open[rows.column[e]]) continue;
      rows_of[rows.column[e]].push_back(i);
      ++open[i];
    }
    if (open[i] == 1) alone.push_back(i);
  }
  while (!alone.empty()) {
    const std::uint32_t i = alone.front();
    alone.pop_front();
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      const std::uint32_t column = rows.column[e];
      if (!is_open[column]) continue;
      is_open[column] = false;
      for (const std::uint32_t r : rows_of[column]) {
        if (--open[r] == 1) alone.push_back(r);
      }
    }
  }
}

class Search {
 public:
  explicit Search(const Model& model) : model_(model), numbers_(model), open_(numbers_.size()) {
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      const model::Support& support = model.variables[v].support;
      for (std::size_t i = numbers_.start_of(v); i < numbers_.start_of(v + 1); ++i) {
        open_[i] = freedom_of(support.kind) != Freedom::kNone;
      }
    }
  }

  // Those of which no prior of their own says anything.
  ElementSet without_prior() {
    strike_out(rows_at(ContentScope::kPriors, 0, 1).rows, open_);
    return open_elements();
  }

  std::vector<Direction> run() {
    if (without_prior().is_empty()) return {};
    // A sample of the rows determines as much as it does, and is often enough.
    Contents some = rows_at(ContentScope::kEverything, 0, kStride);
    std::vector<Direction> found = directions_in(some.rows);
    if (!found.empty() && some.left_out != 0) {
      some = rows_at(ContentScope::kEverything, 0, 1);
      found = directions_in(some.rows);
    }
    if (found.empty()) return {};
    return confirmed(std::move(found), rows_at(ContentScope::kEverything, 1, 1).rows);
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
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const std::size_t v = numbers_.variable_of(i);
      if (open_[i]) set.insert(v, i - numbers_.start_of(v));
    }
    return set;
  }

  [[nodiscard]] std::vector<Direction> directions_in(const gaussian::SparseRows& rows) const {
    std::vector<bool> open = open_;
    strike_out(rows, open);
    if (std::ranges::find(open, true) == open.end()) return {};
    std::vector<Direction> found;
    take_unmentioned(rows, open, found);
    const gaussian::NullSpace space(rows, open, kMostDirections);
    for (const double least : {kCertain, kDoubtful}) {
      std::vector<Direction> made = directions_from(space.columns(), space.basis(least));
      for (Direction& d : made) d.is_certain = least == kCertain;
      if (made.empty()) continue;
      found.insert(found.end(), made.begin(), made.end());
      break;
    }
    return found;
  }

  // Elements in no row at all.
  void take_unmentioned(const gaussian::SparseRows& rows, std::vector<bool>& open,
                        std::vector<Direction>& found) const {
    std::vector<bool> is_mentioned(open.size(), false);
    for (const std::uint32_t c : rows.column) is_mentioned[c] = true;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!open[i] || is_mentioned[i]) continue;
      open[i] = false;
      if (found.size() == kMostDirections) continue;
      const std::size_t v = numbers_.variable_of(i);
      found.push_back({.terms = {{v, i - numbers_.start_of(v), 1.0}}});
    }
  }

  [[nodiscard]] std::vector<Direction> directions_from(
      const std::vector<std::uint32_t>& columns,
      const std::vector<std::vector<double>>& basis) const {
    std::vector<Direction> found;
    for (const std::vector<double>& vector : basis) {
      if (found.size() == kMostDirections) break;
      std::vector<DirectionTerm> terms;
      for (std::size_t c = 0; c < vector.size(); ++c) {
        const std::size_t v = numbers_.variable_of(columns[c]);
        terms.push_back({v, columns[c] - numbers_.start_of(v), vector[c]});
      }
      Direction direction = direction_of(std::move(terms));
      if (is_open_ended(direction)) found.push_back(std::move(direction));
    }
    // In the order of what is declared.
    std::ranges::sort(found, {}, [](const Direction& d) {
      return std::pair(d.terms.front().variable, d.terms.front().element);
    });
    return found;
  }

  // Whether it can be followed without end, one way or the other.
  [[nodiscard]] bool is_open_ended(const Direction& direction) const {
    bool can_rise = true, can_fall = true;
    for (const DirectionTerm& t : direction.terms) {
      const Freedom freedom = freedom_of(model_.variables[t.variable].support.kind);
      if (freedom == Freedom::kBothWays) continue;
      const bool goes_up = (freedom == Freedom::kUp) == (t.coefficient > 0.0);
      can_rise = can_rise && goes_up;
      can_fall = can_fall && !goes_up;
    }
    return can_rise || can_fall;
  }

  // A direction must be there at another point, too: the same, or another of its own.
  [[nodiscard]] std::vector<Direction> confirmed(std::vector<Direction> found,
                                                 const gaussian::SparseRows& other) const {
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
  std::vector<bool> open_;
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
  constexpr double kNegligible = 1e-6;
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
