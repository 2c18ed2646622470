// One chain of a run, in the coordinates of the run, from its beginning or from what there is of
// it.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "engine/chain_recorder.h"
#include "engine/reporting_density.h"
#include "engine/run.h"
#include "engine/run_files.h"
#include "sample/chain.h"

namespace autumn::engine {

// Goes on from the checkpoint of the chain if it has one.
[[nodiscard]] Result<sampler::ChainResult> make_chain(const SharedRun& shared, std::uint32_t chain,
                                                      ReportingDensity& density,
                                                      ChainRecorder& recorder);

// Adds the rows that the file of a chain has; how many. None, if its checkpoint knows of none.
[[nodiscard]] Result<std::uint64_t> read_rows(const RunFiles& files, const RunOptions& options,
                                              std::uint32_t chain, ChainRun& run);
// The same; an error unless they are those that its checkpoint knows of.
[[nodiscard]] Status read_all_rows(const RunFiles& files, const RunOptions& options,
                                   std::uint32_t chain, ChainRun& run);

}  // namespace autumn::engine
