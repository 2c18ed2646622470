// This file prints the value after a stage, or after a pass, that is asked for by its name.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/stages.h"
#include "passes/list.h"

namespace autumn::engine {
namespace {

constexpr std::string_view kTrace = "trace";
constexpr std::string_view kBeforePasses = "lower";

const Stage* find_stage(std::string_view name) {
  const auto found = std::ranges::find(stages(), name, &Stage::name);
  return found == stages().end() ? nullptr : &*found;
}

bool is_density_pass(std::string_view name) {
  return std::ranges::find(passes::kDensityPasses, name, &passes::Pass::name) !=
         std::end(passes::kDensityPasses);
}

Error unknown_stage(const std::string& name) {
  return {.message = fmt::format("there is no stage named '{}'", name),
          .suggestion = fmt::format("the stages are {}", fmt::join(stage_names(), ", ")),
          .where = {}};
}

// The graph of the density after one of its passes.
Result<std::string> text_after_pass(const Work& work, std::string_view name) {
  passes::PassOptions options;
  options.disabled = work.without_passes;
  options.with_text = true;
  const auto result = passes::run_passes(work.lowered.density, passes::kDensityPasses, options);
  for (const passes::PassRecord& record : result.records) {
    if (record.name == name) return record.text;
  }
  return Error{.message = fmt::format("the pass '{}' was left out", name),
               .suggestion = "its value is that of the pass before it",
               .where = {}};
}

}  // namespace

Result<std::string> text_after(const model::Model& model, const collapse::PlanOptions& plan_options,
                               const std::vector<std::string>& without_passes,
                               const std::string& name) {
  if (name == kTrace) return to_text(model);
  const Stage* stage = find_stage(name);
  if (stage == nullptr && !is_density_pass(name)) return unknown_stage(name);
  const std::string_view last = stage == nullptr ? kBeforePasses : stage->name;
  const Result<Work> work = run_stages(model, plan_options, without_passes, last);
  if (!work) return work.error();
  return stage == nullptr ? text_after_pass(work.value(), name) : stage->text(work.value());
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names{"parse", std::string(kTrace)};
  for (const Stage& stage : stages()) {
    names.emplace_back(stage.name);
    if (stage.name != kBeforePasses) continue;
    for (const passes::Pass& pass : passes::kDensityPasses) names.emplace_back(pass.name);
  }
  return names;
}

}  // namespace autumn::engine
