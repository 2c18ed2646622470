// A model in states: every innovation of a recurrence is replaced by the state that it leads to, so
// that x[t] = phi * x[t - 1] + s * z[t], z[t] ~ normal(0, 1) becomes x[t] ~ normal(phi * x[t - 1],
// s). It is a change of variables, in which rows are short.
#pragma once

#include <optional>
#include <vector>

#include "collapse/forms/elements.h"
#include "model/model.h"

namespace autumn::collapse {

// The way between both: graphs over the variables of the model, in which the numbers of these
// variables are with innovations or with states. They keep their place: a state has the one of its
// innovation.
struct StateChange {
  std::vector<std::uint32_t> variables;
  expr::Graph to_states;       // innovations -> these variables, and the logarithm of the volume
  expr::Graph to_innovations;  // states -> these variables
};

struct ModelInStates {
  model::Model model;  // the same variables and factors, in their order, and no outputs
  ElementSet innovations;
  StateChange change;
};

// Nothing if there is no recurrence of such variables as are not left out.
[[nodiscard]] std::optional<ModelInStates> with_states(const model::Model& model,
                                                       const std::vector<bool>& is_left_out);

}  // namespace autumn::collapse
