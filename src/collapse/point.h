// A point is a value for every variable of a model, for trials and laws.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collapse/recovery.h"
#include "expr/interpret.h"
#include "model/model.h"

namespace autumn::collapse {

// Every variable from standard normal unconstrained numbers, times a scale; the same for the same
// trial.
[[nodiscard]] std::vector<expr::Array> random_point(const model::Model& model, std::uint64_t trial,
                                                    double scale = 1.0);

// The variables of the whole model: kept ones at a point of the smaller one, the others at random
// in their support.
[[nodiscard]] std::vector<expr::Array> random_point_beside(const model::Model& model,
                                                           const Recovery& recovery,
                                                           std::span<const expr::Array> kept,
                                                           std::uint64_t trial);

// The variables of the whole model: kept ones at a point of the smaller one, the others at one.
[[nodiscard]] std::vector<expr::Array> whole_point(const model::Model& model,
                                                   const Recovery& recovery,
                                                   std::span<const expr::Array> point);

}  // namespace autumn::collapse
