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
  bool is_dear = false;  // they could go, but it would not pay
};

// Whether every integral is finite, as far as statements say.
[[nodiscard]] std::optional<Refusal> refused_as_infinite(const Collapsed& collapsed);
// The same where it is a question to the data, of flat priors.
[[nodiscard]] std::optional<Refusal> refused_by_numbers(const model::Model& model,
                                                        const Collapsed& collapsed);

// Whether fill-in costs more than the collapse can give, beside the operations before it, which the
// plan has.
[[nodiscard]] std::optional<Refusal> too_dear(const model::Model& model, const Plan& plan,
                                              const Collapsed& collapsed);

// Where most dimensions stay and nothing is collapsed but a few means, which are as easily sampled,
// a gradient must not become much dearer. Counts decide, so that nothing need be prepared for it;
// what they leave open is another question (engine/worth.h).
[[nodiscard]] std::optional<Refusal> few_dear_means(const model::Model& model, const Plan& plan,
                                                    const Collapsed& collapsed);

// Operations of a gradient, roughly: what every node costs, forwards and backwards.
[[nodiscard]] double operations_per_gradient(const model::Model& model);

// Fills in the cost of what is left and the size of the blocks, which are of this model.
void summarise(const model::Model& model, const Collapsed& collapsed, Plan& plan);

}  // namespace autumn::collapse
