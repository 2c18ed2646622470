// The plan that a run with default settings takes, and why: the collapse that pays, less what its
// coordinates need.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "collapse/plan.h"
#include "engine/worth.h"
#include "model/model.h"

namespace autumn::engine {

struct RunPlan {
  collapse::PlanOptions options;  // that collapse what the run does
  std::optional<Worth> worth;     // nothing if there was nothing to choose
  // What was taken instead of that choice, because coordinates with less collapsed cost less.
  std::optional<Alternative> centred;
  std::vector<collapse::Spared> spared;  // what could be collapsed and is not, and why
  std::string coordinates;               // one sentence about them; empty if there is no choice
};

[[nodiscard]] Result<RunPlan> plan_of_run(const model::Model& model,
                                          const collapse::PlanOptions& options,
                                          const std::vector<std::string>& without_passes = {});

// What an alternative is called where others are told, too.
[[nodiscard]] std::string name_of(const Worth& worth, std::size_t alternative);

// Why this alternative was taken, in one sentence.
[[nodiscard]] std::string why_taken(const Worth& worth);

// The same of what a run takes; it has a choice.
[[nodiscard]] std::string why_taken(const RunPlan& run);

}  // namespace autumn::engine
