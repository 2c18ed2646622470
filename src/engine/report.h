// The account of a run is its summary, warnings, statistics and timings.
#pragma once

#include <optional>
#include <string>

#include "engine/assure/assured.h"
#include "engine/run.h"
#include "output/report/report_json.h"

namespace autumn::engine {

struct Report {
  output::RunReport output;
  std::string head;  // one or two lines: what was run
};

[[nodiscard]] Report report(const Prepared& prepared, const RunOptions& options, const Run& run);
// The same with what was found about the model.
[[nodiscard]] Report report(const AssuredRun& run);

// The head, the table and, if any, the warnings.
[[nodiscard]] std::string to_text(const Report& report, const output::SummaryView& view = {});

// The share of transitions with an accepted jump before them, over the chains that jump; nothing if
// none does.
[[nodiscard]] std::optional<double> accepted_jumps(const Run& run);

// Log density evaluations with gradient, all chains, warm-up included.
[[nodiscard]] std::uint64_t gradients(const Run& run);

// Preparation by stage, then warm-up and sampling summed over chains.
[[nodiscard]] std::vector<StageTime> timings(const Prepared& prepared, const Run& run);

}  // namespace autumn::engine
