// The arguments of the method `sample` as settings of a run.
#pragma once

#include <cstdint>

#include "cmdstan/arguments/argument.h"
#include "sample/settings.h"

namespace autumn::cmdstan {

[[nodiscard]] sampler::Settings settings_of(const Arguments& arguments);
// 0: as many as the machine has.
[[nodiscard]] std::uint32_t threads_of(const Arguments& arguments);
// Threads of a process that its chains leave over share their evaluations, as CmdStan's do those of
// reduce_sum.
[[nodiscard]] std::uint32_t threads_per_chain(std::uint32_t threads, std::uint32_t chains);

}  // namespace autumn::cmdstan
