// This header has the files of a run, which are checked before sampling and removed if it fails.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/run.h"
#include "output/files/draw_writer.h"

namespace autumn::engine {

using Writers = std::vector<std::unique_ptr<output::DrawWriter>>;

// Opens one writer per chain. None if the run writes no files. Heads are written at once, but for
// what is settled late: they tell it, and nothing comes before it is known.
[[nodiscard]] Result<Writers> open_files(const RunOptions& options,
                                         std::span<const std::string> columns);

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

// Nothing that looks complete is left behind by a run that failed.
void remove_files(const RunOptions& options);

}  // namespace autumn::engine
