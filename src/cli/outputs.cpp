// This file knows by their names which files belong to a run.
#include "cli/outputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/program.h"
#include "output/files/chain_files.h"
#include "output/files/replacement.h"

namespace autumn::cli {
namespace {

namespace fs = std::filesystem;

// Whether a file with this name is one of those that a run has, or puts aside, in its directory.
bool is_of_run(const SampleOptions& options, const std::string& path) {
  if (path.empty() || options.output.empty()) return false;
  const fs::path name = fs::path(path).filename();
  const fs::path place = fs::path(path).parent_path();
  const bool is_ours = output::is_chain_file(name.string()) || name == ".checkpoint";
  const auto is_in = [&](const fs::path& folder) {
    return output::is_same_directory(folder.empty() ? "." : folder.string(), options.output);
  };
  return (is_ours && is_in(place)) ||
         (place.filename() == ".checkpoint" && is_in(place.parent_path()));
}

}  // namespace

Status check_outputs(const SampleOptions& options) {
  const std::vector<std::string> inputs = inputs_of(options.program, options.init);
  for (const std::string& path : inputs) {
    if (options.record || !is_of_run(options, path)) continue;
    return Error{.message = fmt::format("`{}` is read, and lies where the run writes", path),
                 .suggestion = "choose another directory for the draws",
                 .where = {}};
  }
  if (options.summary_file.empty()) return Done{};
  if (is_of_run(options, options.summary_file)) {
    return Error{.message = fmt::format("the summary would take the place of `{}`, which the run "
                                        "writes",
                                        options.summary_file),
                 .suggestion = "choose another name for the summary",
                 .where = {}};
  }
  Status status = output::check_outputs(inputs, {&options.summary_file, 1});
  const bool is_known = options.record.has_value();  // it was allowed when the run began
  if (status) status = output::check_replaceable(options.summary_file, options.force || is_known);
  return status;
}

}  // namespace autumn::cli
