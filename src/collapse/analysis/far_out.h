// Far out, a condition that says only that nothing overflows still holds.
#pragma once

#include "model/model.h"

namespace autumn::collapse {

// Whether all truths of the condition hold at a few random points thirty units from the origin, so
// that what breaks it beyond is the size of doubles. `graph` has the inputs of the model.
[[nodiscard]] bool holds_far_out(const model::Model& model, const expr::Graph& graph,
                                 expr::NodeId condition);

}  // namespace autumn::collapse
