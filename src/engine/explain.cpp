// This file runs the stages of preparation up to the collapse, for explaining.
#include "engine/explain.h"

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
  return explainer::explain(*work.value().written, work.value().planned, names);
}

Result<std::string> text_after(const LoadedProgram& program, const trace::Traced& traced,
                               const collapse::PlanOptions& options,
                               const std::vector<std::string>& without_passes,
                               const std::string& stage) {
  if (stage == "parse") return stan::to_text(*program.syntax);
  return text_after(traced.model, options, without_passes, stage);
}

}  // namespace autumn::engine
