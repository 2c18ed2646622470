// This file runs the stages of preparation up to the collapse, for explaining, with the plan that a
// run takes.
#include "engine/explain.h"

#include <algorithm>
#include <utility>

#include "collapse/analysis/proved_conditions.h"
#include "collapse/analysis/truncated_leaves.h"
#include "collapse/forms/squares.h"
#include "engine/assure/improper.h"
#include "engine/centring/centred.h"
#include "engine/run_plan.h"
#include "engine/stages.h"
#include "stan/printing/print.h"

namespace autumn::engine {

namespace {

using explainer::Explanation;

Explanation explanation_of(const model::Model& written, const collapse::Planned& planned,
                           const trace::Data& data) {
  std::vector<explainer::NamedData> names;
  for (const auto& [name, variable] : data) names.push_back({name, variable.numbers});
  // With the squares that the plan has seen, for their names.
  const model::Model split = collapse::with_truncated_leaves(
      collapse::with_proved_as_precautions(collapse::with_squares(written)));
  Explanation explanation = explainer::explain(split, planned, names);
  explanation.refusal = improper_posterior(written);
  return explanation;
}

Explanation explanation_of(const Work& work, const trace::Data& data) {
  return explanation_of(*work.written, work.planned, data);
}

explainer::AlternativeNote note_of(const Alternative& alternative, std::string name) {
  return {.name = std::move(name),
          .dimension = alternative.dimension,
          .gradient = alternative.gradient,
          .predicted = alternative.predicted,
          .tried = alternative.tried};
}

// What was compared, if it was not clear before.
void add_choice(const RunPlan& run, Explanation& explanation) {
  const Worth& worth = *run.worth;
  const auto is_tried = [](const Alternative& a) { return a.tried.has_value(); };
  if (!run.centred && worth.chosen == 0 && std::ranges::none_of(worth.alternatives, is_tried)) {
    return;
  }
  for (std::size_t k = 0; k < worth.alternatives.size(); ++k) {
    explanation.alternatives.push_back(note_of(worth.alternatives[k], name_of(worth, k)));
  }
  if (run.centred) explanation.alternatives.push_back(note_of(*run.centred, run.centred->name));
  const std::size_t taken = run.centred ? worth.alternatives.size() : worth.chosen;
  explanation.alternatives[taken].is_taken = true;
  explanation.choice = why_taken(run);
}

// A run that is refused, or has nothing to sample, has no question.
bool has_question(const Work& work) {
  return work.planned.plan.dimension_after > 0 && !improper_posterior(*work.written);
}

}  // namespace

Result<Explanation> explain(const model::Model& model, const collapse::PlanOptions& options,
                            const trace::Data& data,
                            const std::vector<std::string>& without_passes) {
  Result<Work> planned = run_stages(model, options, without_passes, "collapse");
  if (!planned) return planned.error();
  if (!has_question(planned.value())) return explanation_of(planned.value(), data);
  // A model, and what was made of it, is large where a program is long: it is gone before a run is
  // prepared, and made again.
  const collapse::Plan everything = std::move(planned.value().planned.plan);
  planned = Work{};
  const Result<RunPlan> run = plan_of_run(model, options, without_passes);
  if (!run) return run.error();
  planned = run_stages(model, run.value().options, without_passes, "collapse");
  if (!planned) return planned.error();
  Work& taken = planned.value();
  taken.planned.plan.kept =
      collapse::kept_beside(taken.model, everything, taken.planned.plan, run.value().spared);
  Explanation explanation = explanation_of(taken, data);
  if (run.value().worth) add_choice(run.value(), explanation);
  explanation.coordinates = run.value().coordinates;
  return explanation;
}

Result<Explanation> explain_plan(const model::Model& model, const collapse::PlanOptions& options,
                                 const trace::Data& data,
                                 const std::vector<std::string>& without_passes) {
  const Result<Work> work = run_stages(model, options, without_passes, "collapse");
  if (!work) return work.error();
  return explanation_of(work.value(), data);
}

Explanation explain_run(const Prepared& prepared, const trace::Data& data) {
  const collapse::Planned planned{
      .plan = prepared.plan, .collapsed = collapse::collapse(prepared.compressed, prepared.plan)};
  Explanation explanation = explanation_of(*prepared.written, planned, data);
  if (prepared.centred) explanation.coordinates = to_text(prepared, *prepared.centred);
  return explanation;
}

Result<std::string> text_of_run_after(const model::Model& model,
                                      const collapse::PlanOptions& options,
                                      const std::vector<std::string>& without_passes,
                                      const std::string& name) {
  const auto text = [&](const collapse::PlanOptions& taken) {
    return text_after(model, taken, without_passes, name);
  };
  if (!is_after_plan(name)) return text(options);
  const Result<Work> work = run_stages(model, options, without_passes, "plan");
  if (!work) return work.error();
  if (!has_question(work.value())) return text(options);
  const Result<RunPlan> run = plan_of_run(model, options, without_passes);
  if (!run) return run.error();
  return text(run.value().options);
}

std::string parsed_text(const LoadedProgram& program) {
  return stan::to_text(*program.syntax);
}

}  // namespace autumn::engine
