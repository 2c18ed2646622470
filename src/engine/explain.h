// Explaining a model plans it as a run would, and says what the plan does.
#pragma once

#include <span>

#include "base/error.h"
#include "explain/explain.h"
#include "model/model.h"
#include "trace/data/data.h"

namespace autumn::engine {

// `data` gives names to numbers in pictures.
[[nodiscard]] Result<explainer::Explanation> explain(const model::Model& model,
                                                     const collapse::PlanOptions& options,
                                                     const trace::Data& data = {});

}  // namespace autumn::engine
