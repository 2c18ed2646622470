// The page of a run: what is known of it from memory or from files, for people to look at.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/assure/assured.h"
#include "engine/load.h"
#include "engine/report.h"
#include "simulate/source.h"
#include "trace/data/data.h"

namespace autumn::engine {

// What is known beside the draws.
struct PageSource {
  std::string title = "Autumn";
  const LoadedProgram* program = nullptr;  // null: nobody knows
  const model::Model* model = nullptr;     // the same with its data
  trace::Data data = {};
  // What simulates it, of a model that is no program.
  std::optional<simulate::Source> simulated = std::nullopt;
  collapse::PlanOptions plan = {};  // that the run was asked for
  std::string command = {};         // that makes the run again
};

// An error if the model cannot be explained.
[[nodiscard]] Result<std::string> page_of(const AssuredRun& run, const Report& report,
                                          const PageSource& source);
// The same of files of draws, of CmdStan or of Autumn.
[[nodiscard]] Result<std::string> page_of_files(std::span<const std::string> files,
                                                const PageSource& source);

}  // namespace autumn::engine
