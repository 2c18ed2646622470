// This header declares the account of a run as JSON, for programs that read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output/diagnostics/chain_statistics.h"
#include "output/report/stage_time.h"
#include "output/report/summary.h"
#include "output/report/warnings.h"

namespace autumn::output {

struct RunReport {
  Summary summary;
  std::vector<ChainStatistics> chains;
  std::vector<StageTime> timings;                         // in the order they ran
  std::optional<std::uint64_t> gradients = std::nullopt;  // if known
  std::string instruction_set = {};                     // of the vector kernels; empty if not known
  std::uint64_t thin = 1;                               // transitions per saved draw
  bool thin_auto = false;                               // chosen, not given
  std::vector<std::uint64_t> warmup = {};               // iterations of each chain, if known
  std::optional<double> jumps_accepted = std::nullopt;  // a share; nothing if there were none
  std::optional<std::string> withdrawn = std::nullopt;  // what was said of a withdrawn collapse
  std::vector<Warning> warnings;
};

// {"variables": [{"name", "mean", ..., "rhat"}], "sampler": {...}, "timings": {stage: seconds},
// "gradients": n, "instruction_set": name, "withdrawn": null or text, "warnings": [...]}. Numbers
// that are not finite and counts that are not known become null; other numbers read back exactly.
// One line.
[[nodiscard]] std::string to_json(const RunReport& report);

}  // namespace autumn::output
