// This file tells why elements stay in a plan that collapses less than another could.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "collapse/plan.h"

namespace autumn::collapse {
namespace {

// What the plan that collapses everything does to each element of one variable.
struct Fate {
  std::optional<Rule> rule;    // by which it goes
  const Kept* kept = nullptr;  // or why it stays

  bool operator==(const Fate&) const = default;
};

using Fates = std::vector<std::vector<Fate>>;

Fates fates_of(const model::Model& model, const Plan& everything) {
  Fates fates;
  for (const model::Variable& variable : model.variables) {
    fates.emplace_back(model.graph.shape(variable.node).size());
  }
  for (const Step& step : everything.steps) {
    for (const std::uint32_t e : step.elements) fates[step.variable][e].rule = step.rule;
  }
  for (const Kept& kept : everything.kept) {
    for (const std::uint32_t e : kept.elements) fates[kept.variable][e].kept = &kept;
  }
  return fates;
}

const Spared* spared_with(std::span<const Spared> all, const std::string& name) {
  for (const Spared& spared : all) {
    if (std::ranges::find(spared.names, name) != spared.names.end()) return &spared;
  }
  return nullptr;
}

bool is_collapsed(const Plan& plan, std::size_t variable) {
  return std::ranges::any_of(plan.steps, [&](const Step& step) {
    return step.variable == variable && !step.rule.is_leaf();
  });
}

// What went instead in the one plan and stays in the other is no reason there.
std::string without_rival(const Kept& kept, const Plan& taken) {
  constexpr std::string_view kInstead = " was collapsed instead";
  if (!kept.rival || is_collapsed(taken, *kept.rival) || !kept.reason.ends_with(kInstead)) {
    return kept.reason;
  }
  return kept.reason.substr(0, kept.reason.size() - kInstead.size()) +
         " would be collapsed instead, if that paid";
}

// Of elements that share their fate, with none of them yet.
Kept reason_beside(const Kept& own, const Fate& fate, const Spared* spared, const Plan& taken) {
  Kept kept = fate.kept != nullptr ? *fate.kept : own;
  kept.elements.clear();
  if (fate.kept != nullptr) {
    kept.reason = without_rival(kept, taken);
  } else if (fate.rule && spared != nullptr) {
    kept.reason = fmt::format("could be collapsed ({}), but {}", name_of(*fate.rule), spared->why);
    kept.could_be = *fate.rule;
  }
  return kept;
}

}  // namespace

std::vector<Kept> kept_beside(const model::Model& model, const Plan& everything, const Plan& taken,
                              std::span<const Spared> spared) {
  const Fates fates = fates_of(model, everything);
  std::vector<Kept> result;
  for (const Kept& kept : taken.kept) {
    const std::vector<Fate>& of_variable = fates[kept.variable];
    const Spared* why = spared_with(spared, model.variables[kept.variable].name);
    std::vector<std::pair<Fate, std::size_t>> places;  // few, and most often one
    for (const std::uint32_t e : kept.elements) {
      auto at = std::ranges::find(places, of_variable[e], &std::pair<Fate, std::size_t>::first);
      if (at == places.end()) {
        places.emplace_back(of_variable[e], result.size());
        result.push_back(reason_beside(kept, of_variable[e], why, taken));
        at = places.end() - 1;
      }
      result[at->second].elements.push_back(e);
    }
  }
  return result;
}

}  // namespace autumn::collapse
