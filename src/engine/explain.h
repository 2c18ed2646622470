// Explaining a model plans it as a run would, and says what the plan does.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "engine/load.h"
#include "explain/explain.h"
#include "model/model.h"
#include "trace/data/data.h"

namespace autumn::engine {

// `data` gives names to numbers in pictures. Says too whether a run would refuse the model.
[[nodiscard]] Result<explainer::Explanation> explain(
    const model::Model& model, const collapse::PlanOptions& options, const trace::Data& data = {},
    const std::vector<std::string>& without_passes = {});

// The value after the first stage, which needs no data: the syntax tree as a program.
[[nodiscard]] std::string parsed_text(const LoadedProgram& program);

}  // namespace autumn::engine
