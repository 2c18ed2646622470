// The files of a run: checked before sampling, removed if it fails.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/run.h"
#include "output/draw_writer.h"

namespace autumn::engine {

using Writers = std::vector<std::unique_ptr<output::DrawWriter>>;

// Opens one writer per chain. None if the run writes no files. Heads are written at once, but for
// thin_auto: they tell `thin`, and nothing comes before it is chosen.
[[nodiscard]] Result<Writers> open_files(const RunOptions& options,
                                         std::span<const std::string> columns);

// What a file of the run begins with.
[[nodiscard]] output::Head file_head(const RunOptions& options, std::uint32_t chain,
                                     std::int64_t thin, std::span<const std::string> columns);

// Nothing that looks complete is left behind by a run that failed.
void remove_files(const RunOptions& options);

}  // namespace autumn::engine
