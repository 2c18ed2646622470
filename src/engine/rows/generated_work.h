// Whether generated quantities have anything to do for a draw, be it only to print.
#pragma once

#include "trace/trace.h"

namespace autumn::engine {

[[nodiscard]] inline bool has_generated_work(const trace::GeneratedProgram& program) {
  return program.program != nullptr && !program.program->generated_quantities.empty();
}

}  // namespace autumn::engine
