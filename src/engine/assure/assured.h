// An assured run refuses improper posteriors, and withdraws a collapse that breaks its law.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/prepare.h"
#include "engine/run.h"
#include "engine/worth.h"
#include "output/report/warnings.h"
#include "recover/law.h"

namespace autumn::engine {

// A collapse that was found to be wrong, and what was done instead.
struct Withdrawal {
  recover::Law law;                 // where it failed
  std::vector<std::string> kept;    // variables sampled instead of integrated out
  bool is_whole = false;            // nothing was integrated out any more
  bool was_after_sampling = false;  // the run was made again
};
// One sentence for the screen and the head of the files.
[[nodiscard]] std::string to_text(const Withdrawal& withdrawal);

struct AssuredRequest {
  // Prepares the model with these options; asked again where a collapse is withdrawn.
  std::function<Result<Prepared>(const collapse::PlanOptions&)> prepare;
  collapse::PlanOptions plan;
  RunOptions run;
  // Called whenever the model has been prepared, for every plan that is looked at; may complete the
  // options (initial values).
  std::function<Status(const Prepared&, RunOptions&)> on_prepared = {};
  // Called before a run with what it runs, which stays where it is until the run has ended; may
  // complete the options, once a plan is chosen.
  std::function<Status(const Prepared&, RunOptions&)> on_run = {};
};

struct AssuredRun {
  Prepared prepared;
  RunOptions options;
  Run run;
  std::optional<Withdrawal> withdrawal = std::nullopt;
  std::optional<Worth> worth = std::nullopt;   // of the plan, beside alternatives
  std::vector<output::Warning> warnings = {};  // about the model
};

// An error, before anything is sampled, if some direction of the parameters is not determined (and
// the settings of the run do not allow that). Then the law before sampling, the run, and the law
// after it.
[[nodiscard]] Result<AssuredRun> run_assured(AssuredRequest request);

}  // namespace autumn::engine
