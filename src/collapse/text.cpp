// This file prints plans, smaller models and recoveries, one line per part.
#include "collapse/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string>
#include <vector>

namespace autumn::collapse {
namespace {

using model::Model;

// Of a long list one sees no more than its beginning.
constexpr std::size_t kMostNames = 12;

std::string list_text(std::span<const std::string> names) {
  if (names.size() <= kMostNames) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, ... ({} in all)", fmt::join(names.first(kMostNames), ", "), names.size());
}

// "theta" if these are all elements of it, else "theta[1], theta[3]" in the order given.
std::string elements_text(const Model& model, std::size_t variable,
                          std::span<const std::uint32_t> elements) {
  const model::Variable& whole = model.variables[variable];
  if (elements.size() == model.graph.shape(whole.node).size()) return whole.name;
  std::vector<std::string> names;
  for (const std::uint32_t e : elements) names.push_back(element_name(whole, e));
  return list_text(names);
}

std::string step_text(const Model& model, const Step& step) {
  std::string text = fmt::format(
      "collapse {}: {}", elements_text(model, step.variable, step.elements), name_of(step.rule));
  if (!step.rule.is_leaf()) return text + "\n";
  return text + fmt::format(", drawn by factor {}\n", step.factor + 1);
}

std::string block_text(const BlockSummary& block) {
  return fmt::format("block: {} rows (of {}), {} columns, {} entries, {} in the factor{}\n",
                     block.rows, block.rows_before, block.columns, block.entries,
                     block.entries_in_factor,
                     block.has_covariance ? ", by its covariance"
                     : block.has_stars    ? ", by stars"
                                          : "");
}

std::string columns_text(const Model& model, const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) {
    const std::string name = element_name(model.variables[column.variable], column.element);
    names.push_back(column.is_log ? "log " + name : name);
  }
  return list_text(names);
}

std::string block_text(const Model& model, const GaussianBlock& block) {
  return fmt::format("block: {} rows (of {}) over {}\n", block.analyzed->block.rows(),
                     block.rows_before, columns_text(model, block.columns));
}

// Lines of a graph, set in below the line they belong to.
std::string indented(const std::string& text) {
  std::string result;
  bool is_start = true;
  for (const char c : text) {
    if (is_start) result += "  ";
    result += c;
    is_start = c == '\n';
  }
  return result;
}

std::string draw_text(const Model& model, const DrawRows& rows) {
  return fmt::format("draw {} from {} (rows: {})\n",
                     elements_text(model, rows.variable, rows.elements), rows.distribution->name,
                     rows.rows);
}

std::string draw_text(const Model& model, const DrawBlock& draw) {
  return fmt::format("draw {} together from a Gaussian block\n", columns_text(model, draw.columns));
}

}  // namespace

std::string to_text(const Model& model, const Plan& plan) {
  std::string text;
  for (const Step& step : plan.steps) text += step_text(model, step);
  for (const Kept& kept : plan.kept) {
    text += fmt::format("keep {}: {}\n", elements_text(model, kept.variable, kept.elements),
                        kept.reason);
  }
  for (const BlockSummary& block : plan.blocks) text += block_text(block);
  return text + fmt::format("dimension: {} -> {}\n", plan.dimension_before, plan.dimension_after);
}

std::string to_text(const Model& model, const Recovery& recovery) {
  std::string text;
  for (const KeptElements& place : recovery.kept) {
    text += fmt::format("copy {}\n", elements_text(model, place.variable, place.elements));
  }
  for (const RecoveryStep& step : recovery.steps) {
    text += std::visit([&](const auto& draw) { return draw_text(model, draw); }, step.draw);
    text += indented(to_text(step.arguments.graph));
  }
  for (const SummedItem& item : recovery.sums) {
    text += fmt::format("{} was drawn as running sums{}\n",
                        elements_text(model, item.variable, item.elements),
                        item.end == SumEnd::kZero ? " that end at zero" : "");
  }
  if (recovery.states) {
    for (const std::uint32_t v : recovery.states->variables) {
      text += fmt::format("{} was drawn as states\n", model.variables[v].name);
    }
    text += indented(to_text(recovery.states->to_innovations));
  }
  return text;
}

std::string to_text(const Model& model, const Collapsed& collapsed) {
  std::string text = to_text(collapsed.model);
  for (const GaussianBlock& block : collapsed.blocks) text += block_text(model, block);
  return text + to_text(model, collapsed.recovery);
}

}  // namespace autumn::collapse
