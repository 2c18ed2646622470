// Underflow says which positive nodes stay positive when they are computed with doubles, which have
// no numbers below 5e-324.
#pragma once

#include <vector>

#include "model/model.h"
#include "model/range.h"

namespace autumn::model {

// One mark per node, of use where the node is positive by its range. Sound, not complete, but for
// variables, which are taken not to be rounded to the ends of their supports. `known` are the
// ranges of the same model.
[[nodiscard]] std::vector<bool> never_underflows(const Model& model,
                                                 const std::vector<Range>& known);

// Whether it is a variable, or elements of one.
[[nodiscard]] bool is_of_variable(const Graph& graph, NodeId node);

}  // namespace autumn::model
