// A line search finds a step along a direction that makes the objective small enough (the strong
// Wolfe conditions), also where part of the line is rejected.
#pragma once

#include <optional>

#include "approximate/objective.h"

namespace autumn::approximate {

struct Step {
  double alpha = 0.0;
  Place place;
};

// What is known of the objective along a line after a step on it.
struct KnownStep {
  double alpha = 0.0;
  double slope_before = 0.0;
  double slope_after = 0.0;
  double change = 0.0;  // of the value
};

// Where the cubic that has these slopes and this change is smallest, among steps up to `most`: a
// guess of how long the next step will be.
[[nodiscard]] double likely_step(const KnownStep& step, double most);

// From `from` along `direction`, with `alpha` tried first. Where no step fulfils the condition on
// the slope (the support ends before), the best one that makes the objective small enough is taken;
// nothing if there is none.
[[nodiscard]] std::optional<Step> search_line(Objective& objective, const Place& from,
                                              const VectorXd& direction, double alpha);

}  // namespace autumn::approximate
