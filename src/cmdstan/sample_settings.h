// The arguments of the method `sample` as settings of a run.
#pragma once

#include <cstdint>

#include "cmdstan/arguments/argument.h"
#include "sample/settings.h"

namespace autumn::cmdstan {

[[nodiscard]] sampler::Settings settings_of(const Arguments& arguments);
// 0: as many as the machine has.
[[nodiscard]] std::uint32_t threads_of(const Arguments& arguments);

}  // namespace autumn::cmdstan
