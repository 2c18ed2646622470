// A posterior is improper if the data and the priors leave a direction of the parameters
// undetermined; runs refuse it, and explanations say that they will.
#pragma once

#include <optional>
#include <vector>

#include "base/error.h"
#include "engine/prepare.h"
#include "model/model.h"
#include "output/report/warnings.h"

namespace autumn::engine {

// What a run refuses this model with, if it does. With the model as it was written, with its hidden
// factors.
[[nodiscard]] std::optional<Error> improper_posterior(const model::Model& written);

// The same as an error, and warnings about what is not certain; looks at values too.
[[nodiscard]] Status check_determined(Prepared& prepared, std::vector<output::Warning>& warnings);

}  // namespace autumn::engine
