// The numbers behind the picture of a predictive check.
#pragma once

#include <string>

#include "output/page/page.h"

namespace autumn::output {

// {"n", "by": the variable with the replications, "stats": [[name, of the data, 5%, 50%, 95%, share
// of replications that are larger]]}, and either "y" and "rep", densities, or, of few whole
// numbers, "lo", "counts" and "around": [[5%, 50%, 95%]] of each count.
[[nodiscard]] std::string check_json(const PredictiveCheck& check);

}  // namespace autumn::output
