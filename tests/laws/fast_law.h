// The law of evaluation says that a prepared density is that of the interpreter.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collapse/law_checks.h"
#include "engine/prepare.h"

namespace autumn::laws {

struct Failure {
  std::string law;
  std::string detail;
};
using Found = std::optional<Failure>;

// At an unconstrained point.
[[nodiscard]] Found fast_law(const engine::Prepared& prepared,
                             const collapse::testing::InterpretedDensity& density,
                             const std::vector<double>& u, const char* law);

}  // namespace autumn::laws
