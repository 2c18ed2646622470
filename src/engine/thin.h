// `--thin auto` chooses how many transitions to spend per saved draw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/prepare.h"
#include "sample/chain.h"

namespace autumn::engine {

struct RunOptions;

// Nanoseconds, estimated.
struct DrawCosts {
  double transition = 0.0;
  double row = 0.0;  // a saved draw: recovery, outputs, generated quantities, text

  void visit_fields(sampler::Fields& fields);
  bool operator==(const DrawCosts&) const = default;
};

struct ThinChoice {
  std::int64_t thin = 1;
  // In transitions, of the slowest quantity; absent if warm-up was too short to tell.
  std::optional<double> autocorrelation_time = std::nullopt;
  DrawCosts costs;

  void visit_fields(sampler::Fields& fields);
  bool operator==(const ThinChoice&) const = default;
};

// Of one leapfrog step.
[[nodiscard]] double gradient_nanoseconds(const Prepared& prepared);

// From counts that the plan and the model give, never from the clock: the choice decides which
// draws are saved, and a seed must give the same draws on a busy machine as on an idle one, and at
// any number of threads. The optimum is flat (a cost wrong by a factor of two loses a tenth), so
// that an estimate will do.
[[nodiscard]] DrawCosts estimate_costs(const Prepared& prepared, const RunOptions& options,
                                       double gradients_per_transition);

// Transitions per effective draw: of every recorded quantity, the largest, and at least 1. Nothing
// if the record is too short to tell.
[[nodiscard]] std::optional<double> autocorrelation_time(const sampler::WarmupRecord& record);

// The same of the log density alone.
[[nodiscard]] std::optional<double> log_density_time(const sampler::WarmupRecord& record);

// The smallest number of transitions that comes within 2% of the highest ESS per second.
// With autocorrelations r^k, r = (t - 1) / (t + 1), a draw saved every k transitions is worth
// (1 - r^k) / (1 + r^k) and costs k transitions and a row.
[[nodiscard]] std::int64_t best_thin(double autocorrelation_time, const DrawCosts& costs);

[[nodiscard]] ThinChoice choose_thin(const Prepared& prepared, const RunOptions& options,
                                     const sampler::WarmupRecord& record);

// One line, without its end.
[[nodiscard]] std::string to_text(const ThinChoice& choice);

}  // namespace autumn::engine
