// Checks of what collapse makes. An error here is ours.
#pragma once

#include "base/error.h"
#include "collapse/collapse.h"

namespace autumn::collapse {

// `model` is the one that was planned.

// Every element of every variable is collapsed by one step or kept for one reason; leaves have a
// factor of the model; collapsing makes nothing larger.
[[nodiscard]] Status check(const model::Model& model, const Plan& plan);

// Every element is copied from one place or drawn by one step, from a graph over the variables of
// the model that gives the arguments of its distribution.
[[nodiscard]] Status check(const model::Model& model, const Recovery& recovery);

// The smaller model is one, without outputs, and has a variable for every place of the recovery.
[[nodiscard]] Status check(const model::Model& model, const Collapsed& collapsed);

}  // namespace autumn::collapse
