// The subcommands `autumn resume` and `autumn extend` go on with a run that has died or is to have
// more draws.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/meeting.h"
#include "cli/program.h"
#include "cli/record.h"
#include "engine/checkpoint/checkpoint_directory.h"
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

int tell_finished(const ResumeOptions& options, const engine::RunRecord& record) {
  if (options.quiet) return 0;
  fmt::print(
      "The run in `{}` is finished: {} chain{} of {} draws. `autumn extend {} --draws N` adds "
      "draws.\n",
      options.directory, record.chains, record.chains == 1 ? "" : "s", record.draws,
      options.directory);
  return 0;
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
  fmt::print(stderr, "Going on with the run in `{}`: {} iterations of {} chain{} are done.\n",
             options.directory, done, there.record().chains, there.record().chains == 1 ? "" : "s");
}

}  // namespace

int run_resume(const ResumeOptions& options) {
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
