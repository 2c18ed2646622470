// This file says the plan in one line, as `autumn sample` prints it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/words.h"
#include "explain/explain.h"

namespace autumn::explainer {
namespace {

// How many elements of each variable are meant, in the order of declaration.
using Counts = std::map<std::size_t, std::size_t>;

// "theta", or "theta (3 of 8)" where not all elements are meant. Long lists are cut: the line is
// for the eye.
std::string listed(const model::Model& model, const Counts& counts) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> names;
  for (const auto& [variable, count] : counts) {
    if (count == 0) continue;
    const std::size_t all = model.graph.shape(model.variables[variable].node).size();
    const std::string& name = model.variables[variable].name;
    names.push_back(count == all ? name : fmt::format("{} ({} of {})", name, count, all));
  }
  if (names.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, ... ({} variables in all)",
                     fmt::join(names.begin(), names.begin() + kMost, ", "), names.size());
}

// "mu, theta (Gaussian), new (leaf)"
std::string collapsed_text(const model::Model& model, const collapse::Plan& plan) {
  std::vector<collapse::Rule> rules = collapse::rules_of(plan);
  std::ranges::stable_partition(rules, [](const collapse::Rule& r) { return !r.is_leaf(); });
  std::vector<std::string> parts;
  for (const collapse::Rule& rule : rules) {
    Counts counts;
    for (const collapse::Step& step : plan.steps) {
      if (step.rule == rule) counts[step.variable] += step.elements.size();
    }
    parts.push_back(fmt::format("{} ({})", listed(model, counts), name_of(rule)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string kept_text(const model::Model& model, const collapse::Plan& plan) {
  Counts counts;
  for (const collapse::Kept& kept : plan.kept) counts[kept.variable] += kept.elements.size();
  return listed(model, counts);
}

std::string dimensions_text(std::size_t n) {
  return counted(n, "dimension");
}

}  // namespace

std::string one_line(const model::Model& model, const collapse::Plan& plan) {
  const std::size_t before = plan.dimension_before;
  const std::size_t after = plan.dimension_after;
  if (before == 0) return "the model has no parameters";
  if (plan.is_empty()) {
    return fmt::format("collapsed none of {}; sampling {}: {}", dimensions_text(before), after,
                       kept_text(model, plan));
  }
  if (after == 0) {
    return fmt::format("collapsed all {}: {}; nothing is left to sample: the draws are exact",
                       dimensions_text(before), collapsed_text(model, plan));
  }
  return fmt::format("collapsed {} of {}: {}; sampling {}: {}", before - after,
                     dimensions_text(before), collapsed_text(model, plan), after,
                     kept_text(model, plan));
}

}  // namespace autumn::explainer
