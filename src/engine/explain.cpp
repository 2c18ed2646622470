// This file runs the stages of preparation up to the collapse, for explaining.
#include "engine/explain.h"

#include "collapse/analysis/proved_conditions.h"
#include "collapse/analysis/truncated_leaves.h"
#include "collapse/forms/squares.h"
#include "engine/assure/improper.h"
#include "engine/stages.h"
#include "stan/printing/print.h"

namespace autumn::engine {

Result<explainer::Explanation> explain(const model::Model& model,
                                       const collapse::PlanOptions& options,
                                       const trace::Data& data,
                                       const std::vector<std::string>& without_passes) {
  const Result<Work> work = run_stages(model, options, without_passes, "collapse");
  if (!work) return work.error();
  std::vector<explainer::NamedData> names;
  for (const auto& [name, variable] : data) names.push_back({name, variable.numbers});
  const model::Model& written = *work.value().written;
  // With the squares that the plan has seen, for their names.
  const model::Model split = collapse::with_truncated_leaves(
      collapse::with_proved_as_precautions(collapse::with_squares(written)));
  explainer::Explanation explanation = explainer::explain(split, work.value().planned, names);
  explanation.refusal = improper_posterior(written);
  return explanation;
}

std::string parsed_text(const LoadedProgram& program) {
  return stan::to_text(*program.syntax);
}

}  // namespace autumn::engine
