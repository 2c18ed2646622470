// Explain: a plan as text for people.
#pragma once

#include <string>

#include "collapse/plan.h"

namespace autumn::collapse {

// "collapsed 9 of 10 dimensions: mu, theta (Gaussian); sampling 1: tau"
[[nodiscard]] std::string one_line(const model::Model& model, const Plan& plan);

}  // namespace autumn::collapse
