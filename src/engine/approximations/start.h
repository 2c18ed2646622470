// A start is where a method begins: given values, random ones for the rest.
#pragma once

#include <vector>

#include "engine/approximations/point_table.h"
#include "engine/prepare.h"

namespace autumn::engine {

struct StartOptions {
  std::vector<double> given = {};  // unconstrained, NaN for random; empty for all random
  double radius = 2.0;
};

// As chains begin: uniform points until the log density and its gradient are finite.
[[nodiscard]] Result<std::vector<double>> find_start(const Prepared& prepared, LogDensity& density,
                                                     const StartOptions& options,
                                                     const MethodKey& key);

// A row of a file of draws, or of an optimizer, as values of the parameters; columns that belong to
// no parameter are passed over.
[[nodiscard]] Result<InitialValues> values_of_row(const Prepared& prepared,
                                                  std::span<const std::string> columns,
                                                  std::span<const double> row);

}  // namespace autumn::engine
