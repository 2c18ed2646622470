// This header writes a model of the oracle as a Stan program with its data, for the engine to
// read.
#pragma once

#include <string>

#include "oracle/model.h"

namespace autumn::oracle {

// Unobserved nodes are parameters with their support, observed ones data; one `~` statement per
// node, in order. Discrete nodes must be observed; models after reversals have no such text.
[[nodiscard]] std::string to_stan(const Model& model);

// The observed values, by name, to the last digit.
[[nodiscard]] std::string data_json(const Model& model);

}  // namespace autumn::oracle
