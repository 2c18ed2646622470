// Values of parameters from a JSON file: where chains begin, or where a density is wanted.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "engine/prepare.h"

namespace autumn::cli {

struct Point {
  engine::InitialValues given;
  std::vector<double> unconstrained;  // NaN for what the file does not have
};

// Errors name the file; what is no parameter is passed over, with a note unless `is_quiet`.
[[nodiscard]] Result<Point> read_point(const engine::Prepared& prepared, const std::string& path,
                                       bool is_quiet);

}  // namespace autumn::cli
