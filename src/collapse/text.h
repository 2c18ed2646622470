// Printing of what collapse makes: plans, smaller models and recoveries, for people who follow a
// model through the stages. The account for users is in src/explain.
#pragma once

#include <string>

#include "collapse/collapse.h"

namespace autumn::collapse {

// `model` is the one that was planned: it has the names.

// One line per step in order, then per group of kept elements with the reason, then the blocks.
[[nodiscard]] std::string to_text(const model::Model& model, const Plan& plan);

// The places of the kept variables, then the steps in the order they are drawn, each with the graph
// of what it is drawn from.
[[nodiscard]] std::string to_text(const model::Model& model, const Recovery& recovery);

// The smaller model, then a line per block, then the recovery.
[[nodiscard]] std::string to_text(const model::Model& model, const Collapsed& collapsed);

}  // namespace autumn::collapse
