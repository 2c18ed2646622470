// Chains that did not move in warm-up are told of, whether they could begin anew or not.
#pragma once

#include <vector>

#include "engine/run.h"
#include "output/report/warnings.h"

namespace autumn::engine {

[[nodiscard]] std::vector<output::Warning> still_chains(const Run& run, std::uint32_t first_id);

}  // namespace autumn::engine
