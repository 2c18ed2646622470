// Explaining a model plans it as a run does, and says what the plan does.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "engine/load.h"
#include "engine/prepare.h"
#include "explain/explain.h"
#include "model/model.h"
#include "trace/data/data.h"

namespace autumn::engine {

// Of the plan that a run with default settings takes. `data` gives names to numbers in pictures.
// Says too what the run chose from, and whether it would refuse the model.
[[nodiscard]] Result<explainer::Explanation> explain(
    const model::Model& model, const collapse::PlanOptions& options, const trace::Data& data = {},
    const std::vector<std::string>& without_passes = {});

// The same of a plan that nobody asks whether it pays.
[[nodiscard]] Result<explainer::Explanation> explain_plan(
    const model::Model& model, const collapse::PlanOptions& options, const trace::Data& data = {},
    const std::vector<std::string>& without_passes = {});

// What a run did, which was prepared: nobody is asked again whether it pays.
[[nodiscard]] explainer::Explanation explain_run(const Prepared& prepared,
                                                 const trace::Data& data = {});

// The value after a stage or pass (engine/stages.h), those from the plan on of the plan that a run
// takes.
[[nodiscard]] Result<std::string> text_of_run_after(const model::Model& model,
                                                    const collapse::PlanOptions& options,
                                                    const std::vector<std::string>& without_passes,
                                                    const std::string& name);

// The value after the first stage, which needs no data: the syntax tree as a program.
[[nodiscard]] std::string parsed_text(const LoadedProgram& program);

}  // namespace autumn::engine
