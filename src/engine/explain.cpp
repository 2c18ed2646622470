// This file runs the stages of preparation up to the plan, for explaining.
#include "engine/explain.h"

#include "engine/prepare.h"

namespace autumn::engine {

Result<explainer::Explanation> explain(const model::Model& model,
                                       const collapse::PlanOptions& options,
                                       const trace::Data& data) {
  const Result<collapse::Planned> planned =
      collapse::plan_and_collapse(ready_for_plan(model), options);
  if (!planned) return planned.error();
  std::vector<explainer::NamedData> names;
  for (const auto& [name, variable] : data) names.push_back({name, variable.numbers});
  return explainer::explain(with_hidden_factors(model), planned.value(), names);
}

}  // namespace autumn::engine
