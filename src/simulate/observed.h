// This header finds which data a program observes: the data variables on the left of `~`.
#pragma once

#include <string>
#include <vector>

#include "stan/syntax/ast.h"

namespace autumn::simulate {

// Data variables that stand on the left of a `~`, or before the bar of a density that is added to
// `target`, in the order of their declarations. Indices (`y[group]`) do not count,
// and functions that end in _lp are followed to the arguments that they are called with.
[[nodiscard]] std::vector<std::string> observed_names(const stan::Program& program);

}  // namespace autumn::simulate
