// Undetermined directions: combinations of parameters with flat priors that the density does not
// contain, so that the posterior has no finite integral.
#pragma once

#include <string>
#include <vector>

#include "collapse/forms/elements.h"
#include "model/model.h"

namespace autumn::collapse {

struct DirectionTerm {
  std::size_t variable = 0;
  std::size_t element = 0;
  double coefficient = 1.0;
};

// Along these coefficients the density does not change.
struct Direction {
  std::vector<DirectionTerm> terms;
  bool is_certain = true;   // else: to eight digits of what the density contains
  bool is_constant = true;  // else: it depends on other parameters, and is one example
};

// The directions found, at most a few. Elements that are bounded on one side can grow to the other;
// a direction in which some would meet their bound is none. With model as it was written, with its
// hidden factors.
[[nodiscard]] std::vector<Direction> undetermined_directions(const model::Model& model);

// Elements that may go on without end, and of which no prior of their own says anything.
[[nodiscard]] ElementSet elements_without_prior(const model::Model& model);

// In the order of declarations, without what is negligible, and whole numbers where it can.
[[nodiscard]] Direction direction_of(std::vector<DirectionTerm> terms);

// "a - b[1] - b[2]"; the first coefficient is positive. Only the parameters, if the coefficients
// depend on where one is.
[[nodiscard]] std::string to_text(const model::Model& model, const Direction& direction);

}  // namespace autumn::collapse
