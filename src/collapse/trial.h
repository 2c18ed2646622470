// A trial answers whether a plan holds with numbers, and what it costs.
#pragma once

#include <optional>
#include <string>

#include "collapse/collapse.h"

namespace autumn::collapse {

// Elements that must stay after all.
struct Refusal {
  ElementSet elements;
  std::string reason;
};

// Whether every integral is finite (flat priors are a question to the data), and whether fill-in
// costs more than the collapse can give.
[[nodiscard]] std::optional<Refusal> try_out(const model::Model& model, const Collapsed& collapsed,
                                             bool has_cost_limits);

// Where most dimensions stay and nothing is collapsed but a few means, which are as easily sampled,
// a gradient must not become much dearer. Counts decide, so that nothing need be prepared for it;
// what they leave open is another question (engine/worth.h).
[[nodiscard]] std::optional<Refusal> few_dear_means(const model::Model& model, const Plan& plan,
                                                    const Collapsed& collapsed);

// Operations of a gradient, roughly: what every node costs, forwards and backwards.
[[nodiscard]] double operations_per_gradient(const model::Model& model);

// Fills in the cost and the size of the blocks, which are of this model.
void summarise(const model::Model& model, const Collapsed& collapsed, Plan& plan);

}  // namespace autumn::collapse
