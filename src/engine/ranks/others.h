// The rank that leads opens the directory for all, and takes in what the others have made of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/chain_recorder.h"
#include "engine/ranks/board.h"
#include "engine/run.h"
#include "engine/run_files.h"

namespace autumn::engine {

// Opens the files of a run; those of one that has ranks are opened by all of them, or by none.
[[nodiscard]] Result<RunFiles> open_together(const RunOptions& options,
                                             std::span<const std::string> columns,
                                             std::uint64_t choices);

// Reads the chains of the other ranks, and says what became of those.
void take_in_others(SharedRun& shared, const std::vector<RankAccount>& accounts, Run& run);

}  // namespace autumn::engine
