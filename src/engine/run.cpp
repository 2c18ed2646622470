// This file runs chains on threads, each with its evaluators, its table and its file.
#include "engine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <thread>

#include "base/column_order.h"
#include "base/room.h"
#include "base/team.h"
#include "base/threads.h"
#include "engine/chain_recorder.h"
#include "engine/checkpoint/choices.h"
#include "engine/coordinates.h"
#include "engine/draw_memory.h"
#include "engine/files.h"
#include "engine/one_chain.h"
#include "engine/ranks/others.h"
#include "engine/ranks/watch.h"
#include "engine/ready.h"

namespace autumn::engine {
namespace {

// What cannot be written any more is no reason to lose what is there.
void finish_file(SharedRun& shared, std::uint32_t chain, const ChainRun& run) {
  const sampler::ChainResult& result = run.result;
  const bool is_empty = run.draws.rows() == 0 && run.warmup.rows() == 0;
  if (is_empty && result.interrupted) return shared.files.drop(chain);
  const Status status = shared.files.finish(chain, {.warmup_seconds = result.seconds_warmup,
                                                    .sampling_seconds = result.seconds_sampling});
  if (status) return;
  const std::lock_guard lock(shared.mutex);
  if (!shared.write_error) shared.write_error = status.error();
}

Status run_one(SharedRun& shared, std::uint32_t chain, ChainRun& run) {
  const RunOptions& options = shared.options;
  Team team(workers_of(shared.prepared, options));
  ReportingDensity density(shared.prepared, options.stop, &team);
  ChainRecorder recorder(shared, chain, density);
  auto result = make_chain(shared, chain, density, recorder);
  recorder.finish();
  if (density.fatal_error()) return *density.fatal_error();
  if (shared.pipeline.fatal_error()) return *shared.pipeline.fatal_error();
  if (!result) {
    if (!is_raised(options.stop)) return result.error();
    run.result.interrupted = true;  // before it had begun
    shared.files.drop(chain);
    return Done{};
  }
  run.result = std::move(result).value();
  finish_file(shared, chain, run);
  return Done{};
}

Error no_memory() {
  return {.message = "there is not enough memory to sample this program",
          .suggestion =
              "fewer draws, chains or threads need less; a loop whose end depends on "
              "parameters may have none",
          .where = {}};
}

// A chain that needs more memory than there is ends with an error, and not the whole process.
Status run_or_report(SharedRun& shared, std::uint32_t chain, ChainRun& run) {
  try {
    return run_one(shared, chain, run);
  } catch (const Stopped& stopped) {
    run.result.interrupted = true;
    return stopped.limit ? Status(*stopped.limit) : Status(Done{});
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::length_error&) {
    return no_memory();
  } catch (...) {
    shared.has_failed.store(true);  // the other chains are not waited for
    throw;
  }
}

void report(SharedRun& shared, const Error& error) {
  const std::lock_guard lock(shared.mutex);
  if (!shared.error) shared.error = error;
  shared.has_failed.store(true);
}

// The chains that this process makes, in order.
std::vector<std::uint32_t> chains_here(const RunOptions& options) {
  std::vector<std::uint32_t> chains;
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    if (!options.share || options.share->has(chain)) chains.push_back(chain);
  }
  return chains;
}

// Threads that run chains, each with those that share its evaluations, and threads that only make
// rows of their draws.
struct Threads {
  std::uint32_t chains = 1;
  std::uint32_t helpers = 0;
};

Threads threads_of(const RunOptions& options) {
  const std::uint32_t available = std::max(1U, std::thread::hardware_concurrency());
  const std::uint32_t per_chain = std::max(1U, options.threads_per_chain);
  const std::uint32_t wanted =
      std::max(per_chain, options.threads == 0 ? available : options.threads);
  const std::uint32_t chains =
      std::min(wanted / per_chain, static_cast<std::uint32_t>(chains_here(options).size()));
  return {std::max(chains, 1U), wanted - chains * per_chain};
}

// Threads take the next chain until there is none left.
void run_all(SharedRun& shared, std::vector<ChainRun>& chains) {
  const std::vector<std::uint32_t> here = chains_here(shared.options);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t k = next++; k < here.size(); k = next++) {
      const std::uint32_t chain = here[k];
      if (Status status = run_or_report(shared, chain, chains[chain]); !status) {
        report(shared, status.error());
      }
    }
  };
  share_work(threads_of(shared.options).chains - 1, work);
}

std::vector<ChainRun> empty_tables(const std::vector<std::string>& columns,
                                   const RunOptions& options) {
  const std::vector<std::uint32_t> here = chains_here(options);
  const auto draws = static_cast<std::size_t>(options.settings.draws);
  const auto room = std::make_shared<Room>(here.size() * draws * columns.size());
  std::vector<ChainRun> chains(options.chains);
  for (ChainRun& chain : chains) {
    chain.draws = DrawTable(columns, room);
    chain.warmup = DrawTable(columns);
  }
  for (const std::uint32_t chain : here) chains[chain].draws.reserve(draws);
  return chains;
}

// Seconds in which a run without a terminal says nothing of itself, at most.
constexpr double kPulse = 10.0;

output::ProgressOptions progress_options(const RunOptions& options) {
  const bool has_warmup = options.settings.algorithm != sampler::Algorithm::fixed_param;
  return {
      .chains = options.chains,
      .first_id = options.first_id,
      .num_warmup = has_warmup ? static_cast<std::uint32_t>(options.settings.warmup) : 0,
      .num_samples =
          static_cast<std::uint32_t>(options.settings.draws * options.settings.thin.transitions()),
      .refresh = options.refresh,
      .is_terminal = options.refresh > 0 && !options.on_progress && output::stderr_is_terminal(),
      .is_one_line = options.share.has_value(),
      .pulse = options.on_progress ? 0.0 : kPulse,
      .sink = options.on_progress};
}

}  // namespace

std::vector<std::string> sampler_columns(const RunOptions& options) {
  std::vector<std::string> columns{"lp__", "accept_stat__"};
  const auto add = [&](std::initializer_list<const char*> names) {
    columns.insert(columns.end(), names.begin(), names.end());
  };
  switch (options.settings.algorithm) {
    case sampler::Algorithm::fixed_param: break;
    case sampler::Algorithm::static_hmc: add({"stepsize__", "int_time__", "energy__"}); break;
    case sampler::Algorithm::nuts:
      add({"stepsize__", "treedepth__", "n_leapfrog__", "divergent__", "energy__"});
      break;
  }
  if (options.joint) columns.emplace_back("lp_joint__");
  return columns;
}

Result<Run> run(const Prepared& prepared, const RunOptions& given) {
  if (Status status = sampler::check(given.settings); !status) return status.error();
  RunOptions options = given;
  // Draws that do not move are all alike, however many transitions lie between them.
  if (options.settings.algorithm == sampler::Algorithm::fixed_param) {
    options.settings.thin = options.settings.thin.transitions();
  }
  std::vector<std::string> columns = sampler_columns(options);
  columns.insert(columns.end(), prepared.columns.begin(), prepared.columns.end());
  const std::vector<std::string> file_columns = in_file_order(columns);
  // Whether there is memory for the draws is known before anything is changed.
  if (Status status = check_memory(columns.size(), options); !status) return status.error();
  Run result;
  result.chains = empty_tables(columns, options);
  Result<RunFiles> opened = open_together(options, file_columns, choices_of(prepared));
  if (!opened) return opened.error();
  RunFiles& files = opened.value();
  const output::ProgressOptions shown = progress_options(options);
  output::Progress progress(shown);
  result.notes = files.notes();
  for (const std::uint32_t chain : chains_here(options)) {
    const Status status = read_all_rows(files, options, chain, result.chains[chain]);
    if (!status) return status.error();
  }
  RowPipeline pipeline(prepared, options, result.chains, files, threads_of(options).helpers);
  const Coordinates coordinates = stan_coordinates(prepared);
  SharedRun shared{.prepared = prepared,
                   .options = options,
                   .progress = progress,
                   .files = files,
                   .pipeline = pipeline,
                   .columns = file_columns,
                   .coordinates = coordinates,
                   .mutex = {},
                   .error = {},
                   .write_error = {},
                   .thin_is_chosen = {},
                   .thin = {}};
  {
    const output::ProgressTicker ticker(progress, shown);
    RankWatch watch(options, progress);
    run_all(shared, result.chains);
    result.write_error = pipeline.write_error() ? pipeline.write_error() : shared.write_error;
    if (options.share && (shared.error || result.write_error)) options.share->board->ask_to_stop();
    if (options.share && options.share->leads()) {
      take_in_others(shared, watch.await_others(), result);
    }
  }
  progress.finish();
  const bool follows = options.share && !options.share->leads();
  if (shared.error) {
    if (!follows) files.give_up(true);
    return files.tell_of_old(*shared.error);
  }
  result.generated_errors = pipeline.errors();
  result.thin = shared.thin;
  for (const ChainRun& chain : result.chains) {
    result.is_interrupted = result.is_interrupted || chain.result.interrupted;
  }
  if (follows) return result;
  if (result.write_error) result.write_error = files.tell_of_old(*result.write_error);
  if (result.write_error || result.is_interrupted) {
    files.give_up(false);
    result.can_go_on = files.can_go_on();
  } else if (Status status = files.complete(); !status) {
    result.write_error = status.error();
  }
  result.put_aside = files.put_aside();
  return result;
}

}  // namespace autumn::engine
