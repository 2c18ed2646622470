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

// `data` gives names to numbers in pictures.
[[nodiscard]] Result<explainer::Explanation> explain(
    const model::Model& model, const collapse::PlanOptions& options, const trace::Data& data = {},
    const std::vector<std::string>& without_passes = {});

// The value after the stage with this name, from the syntax tree to the programs that run.
[[nodiscard]] Result<std::string> text_after(const LoadedProgram& program,
                                             const trace::Traced& traced,
                                             const collapse::PlanOptions& options,
                                             const std::vector<std::string>& without_passes,
                                             const std::string& stage);

}  // namespace autumn::engine
