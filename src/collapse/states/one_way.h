// Differences one way: a graph that has both x - y and y - x has one of them, and its negative.
#pragma once

#include <optional>

#include "model/model.h"

namespace autumn::collapse {

// Of x - y and -(x - y) simplification makes x - y and y - x, in which nothing is seen to be
// shared: a recurrence with a minus before its last state (x[t] = -x[t - 1] - x[t - 2] + z[t])
// would have every state twice. Nothing if there are no two such differences.
[[nodiscard]] std::optional<model::Model> with_differences_one_way(const model::Model& model);

}  // namespace autumn::collapse
