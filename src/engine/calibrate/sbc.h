// Simulation-based calibration simulates, samples and ranks, many times.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "collapse/plan.h"
#include "output/diagnostics/calibration.h"
#include "sample/settings.h"
#include "simulate/simulate.h"

namespace autumn::engine {

struct SbcOptions {
  std::uint32_t runs = 200;
  std::uint32_t draws = 63;  // nearly independent ones, among which the truth is ranked
  std::uint64_t seed = 0;
  std::uint32_t threads = 0;        // 0: as many as the machine has
  sampler::Settings settings = {};  // of every run; draws and thin are chosen
  collapse::PlanOptions plan = {};
  std::vector<std::string> without_passes = {};
  const std::atomic<bool>* stop = nullptr;                   // raised to end early
  std::function<void(std::uint32_t done)> on_progress = {};  // called by any thread, one at a time
};

// The name of the log density of parameters and data together, which is ranked like a parameter: a
// posterior that ignores the data passes on the parameters alone (Modrak et al. 2023).
inline constexpr const char* kLogJoint = "log_joint__";

// The ranks of every element of every parameter. Depends on the simulator, the options but
// `threads`, and nothing else. An error if a run fails: to leave it out would bias the others.
[[nodiscard]] Result<output::Ranks> rank_runs(const simulate::Simulator& simulator,
                                              const SbcOptions& options);

}  // namespace autumn::engine
