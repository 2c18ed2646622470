// The subcommands `autumn resume` and `autumn extend` go on with a run that has died or is to have
// more draws.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/printable.h"
#include "base/words.h"
#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/meeting.h"
#include "cli/program.h"
#include "cli/record.h"
#include "engine/checkpoint/checkpoint_directory.h"
#include "engine/checkpoint/extension.h"
#include "output/files/chain_files.h"
#include "output/files/lock.h"

namespace autumn::cli {
namespace {

namespace fs = std::filesystem;

// What there is of the run, once it is known that no process is making it.
Result<engine::CheckpointDirectory> find(const ResumeOptions& options) {
  const std::string& directory = options.directory;
  const bool leads = !options.meeting || options.meeting->leads();
  std::error_code code;
  if (leads && fs::is_directory(directory, code)) {
    if (const auto lock = output::lock_directory(directory); !lock) return lock.error();
  }
  return engine::CheckpointDirectory::find(directory);
}

Error is_not_finished(const std::string& directory) {
  return {.message = fmt::format("the run in `{}` is not finished", directory),
          .suggestion = fmt::format("`autumn resume {}` goes on with it first", directory),
          .where = {}};
}

// A run is finished as long as all its draws are there.
Status check_chains(const ResumeOptions& options, const engine::RunRecord& record) {
  const std::vector<std::string> files = output::chain_files(options.directory);
  for (std::uint32_t chain = 1; chain <= record.chains; ++chain) {
    const std::string name = fmt::format("chain_{}.", chain);
    const auto is_it = [&](const std::string& path) {
      return fs::path(path).filename().string().starts_with(name);
    };
    if (std::ranges::any_of(files, is_it)) continue;
    return Error{.message = fmt::format("the run in `{}` is finished, but its `{}csv` is not there "
                                        "any more",
                                        options.directory, name),
                 .suggestion = "put it back, or sample anew with --force",
                 .where = {}};
  }
  return Done{};
}

int tell_finished(const ResumeOptions& options, const engine::RunRecord& record) {
  if (const Status status = check_chains(options, record); !status) return fail(status.error());
  if (options.quiet) return 0;
  const std::string directory = printable_line(options.directory);
  fmt::print(
      "The run in `{}` is finished: {} of {}. `autumn extend {} --draws N` adds "
      "draws.\n",
      directory, counted(record.chains, "chain"), counted(record.draws, "draw"), directory);
  return 0;
}

// The draws that were being added are given up, for those that the run had before.
int undo(const ResumeOptions& options) {
  std::error_code code;
  if (!fs::is_directory(options.directory, code)) return fail(find(options).error());
  const auto lock = output::lock_directory(options.directory);
  if (!lock) return fail(lock.error());
  auto there = engine::CheckpointDirectory::find(options.directory);
  if (!there) return fail(there.error());
  if (!engine::keeps_finished(there.value())) {
    return fail(
        Error{fmt::format("the run in `{}` is not one that was being extended", options.directory),
              "there is nothing to be undone",
              {}});
  }
  if (const Status status = engine::put_back_finished(there.value()); !status) {
    return fail(status.error());
  }
  return tell_finished(options, there.value().record());
}

// How far the chains are.
void announce(const ResumeOptions& options, const engine::CheckpointDirectory& there) {
  if (options.quiet) return;
  std::int64_t done = 0;
  for (std::uint32_t chain = 0; chain < there.record().chains; ++chain) {
    std::string note;  // is told when the run goes on
    const auto last = there.last(chain, note);
    if (last && last.value()) done += last.value()->iterations;
  }
  fmt::print(stderr, "Going on with the run in `{}`: {} of {} {} done.\n",
             printable_line(options.directory), counted(done, "iteration"),
             counted(there.record().chains, "chain"), done == 1 ? "is" : "are");
}

}  // namespace

int run_resume(const ResumeOptions& options) {
  if (options.is_undone) return undo(options);
  const auto there = find(options);
  if (!there) return fail(there.error());
  engine::RunRecord record = there.value().record();
  if (options.more == 0 && record.is_finished) return tell_finished(options, record);
  if (options.more > 0 && !record.is_finished) return fail(is_not_finished(options.directory));
  record.draws += options.more;
  record.is_finished = false;
  if (const Status status = engine::check_machine(record); !status) return fail(status.error());
  std::error_code code;
  const std::string output = fs::canonical(options.directory, code).string();
  Result<SampleOptions> sample = options_of(record, output);
  if (!sample) return fail(sample.error());
  if (const Status status = engine::check_files(record); !status) return fail(status.error());
  announce(options, there.value());
  SampleOptions& again = sample.value();
  if (again.quiet) again.refresh = 0;
  again.quiet = again.quiet || options.quiet;
  if (options.threads) again.run.threads = *options.threads;
  if (options.threads_per_chain) again.run.threads_per_chain = *options.threads_per_chain;
  again.meeting = options.meeting;
  return run_within(again.program.limits, [&] { return run_sample(again); });
}

}  // namespace autumn::cli
