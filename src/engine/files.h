// This header has what the files of a run are called, and what they begin with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/run.h"
#include "output/files/draw_writer.h"

namespace autumn::engine {

// Where the draws of a chain are, at the end.
[[nodiscard]] std::string file_of(const Files& files, std::uint32_t chain);

// The time now, as heads have it.
[[nodiscard]] std::string time_text();

// What was asked of the plan and the passes, for the head of each file; nothing if nothing was.
[[nodiscard]] std::vector<output::HeaderLine> plan_notes(
    const collapse::PlanOptions& plan, const std::vector<std::string>& without_passes = {});

// What a chain settles for itself or is told late: transitions per draw, iterations of warm-up.
struct Settled {
  std::int64_t thin = 1;
  std::int64_t warmup = 0;
};

// Whether that is known when warm-up is over only.
[[nodiscard]] bool is_settled_late(const sampler::Settings& settings);

// What a file of the run begins with.
[[nodiscard]] output::Head file_head(const RunOptions& options, std::uint32_t chain,
                                     const Settled& settled, std::span<const std::string> columns);

// chain_1.csv becomes chain_1.csv.suspect: draws that were found to be wrong, kept to be looked at.
void mark_suspect(const RunOptions& options);

}  // namespace autumn::engine
