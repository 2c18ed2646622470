// A group term is a term of the mean of a model with groups, with its parameters and their priors.
#pragma once

#include <string>

#include "laws/sketch.h"

namespace autumn::laws {

// A scale: a number, a parameter of this name, or a function of it.
[[nodiscard]] std::string scale(Sketch& sketch, const std::string& name);

// Every term is a vector[N]; `id` makes its names different from those of others.
[[nodiscard]] std::string intercepts(Sketch& sketch, const std::string& id,
                                     const std::string& index);
[[nodiscard]] std::string regression(Sketch& sketch, const std::string& id);
[[nodiscard]] std::string slopes(Sketch& sketch, const std::string& id);
[[nodiscard]] std::string chain(Sketch& sketch, const std::string& id);

}  // namespace autumn::laws
