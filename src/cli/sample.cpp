// The subcommand `autumn sample` goes from a program to draws, files and a summary.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "cli/commands.h"
#include "cli/meeting.h"
#include "cli/outcome.h"
#include "cli/outputs.h"
#include "cli/program.h"
#include "cli/record.h"
#include "cli/sharded.h"
#include "engine/assure/assured.h"
#include "engine/centring/centred.h"
#include "engine/draw_memory.h"
#include "engine/files.h"
#include "engine/interrupt.h"
#include "engine/run_files.h"
#include "explain/explain.h"
#include "output/files/text_files.h"
#include "sample/names.h"
#include "stan/advice/pedantic.h"

namespace autumn::cli {
namespace {

// A number is the radius of random initial points, anything else a file of values.
Status apply_init(const SampleOptions& options, const engine::Prepared& prepared,
                  engine::RunOptions& run) {
  if (is_number(options.init)) {
    run.settings.initial_radius = std::strtod(options.init.c_str(), nullptr);
    return sampler::check(run.settings);
  }
  auto point = engine::read_point(prepared, options.init);
  if (!point) return point.error();
  if (!options.quiet) note_unknown(point.value(), options.init);
  for (const std::string& name : engine::unused_initial_values(prepared, point.value().given)) {
    if (options.quiet) break;
    std::fprintf(stderr, "The initial value of %s is not used: it is integrated out.\n",
                 name.c_str());
  }
  run.initial = std::move(point).value().unconstrained;
  return Done{};
}

// What a run could not hand over is found before it, not after.
Status check_outcome(const SampleOptions& options) {
  if (options.draws == 0 && !options.run.settings.save_warmup) {
    return Error{.message = "--draws must be at least 1, got 0",
                 .suggestion = "0 draws make sense only with --save-warmup",
                 .where = {}};
  }
  if (Status status = check_outputs(options); !status) return status;
  return options.summary_file.empty() ? Status(Done{})
                                      : output::check_writable(options.summary_file);
}

// Programs that call us may not know our options: the environment can turn collapsing off too.
collapse::PlanOptions requested_plan(const SampleOptions& options) {
  collapse::PlanOptions plan = options.plan;
  const char* value = std::getenv("AUTUMN_MARGINALIZE");
  if (value != nullptr && (std::string(value) == "0" || std::string(value) == "none")) {
    plan.is_off = true;
  }
  return plan;
}

collapse::PlanOptions plan_options(const SampleOptions& options) {
  collapse::PlanOptions plan = requested_plan(options);
  // What is fixed is not drawn.
  if (options.run.settings.algorithm == sampler::Algorithm::fixed_param) plan.is_off = true;
  return plan;
}

// Says what is done with the model.
void announce(const SampleOptions& options, const engine::Prepared& prepared) {
  if (options.quiet) return;
  std::fprintf(stderr, "%s\n", explainer::one_line(prepared.compressed, prepared.plan).c_str());
  if (prepared.centred) {
    std::fprintf(stderr, "%s\n", engine::to_text(prepared, *prepared.centred).c_str());
  }
}

// One line about what is very likely wrong; `autumn check --pedantic` has the rest.
void warn_of_scales(const SampleOptions& options, const engine::LoadedProgram& program) {
  if (options.quiet) return;
  for (const stan::Warning& warning : stan::argument_warnings(*program.syntax)) {
    if (warning.kind != stan::WarningKind::kUnboundedScale) continue;
    std::fprintf(stderr, "%s:%u: %s; `autumn check --pedantic` says more\n",
                 warning.message.where.file.c_str(), warning.message.where.line,
                 warning.message.message.c_str());
    return;
  }
}

// As the run was that goes on. What the heads of its files say of it stays as it is.
void go_on(const SampleOptions& options, engine::RunOptions& run) {
  run.seed = options.record->seed;
  run.files->started = options.record->started;
  run.refresh = options.refresh;
  if (options.quiet) run.on_progress = [](std::string_view) {};
}

// What ranks have in common, and what is different for each.
void share_out(const SampleOptions& options, engine::RunOptions& run) {
  Meeting& meeting = *options.meeting;
  run.share = meeting.share();
  if (!options.seed && !options.record) run.seed = meeting.seed();
  if (!options.record) run.files->started = meeting.started();
  if (run.threads == 0) run.threads = meeting.threads();
  if (meeting.leads()) return;
  run.refresh = options.refresh;
  run.on_progress = [](std::string_view) {};
}

engine::RunOptions run_options(const SampleOptions& options) {
  engine::RunOptions run = options.run;
  run.seed_was_given = options.seed.has_value();
  run.seed = options.seed ? *options.seed : std::random_device{}();
  run.refresh = options.quiet ? 0 : options.refresh;
  run.notes = engine::plan_notes(requested_plan(options), options.without_passes);
  if (!options.shard.empty()) run.notes.push_back({"autumn_shard", options.shard});
  if (!options.output.empty()) {
    run.files = engine::Files{.directory = options.output,
                              .format = options.format,
                              .overwrite = options.force,
                              .model_name = stem(options.program.model),
                              .data_file = options.program.data,
                              .significant_digits = options.significant_digits,
                              .started = engine::time_text()};
  }
  if (options.record) go_on(options, run);
  if (options.meeting) share_out(options, run);
  return run;
}

// Ranks find each other, and what they have made, in the directory of the run.
Status check_ranks(const SampleOptions& options) {
  if (!options.meeting) return Done{};
  if (options.output.empty()) {
    return Error{.message = "a run on several ranks needs a directory for its draws",
                 .suggestion = "give --output DIR, on a file system that all ranks share",
                 .where = {}};
  }
  if (options.checkpoint != kNoCheckpoints) return Done{};
  return Error{.message = "a run on several ranks keeps checkpoints",
               .suggestion = "leave `--checkpoint none` out",
               .where = {}};
}

// One of them tells of the run.
SampleOptions for_this_rank(SampleOptions options) {
  if (!follows(options)) return options;
  if (options.quiet && !options.record) options.refresh = 0;  // as heads of files have it
  options.quiet = true;
  options.summary_file.clear();
  return options;
}

// What is to be known of a run for it to go on later.
Status keep_checkpoints(const SampleOptions& options, const LoadedModel& loaded,
                        engine::RunOptions& run) {
  if (!run.files || options.checkpoint == kNoCheckpoints) return Done{};
  auto& checkpoints = run.files->checkpoints;
  std::optional<double> seconds;
  if (!options.checkpoint.empty()) seconds = std::strtod(options.checkpoint.c_str(), nullptr);
  if (options.record) {
    checkpoints = {.record = *options.record, .seconds = seconds, .goes_on = true};
    return Done{};
  }
  auto record = record_of(options, *loaded.program.sources, run);
  if (!record) return record.error();
  checkpoints = {.record = std::move(record).value(), .seconds = seconds};
  return Done{};
}

}  // namespace

int run_sample(const SampleOptions& given) {
  if (!given.shard.empty() && !given.sharded) return run_sharded(given);
  if (const Status status = check_ranks(given); !status) return fail(status.error());
  const SampleOptions options = for_this_rank(given);
  engine::RunOptions run = run_options(options);
  if (const Status status = sampler::set_draws(run.settings, options.draws, options.thin);
      !status) {
    return fail(status.error());
  }
  if (const Status status = sampler::check(run.settings); !status) return fail(status.error());
  if (const Status status = check_outcome(options); !status) return fail(status.error());
  if (const Status status = engine::check_files(run); !options.record && !status) {
    return fail(status.error());
  }
  const auto start = std::chrono::steady_clock::now();
  auto loaded =
      options.sharded ? std::optional(options.sharded->first) : load(options.program, run.seed);
  if (!loaded) return 1;
  warn_of_scales(options, loaded->program);
  loaded->program.syntax.reset();  // as large as the program is long, and not read again
  engine::RunOptions whole = run;
  if (options.record) whole.settings.draws = options.record->draws;
  if (const Status status = engine::check_memory(loaded->traced, whole); !status) {
    return fail(engine::render(loaded->program, status.error()));
  }
  if (const Status status = keep_checkpoints(options, *loaded, run); !status) {
    return fail(status.error());
  }
  const std::chrono::duration<double> loading = std::chrono::steady_clock::now() - start;
  const engine::InterruptGuard interrupt;
  run.stop = &interrupt.flag();
  const auto prepare = [&](const collapse::PlanOptions& plan) {
    Result<engine::Prepared> prepared =
        engine::prepare(loaded->traced, plan, options.without_passes);
    if (prepared) {
      if (options.sharded) prepared.value().shards = options.sharded->sum;
      auto& times = prepared.value().times;
      times.insert(times.begin(), {"read and trace", loading.count()});
    }
    return prepared;
  };
  const auto done = engine::run_assured(
      {.prepare = prepare,
       .plan = plan_options(options),
       .run = run,
       .on_prepared =
           [&](const engine::Prepared& prepared, engine::RunOptions& ready) {
             return apply_init(options, prepared, ready);
           },
       .on_run = [&](const engine::Prepared& prepared, engine::RunOptions& ready) -> Status {
         announce(options, prepared);
         // Plans are chosen for the draws that were asked for at first.
         if (options.record) ready.settings.draws = options.record->draws;
         return Done{};
       }});
  if (!done) return fail(engine::render(loaded->program, done.error()));
  return show(options, *loaded, done.value());
}

}  // namespace autumn::cli
