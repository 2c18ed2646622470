// This file keeps the books of rules and obstacles, element by element.
#include "collapse/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "collapse/analysis/phrases.h"

namespace autumn::collapse {

Findings::Findings(const model::Model& model, const ElementSet& candidates, Families families)
    : rules(families) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const std::size_t n = candidates.size_of(v);
    possible.push_back(rules_for(rules, model.graph, model.variables[v].support));
    left.emplace_back(n);
    priors.emplace_back(n, kNoFactor);
    obstacles_of.emplace_back(n);
    for (const std::uint32_t e : candidates.elements(v)) left[v][e] = possible[v];
  }
}

void Findings::refuse(std::size_t variable, std::size_t element, Obstacle& obstacle) {
  if (!possible[variable].has_any(obstacle.rules)) return;
  if (!obstacle.number) {
    obstacle.number = static_cast<ObstacleNumber>(obstacles.size());
    obstacles.push_back(obstacle);
  }
  std::vector<ObstacleNumber>& noted = obstacles_of[variable][element];
  if (noted.empty() || noted.back() != *obstacle.number) noted.push_back(*obstacle.number);
  left[variable][element] = left[variable][element].without(obstacle.rules);
}

void Findings::refuse_all(const Form& form, Obstacle obstacle) {
  for (const FormTerm& term : form.terms) {
    for (const std::uint32_t e : term.pairs.elements) refuse(term.variable, e, obstacle);
  }
}

bool Findings::can_be(std::size_t variable, RuleSet wanted) const {
  return std::ranges::any_of(left[variable], [&](RuleSet r) { return r.has_any(wanted); });
}

const Rule& Findings::rule(std::size_t variable, std::size_t element) const {
  for (std::size_t place = 0; place < rules.size(); ++place) {
    if (left[variable][element].contains(place)) return rules[place];
  }
  internal_error("a possible element has a rule", __FILE__, __LINE__);
}

Reason reason_against(const model::Model& model, const Findings& findings, std::size_t variable,
                      std::size_t element) {
  const model::Variable& v = model.variables[variable];
  if (findings.possible[variable].is_empty()) {
    return {fmt::format("no rule integrates over its support ({})", support_text(v.support)),
            v.where};
  }
  std::vector<const Obstacle*> obstacles;
  for (const ObstacleNumber number : findings.obstacles_of[variable][element]) {
    obstacles.push_back(&findings.obstacles[number]);
  }
  return reason_for(findings.rules, findings.possible[variable], obstacles);
}

}  // namespace autumn::collapse
