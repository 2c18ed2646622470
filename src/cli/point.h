// A point is the values of parameters from a JSON file: where chains begin, or where a density is
// wanted.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "engine/prepare.h"

namespace autumn::cli {

struct GivenPoint {
  engine::InitialValues given;
  std::vector<double> unconstrained;  // NaN for what the file does not have
  std::vector<std::string> unknown;   // names in the file that the program does not have
};

// Errors name the file; what is no parameter is passed over.
[[nodiscard]] Result<GivenPoint> read_point(const engine::Prepared& prepared,
                                            const std::string& path);

// Says on the screen what was passed over.
void note_unknown(const GivenPoint& point, const std::string& path);

}  // namespace autumn::cli
