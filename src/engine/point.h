// A point is the values of parameters from a JSON file: where chains begin, or where a density is
// wanted.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/prepare.h"
#include "trace/data/data.h"

namespace autumn::engine {

struct GivenPoint {
  InitialValues given;
  std::vector<double> unconstrained;  // NaN for what the file does not have
  std::vector<std::string> unknown;   // names in the file that the program does not have
};

// Names of what is no variable of the program. Those of generated quantities and of transformed
// parameters are some: a file of all variables of a fit may serve as one of parameters.
[[nodiscard]] std::vector<std::string> unknown_names(
    const trace::Data& data, const model::Model& model,
    std::span<const trace::GeneratedVariable> made);

// Errors name the file; what is no parameter is passed over.
[[nodiscard]] Result<GivenPoint> read_point(const Prepared& prepared, const std::string& path);
// The same of values that are read already, from a file of that name.
[[nodiscard]] Result<GivenPoint> point_of(const Prepared& prepared, const trace::Data& data,
                                          const std::string& path);

}  // namespace autumn::engine
