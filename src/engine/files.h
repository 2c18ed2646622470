// The CSV files of a run: checked before sampling, removed if it fails.
#pragma once

#include <string>
#include <vector>

#include "engine/run.h"
#include "output/csv_writer.h"

namespace autumn::engine {

// Opens one writer per chain, with its head written. None if the run writes no files.
[[nodiscard]] Result<std::vector<output::CsvWriter>> open_files(
    const RunOptions& options, std::span<const std::string> columns);

// Nothing that looks complete is left behind by a run that failed.
void remove_files(const RunOptions& options);

}  // namespace autumn::engine
