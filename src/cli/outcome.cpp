// This file tells people and programs what came of a run.
#include "cli/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "base/printable.h"
#include "cli/meeting.h"
#include "engine/checkpoint/extension.h"
#include "engine/report.h"
#include "output/files/text_files.h"
#include "output/report/report_json.h"

namespace autumn::cli {
namespace {

bool has_draws(const engine::Run& run) {
  return std::ranges::any_of(run.chains, [](const engine::ChainRun& chain) {
    return chain.draws.rows() > 0 || chain.warmup.rows() > 0;
  });
}

void tell_how_to_go_on(const SampleOptions& options, const engine::Run& run) {
  if (!run.can_go_on || options.quiet) return;
  const std::string output = printable_line(options.output);
  std::fprintf(stderr, "`autumn resume %s` goes on with this run.\n", output.c_str());
  const auto there = engine::CheckpointDirectory::find(options.output);
  if (!there || !engine::keeps_finished(there.value())) return;
  std::fprintf(stderr, "`autumn extend %s --undo` goes back to the one that was finished.\n",
               output.c_str());
}

// What a rank that does not lead has to say, it says to that which does.
int end_following(const LoadedModel& loaded, const engine::Run& run) {
  if (!run.generated_errors.empty()) {
    fmt::print(stderr, "Some draws have NaN among their generated quantities:\n{}",
               run.generated_errors.text(loaded.program));
  }
  for (const std::string& note : run.notes) fmt::print(stderr, "{}\n", printable(note));
  if (run.write_error) return fail(*run.write_error);
  return run.is_interrupted ? interrupted_code() : 0;
}

int exit_code(const engine::Run& run) {
  if (run.write_error) return fail(*run.write_error);
  if (!run.failed_ranks.empty()) return 1;
  return run.is_interrupted ? interrupted_code() : 0;
}

int end_without_draws(const SampleOptions& options, const engine::Run& run) {
  if (run.failed_ranks.empty() && !run.write_error) {
    std::puts("Interrupted before the first draw: there are no draws.");
  }
  tell_how_to_go_on(options, run);
  return exit_code(run);
}

void print(const engine::Report& report) {
  const std::string text =
      to_text(report, {.most = kShownVariables, .width = columns_of_terminal()});
  std::fputs(text.c_str(), stdout);
}

}  // namespace

bool follows(const SampleOptions& options) {
  return options.meeting && !options.meeting->leads();
}

int show(const SampleOptions& options, const LoadedModel& loaded, const engine::AssuredRun& done) {
  if (follows(options)) return end_following(loaded, done.run);
  for (const std::string& note : done.run.notes)
    std::fprintf(stderr, "%s\n", printable(note).c_str());
  for (const std::string& text : done.run.failed_ranks) std::fputs(text.c_str(), stderr);
  if (done.run.is_interrupted && !has_draws(done.run)) return end_without_draws(options, done.run);
  std::optional<engine::Report> report;  // only where somebody reads it: it takes time
  if (!options.quiet || !options.summary_file.empty()) report = engine::report(done);
  if (!options.quiet) print(*report);
  if (!done.run.generated_errors.empty()) {
    std::printf("\nSome draws have NaN among their generated quantities:\n%s",
                done.run.generated_errors.text(loaded.program).c_str());
  }
  if (!options.summary_file.empty()) {
    const Status status =
        output::write_text(options.summary_file, output::to_json(report->output) + "\n");
    if (!status) return fail(status.error());
  }
  if (options.output.empty() && options.summary_file.empty() && !options.quiet) {
    std::puts("\nThe draws were not kept; `--output DIR` keeps them.");
  }
  if (!done.run.put_aside.empty() && !done.run.write_error) {
    std::fprintf(stderr, "The run was not completed; the draws of the one before are in %s\n",
                 printable_line(fmt::format("{}", fmt::join(done.run.put_aside, ", "))).c_str());
  }
  tell_how_to_go_on(options, done.run);
  return exit_code(done.run);
}

}  // namespace autumn::cli
