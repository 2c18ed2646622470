// A warning about a run says what is wrong, what it means and what to try. Nothing is said when
// all is well.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "output/diagnostics/chain_statistics.h"
#include "output/report/summary.h"

namespace autumn::output {

enum class WarningKind {
  kDivergences,
  kMaxTreedepth,
  kLowEnergyFraction,
  kHighRhat,
  kLowBulkEss,
  kLowTailEss,
  kNonFiniteDraws,
  kHardlyDetermined,
  kRunsAway,
  kStillChains,
};

struct Warning {
  WarningKind kind;
  std::string finding;  // one line: what was found, with numbers and names
  std::string meaning;  // one line: why it matters
  std::string advice;   // one line: what to try

  bool operator==(const Warning&) const = default;
};

// The limits below which nothing is said.
struct WarningLimits {
  double rhat = 1.01;
  double ess_per_chain = 100;
  double ebfmi = 0.3;
};

struct RunEvidence {
  const Summary& summary;
  std::span<const ChainStatistics> chains;
  int max_depth = 10;
};

[[nodiscard]] std::vector<Warning> find_warnings(const RunEvidence& run,
                                                 const WarningLimits& limits = {});

// Of parameters, which may be anywhere: those whose draws are all so near to 0, or so far from it,
// that the density has no hold on them.
[[nodiscard]] std::optional<Warning> find_run_away(const Summary& summary,
                                                   std::span<const std::string> parameters);

// Three lines each, a blank line between them; empty if there are none. No line begins with `Er` or
// `Ex`: cmdstanpy takes such lines for errors.
[[nodiscard]] std::string to_text(std::span<const Warning> warnings);

}  // namespace autumn::output
