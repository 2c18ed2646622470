// The plan in one line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "collapse/explain.h"

namespace autumn::collapse {
namespace {

// "theta", or "theta (3 of 8)" where not all elements are meant.
std::string named(const model::Model& model, std::size_t variable, std::size_t count) {
  const std::size_t all = model.graph.shape(model.variables[variable].node).size();
  const std::string& name = model.variables[variable].name;
  return count == all ? name : fmt::format("{} ({} of {})", name, count, all);
}

// Long lists are cut: the line is for the eye.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  if (names.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, ... ({} in all)", fmt::join(names.begin(), names.begin() + kMost, ", "),
                     names.size());
}

std::string collapsed_text(const model::Model& model, const Plan& plan) {
  std::map<Rule, std::map<std::size_t, std::size_t>> counts;
  for (const Step& step : plan.steps) counts[step.rule][step.variable] += step.elements.size();
  std::vector<std::string> parts;
  for (const auto& [rule, variables] : counts) {
    std::vector<std::string> names;
    for (const auto& [variable, count] : variables) names.push_back(named(model, variable, count));
    parts.push_back(fmt::format("{} ({})", listed(names), name_of(rule)));
  }
  std::ranges::reverse(parts);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string kept_text(const model::Model& model, const Plan& plan) {
  std::map<std::size_t, std::size_t> counts;
  for (const Kept& kept : plan.kept) counts[kept.variable] += kept.elements.size();
  std::vector<std::string> names;
  for (const auto& [variable, count] : counts) {
    if (count != 0) names.push_back(named(model, variable, count));
  }
  return listed(names);
}

}  // namespace

std::string one_line(const model::Model& model, const Plan& plan) {
  const std::size_t gone = plan.dimension_before - plan.dimension_after;
  if (plan.is_empty()) {
    return fmt::format("collapsed none of {} dimensions", plan.dimension_before);
  }
  std::string text = fmt::format("collapsed {} of {} dimensions: {}", gone, plan.dimension_before,
                                 collapsed_text(model, plan));
  if (plan.dimension_after == 0) return text + "; nothing is left to sample: the draws are exact";
  return text + fmt::format("; sampling {}: {}", plan.dimension_after, kept_text(model, plan));
}

}  // namespace autumn::collapse
