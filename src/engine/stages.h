// The stages of preparation: the one list of what happens to a model between its trace and its
// chains, which preparing, explaining and testing read.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "collapse/collapse.h"
#include "density/lower.h"
#include "evaluate/program.h"
#include "model/model.h"
#include "output/report/stage_time.h"
#include "recover/recover.h"

namespace autumn::engine {

using output::StageTime;

// Runs a stage and notes how long it took.
template <typename Run>
auto timed(std::vector<StageTime>& times, std::string name, Run run) {
  const auto start = std::chrono::steady_clock::now();
  auto result = run();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  times.push_back({std::move(name), taken.count()});
  return result;
}

// What the stages have made so far. A stage reads what those before it have made, and adds its own.
struct Work {
  collapse::PlanOptions plan_options;
  std::vector<std::string> without_passes;  // names of passes to leave out
  density::Jacobian jacobian = density::Jacobian::kIncluded;
  model::Model model;  // as the last stage that changes the whole model left it
  bool may_have_leaves = true;
  std::shared_ptr<const model::Model> written;  // the same before its data were compressed
  collapse::Planned planned;                    // what is integrated out, and what is left
  model::Model sampled;                         // what is left, simplified
  density::Lowered lowered;
  expr::Graph gradient;  // unconstrained vector -> log density, gradient
  std::optional<evaluate::PreparedProgram> density;   // the same, ready to run
  std::optional<evaluate::PreparedProgram> value;     // the log density alone, where jumps need it
  std::optional<recover::PreparedRecovery> recovery;  // the way back, ready to run
  std::vector<StageTime> times;
};

struct Stage {
  std::string_view name;
  // None where the stage before has made this value too.
  Status (*run)(Work&);
  // Of the value that it made.
  std::string (*text)(const Work&);
  Status (*check)(const Work&);
};

// In order.
[[nodiscard]] std::span<const Stage> stages();

// Runs the stages up to the one with this name, and checks the value of each; an empty name means
// all of them. An error if the options name variables or passes that are not there.
[[nodiscard]] Result<Work> run_stages(model::Model model, const collapse::PlanOptions& plan_options,
                                      const std::vector<std::string>& without_passes = {},
                                      std::string_view last = {},
                                      density::Jacobian jacobian = density::Jacobian::kIncluded);

// Goes on from where the plan begins to matter: what the stages before it made is there.
[[nodiscard]] Result<Work> run_from_plan(Work work);

// An error if the options name variables, elements or passes that are not there.
[[nodiscard]] Status check_options(const model::Model& model,
                                   const collapse::PlanOptions& plan_options,
                                   const std::vector<std::string>& without_passes);
// Of the names of passes alone.
[[nodiscard]] Status check_passes(const std::vector<std::string>& names);

// The value after the stage or the pass over the density with this name; "trace" is the model as it
// is given.
[[nodiscard]] Result<std::string> text_after(const model::Model& model,
                                             const collapse::PlanOptions& plan_options,
                                             const std::vector<std::string>& without_passes,
                                             const std::string& name);
// All names that one can ask for, in order, with those of loading before: "parse" and "trace".
[[nodiscard]] std::vector<std::string> stage_names();
// Whether the value after this stage or pass, which is there, depends on the plan.
[[nodiscard]] bool is_after_plan(std::string_view name);
// Names of passes that can be left out of what is done to a model before its density is made.
[[nodiscard]] std::vector<std::string> model_pass_names();
// An error if there is no stage or pass with this name, or if it is a pass that is left out.
[[nodiscard]] Status check_stage(const std::string& name,
                                 const std::vector<std::string>& without_passes);

// The stage that needs no data: the program as it was parsed.
inline constexpr std::string_view kParse = "parse";

}  // namespace autumn::engine
