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
  const std::vector<std::string> names = stage_names();
  const std::string near = nearest_word(name, names.data(), names.data() + names.size());
  return {.message = fmt::format("there is no stage named '{}'", name),
          .suggestion = near.empty() ? fmt::format("the stages are {}", fmt::join(names, ", "))
                                     : fmt::format("did you mean '{}'?", near),
          .where = {}};
}

// The last stage or pass before this one that is not left out.
std::string name_before(const std::string& name, const std::vector<std::string>& without_passes) {
  const std::vector<std::string> names = stage_names();
  auto at = std::ranges::find(names, name);
  const auto is_left_out = [&](const std::string& other) {
    return std::ranges::find(without_passes, other) != without_passes.end();
  };
  while (is_left_out(*at)) --at;  // stages can not be left out, and one comes before the passes
  return *at;
}

// The graph of the density after one of its passes.
std::string text_after_pass(const Work& work, std::string_view name) {
  const auto* last = std::ranges::find(passes::kDensityPasses, name, &passes::Pass::name);
  passes::PassOptions options;
  options.disabled = work.without_passes;
  const std::span up_to_it(std::begin(passes::kDensityPasses), last + 1);
  return to_text(passes::run_passes(work.lowered.density, up_to_it, options).rewritten.graph);
}

}  // namespace

Status check_stage(const std::string& name, const std::vector<std::string>& without_passes) {
  const std::vector<std::string> names = stage_names();
  if (std::ranges::find(names, name) == names.end()) return unknown_stage(name);
  const bool is_left_out = std::ranges::find(without_passes, name) != without_passes.end();
  if (!is_left_out || !is_density_pass(name)) return Done{};
  return Error{
      .message = fmt::format(
          "--stage asks for the value after the pass '{}', which --without-pass leaves out", name),
      .suggestion = fmt::format("--stage {} prints what it would have been given",
                                name_before(name, without_passes)),
      .where = {}};
}

Result<std::string> text_after(const model::Model& model, const collapse::PlanOptions& plan_options,
                               const std::vector<std::string>& without_passes,
                               const std::string& name) {
  // Names of passes first: one that is not there is no reason to speak of stages.
  if (Status status = check_options(model, plan_options, without_passes); !status) {
    return status.error();
  }
  if (Status status = check_stage(name, without_passes); !status) return status.error();
  if (name == kTrace) return to_text(model);
  const Stage* stage = find_stage(name);
  AUTUMN_CHECK(stage != nullptr || is_density_pass(name), "a text after parsing needs a program");
  const std::string_view last = stage == nullptr ? kBeforePasses : stage->name;
  const Result<Work> work = run_stages(model, plan_options, without_passes, last);
  if (!work) return work.error();
  return stage == nullptr ? text_after_pass(work.value(), name) : stage->text(work.value());
}

bool is_after_plan(std::string_view name) {
  const std::vector<std::string> names = stage_names();
  return std::ranges::find(names, name) >= std::ranges::find(names, "plan");
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names{std::string(kParse), std::string(kTrace)};
  for (const Stage& stage : stages()) {
    names.emplace_back(stage.name);
    if (stage.name != kBeforePasses) continue;
    for (const passes::Pass& pass : passes::kDensityPasses) names.emplace_back(pass.name);
  }
  return names;
}

}  // namespace autumn::engine
