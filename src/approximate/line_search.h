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

// From `from` along `direction`, with `alpha` tried first. Where no step fulfils the condition on
// the slope (the support ends before), the best one that makes the objective small enough is taken;
// nothing if there is none.
[[nodiscard]] std::optional<Step> search_line(Objective& objective, const Place& from,
                                              const VectorXd& direction, double alpha);

}  // namespace autumn::approximate
