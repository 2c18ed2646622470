// Files of draws, collected: what they tell of a run whose process is gone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "output/report/report_json.h"

namespace autumn::engine {

// How many gradients there were files do not tell.
struct CollectedRun {
  output::RunReport report;
  std::vector<DrawTable> tables;   // one per chain
  std::vector<std::string> notes;  // of files that are not whole
  std::string options = {};        // of the run, as `autumn sample` takes them
};

// An error if a file cannot be read, or is of another model than the first.
[[nodiscard]] Result<CollectedRun> collect(std::span<const std::string> files,
                                           std::span<const double> percentiles = {});

}  // namespace autumn::engine
