// Located variables are those whose elements are, before any data, a location plus a scale times a
// standard normal number, where location and scale are functions of other variables: what can be
// sampled centred, non-centred, or anything between.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/model.h"

namespace autumn::model {

enum class LocatedForm : std::uint8_t {
  kCentred,   // theta ~ normal(location, scale)
  kOffset,    // the same, declared with them as offset and multiplier
  kStandard,  // z ~ std_normal(), seen only in location + scale * z
};

struct Located {
  std::size_t variable = 0;
  std::size_t factor = 0;  // its prior
  LocatedForm form = LocatedForm::kCentred;
  // Scalars, or one number per element in storage order; neither depends on the variable.
  std::optional<NodeId> location = std::nullopt;  // nothing: zero
  NodeId scale;

  // Of its unconstrained numbers as they are written: 1 where they move with the location and in
  // units of their own, 0 where they are standard normal.
  [[nodiscard]] double written_weight() const { return form == LocatedForm::kCentred ? 1.0 : 0.0; }
  bool operator==(const Located&) const = default;
};

// The variables that its location and scale depend on.
[[nodiscard]] std::vector<std::size_t> variables_around(const Model& model, const Located& located);

// In the order of their factors. Left alone are scalars, variables with bounds, priors of other
// families, elements that are located around others of the same variable (walks), and where
// variables are located around each other in a circle all but the first.
[[nodiscard]] std::vector<Located> find_located(const Model& model);

// The variables in an order in which each stands after those that its support, or its location and
// scale, depend on.
[[nodiscard]] std::vector<std::size_t> order_of_variables(const Model& model,
                                                          const std::vector<Located>& located);

}  // namespace autumn::model
