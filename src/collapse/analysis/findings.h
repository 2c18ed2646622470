// Findings are what an analysis knows of every element: the rules that nothing forbids, the
// obstacles to the others, and what can not be collapsed together.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "collapse/analysis/reasons.h"
#include "collapse/forms/form.h"
#include "collapse/rules/list.h"
#include "model/model.h"

namespace autumn::collapse {

// Two sets that can not both be collapsed.
struct Exclusion {
  ElementSet left;
  ElementSet right;
  Reason reason;
  bool is_scale = false;  // left is the scale of rows whose mean has the elements on the right
};

inline constexpr std::size_t kNoFactor = std::numeric_limits<std::size_t>::max();

struct Findings {
  // Every candidate may be of the rules that fit its support.
  Findings(const model::Model& model, const ElementSet& candidates, Families families);

  RuleList rules;
  std::vector<RuleSet> possible;                 // per variable, by its support
  std::vector<std::vector<RuleSet>> left;        // per element, what nothing forbids
  std::vector<std::vector<std::size_t>> priors;  // per element, the factor that is its prior
  std::deque<Obstacle> obstacles;  // those that stand in the way, in the order they were met
  std::vector<std::vector<std::vector<ObstacleNumber>>> obstacles_of;  // per element
  std::vector<Exclusion> exclusions = {};

  // An obstacle is kept when it first stands in the way of a rule: most of them, of all factors of
  // a large program, never do. All that stands in the way is noted, also what comes after the last
  // rule is gone: the reason is chosen at the end.
  void refuse(std::size_t variable, std::size_t element, Obstacle& obstacle);
  void refuse_all(const Form& form, Obstacle obstacle);

  // By its support: what has been refused since is no reason to refuse more.
  [[nodiscard]] bool could_be(std::size_t variable, std::size_t place) const {
    return possible[variable].contains(place);
  }
  // Some element of the variable, after what has been refused.
  [[nodiscard]] bool can_be(std::size_t variable, RuleSet wanted) const;
  [[nodiscard]] bool can_be(std::size_t variable, std::size_t element, RuleSet wanted) const {
    return left[variable][element].has_any(wanted);
  }
  // The first of the rules that are left of an element that has some.
  [[nodiscard]] const Rule& rule(std::size_t variable, std::size_t element) const;
  // Of a variable whose elements go as whole vectors or matrices: how many of these it has.
  [[nodiscard]] std::size_t items(const model::Model& model, std::size_t variable) const {
    const model::Variable& v = model.variables[variable];
    return left[variable].size() / model::item_size(v.support.kind, v.dims);
  }
};

// Why an element that has no rule left stays.
[[nodiscard]] Reason reason_against(const model::Model& model, const Findings& findings,
                                    std::size_t variable, std::size_t element);

}  // namespace autumn::collapse
