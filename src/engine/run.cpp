// This file runs chains on threads, each with its evaluators, its table and its file.
#include "engine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

#include "base/column_order.h"
#include "base/memory.h"
#include "base/stopped.h"
#include "base/threads.h"
#include "engine/centring/centred.h"
#include "engine/coordinates.h"
#include "engine/files.h"
#include "engine/reporting_density.h"
#include "engine/rows/row_pipeline.h"
#include "engine/run_files.h"
#include "output/report/progress.h"

namespace autumn::engine {
namespace {

// What all chains of a run share.
struct Shared {
  const Prepared& prepared;
  const RunOptions& options;
  output::Progress& progress;
  RunFiles& files;
  RowPipeline& pipeline;
  std::span<const std::string> columns;  // of files
  const Coordinates& coordinates;
  std::atomic<bool> has_failed{false};
  std::mutex mutex;
  std::optional<Error> error;        // of the lowest chain that failed
  std::optional<Error> write_error;  // of the first file that could not be ended
  std::condition_variable thin_is_chosen;
  std::optional<ThinChoice> thin;  // of chain 1, for all

  [[nodiscard]] bool should_stop() const {
    return has_failed.load(std::memory_order_relaxed) || pipeline.has_write_error() ||
           pipeline.has_fatal_error() || is_raised(options.stop);
  }
};

// Collects the draws of a chain in batches for the pipeline.
class Recorder final : public sampler::ChainObserver {
 public:
  Recorder(Shared& shared, std::uint32_t chain, ReportingDensity& density)
      : shared_(shared), chain_(chain), density_(density), maker_(shared.prepared, shared.options) {
    batch_.chain = chain;
  }

  void on_initial_point() override {
    if (shared_.options.on_refusal) density_.tell_refusals_to(shared_.options.on_refusal);
  }

  void on_adapted(const sampler::Adapted& adapted) override {
    flush();
    Beginning& beginning = begin();
    const bool is_unit = adapted.metric == MetricKind::kUnit;
    beginning.adaptation = output::Adaptation{
        // Where nothing is sampled there is no step.
        .stepsize = shared_.prepared.dimension == 0 ? NAN : adapted.step_size,
        .metric = adapted.metric,
        .inverse_metric = is_unit ? std::vector<double>{}
                                  : in_stan_order(shared_.coordinates, adapted.inverse_metric)};
    flush();
  }

  // The first chain to start chooses, the others wait for it: it is never behind by much, because
  // chains start in order.
  [[nodiscard]] std::int64_t choose_thin(const sampler::WarmupRecord& record) override {
    std::unique_lock lock(shared_.mutex);
    if (chain_ == 0) {
      shared_.thin = engine::choose_thin(shared_.prepared, shared_.options, record);
      shared_.thin_is_chosen.notify_all();
    }
    while (!shared_.thin && !shared_.should_stop()) {
      shared_.thin_is_chosen.wait_for(lock, kLongest);
    }
    thin_ = shared_.thin ? shared_.thin->thin : 1;
    return thin_;
  }

  [[nodiscard]] bool is_stopped() const override { return is_raised(shared_.options.stop); }

  void on_draw(const sampler::Draw& draw) override {
    batch_.draws.push_back({draw.phase, draw.iteration, draw.statistics});
    batch_.positions.insert(batch_.positions.end(), draw.position.begin(), draw.position.end());
    if (shared_.options.on_position) shared_.options.on_position(chain_, draw);
  }

  // A batch is handed over when it is large, or old: what is finished must get to the disk.
  [[nodiscard]] bool on_iteration(sampler::Phase phase, std::int64_t iteration) override {
    if (phase == sampler::Phase::warmup) ++warmup_;
    if (batch_.draws.size() >= kBatch || (!batch_.draws.empty() && is_old())) flush();
    report_progress(phase, iteration);
    return !shared_.should_stop() && !density_.fatal_error();
  }

  // All rows of the chain are out when this returns.
  void finish() {
    if (!has_begun_) begin();
    flush();
    shared_.pipeline.wait_for(chain_, maker_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kBatch = 32;
  static constexpr std::chrono::milliseconds kLongest{200};
  static constexpr int kFewIterations = 8;
  static constexpr std::chrono::milliseconds kShort{1};

  // Whether the batch has waited for long. The clock is not read at every iteration while they are
  // short.
  [[nodiscard]] bool is_old() {
    if (++since_look_ < kFewIterations && is_fast_) return false;
    since_look_ = 0;
    const Clock::time_point now = Clock::now();
    is_fast_ = now - last_look_ < kShort;
    last_look_ = now;
    return now - last_flush_ > kLongest;
  }

  Beginning& begin() {
    has_begun_ = true;
    Beginning& beginning = batch_.beginning.emplace();
    if (shared_.options.files && is_settled_late(shared_.options.settings)) {
      beginning.head =
          file_head(shared_.options, chain_, {.thin = thin_, .warmup = warmup_}, shared_.columns);
    }
    return beginning;
  }

  // In draws that are saved: with an automatic thin nobody knows beforehand how many transitions
  // they take. A warm-up that ended early is told as if it were whole.
  void report_progress(sampler::Phase phase, std::int64_t iteration) {
    const sampler::Settings& settings = shared_.options.settings;
    if (phase == sampler::Phase::sampling && is_settled_late(settings)) {
      const std::int64_t thin = settings.thin.is_automatic() ? thin_ : 1;
      const std::int64_t done = iteration + 1 - warmup_;
      if (done % thin != 0) return;
      iteration = settings.warmup + done / thin - 1;
    }
    shared_.progress.update(chain_, static_cast<std::uint32_t>(iteration + 1));
  }

  void flush() {
    last_flush_ = Clock::now();
    if (batch_.draws.empty() && !batch_.beginning) return;
    shared_.pipeline.submit(batch_, maker_);
  }

  Shared& shared_;
  std::uint32_t chain_;
  ReportingDensity& density_;
  RowMaker maker_;
  Batch batch_;
  Clock::time_point last_flush_ = Clock::now();
  Clock::time_point last_look_ = Clock::now();
  int since_look_ = 0;
  bool is_fast_ = false;
  std::int64_t thin_ = 1;
  std::int64_t warmup_ = 0;  // iterations of it so far
  bool has_begun_ = false;
};

// What cannot be written any more is no reason to lose what is there.
void finish_file(Shared& shared, std::uint32_t chain, const ChainRun& run) {
  const sampler::ChainResult& result = run.result;
  const bool is_empty = run.draws.rows() == 0 && run.warmup.rows() == 0;
  if (is_empty && result.interrupted) return shared.files.drop(chain);
  const Status status = shared.files.finish(chain, {.warmup_seconds = result.seconds_warmup,
                                                    .sampling_seconds = result.seconds_sampling});
  if (status) return;
  const std::lock_guard lock(shared.mutex);
  if (!shared.write_error) shared.write_error = status.error();
}

sampler::Settings settings_for(const Shared& shared, const ChainStart& start) {
  sampler::Settings settings = shared.options.settings;
  settings.gradient_nanoseconds = gradient_nanoseconds(shared.prepared);
  if (!start.inverse_metric.empty()) settings.inverse_metric = start.inverse_metric;
  if (start.step_size) settings.step_size = *start.step_size;
  return settings;
}

struct Beginnings {
  sampler::ChainKey key;
  std::span<const double> initial;
};

Result<sampler::ChainResult> run_in_coordinates(const Prepared& prepared, ReportingDensity& density,
                                                const sampler::Settings& settings,
                                                const Beginnings& beginnings,
                                                sampler::ChainObserver& observer) {
  const auto& [key, initial] = beginnings;
  if (!prepared.centred) return sampler::run_chain(density, settings, key, initial, observer);
  CentredDensity centred(*prepared.centred, density, &density);
  return run_centred({*prepared.centred, centred, density}, settings, key, initial, observer);
}

Status run_one(Shared& shared, std::uint32_t chain, ChainRun& run) {
  ReportingDensity density(shared.prepared, shared.options.stop);
  Recorder recorder(shared, chain, density);
  const RunOptions& options = shared.options;
  const sampler::ChainKey key{options.seed, options.first_id + chain};
  const ChainStart start =
      options.starts.empty() ? ChainStart{.initial = options.initial} : options.starts[chain];
  auto result = run_in_coordinates(shared.prepared, density, settings_for(shared, start),
                                   {key, start.initial}, recorder);
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

// A chain that needs more memory than there is ends with an error, and not the whole process.
Status run_or_report(Shared& shared, std::uint32_t chain, ChainRun& run) {
  try {
    return run_one(shared, chain, run);
  } catch (const Stopped& stopped) {
    run.result.interrupted = true;
    return stopped.limit ? Status(*stopped.limit) : Status(Done{});
  } catch (const std::bad_alloc&) {
    return Error{.message = "there is not enough memory to sample this program",
                 .suggestion = "a loop whose end depends on parameters may have none",
                 .where = {}};
  }
}

void report(Shared& shared, const Error& error) {
  const std::lock_guard lock(shared.mutex);
  if (!shared.error) shared.error = error;
  shared.has_failed.store(true);
}

// Threads that run chains, and threads that only make rows of their draws.
struct Threads {
  std::uint32_t chains = 1;
  std::uint32_t helpers = 0;
};

Threads threads_of(const RunOptions& options) {
  const std::uint32_t available = std::max(1U, std::thread::hardware_concurrency());
  const std::uint32_t wanted = options.threads == 0 ? available : options.threads;
  const std::uint32_t chains = std::min(wanted, options.chains);
  return {chains, wanted - chains};
}

// Threads take the next chain until there is none left.
void run_all(Shared& shared, std::vector<ChainRun>& chains) {
  std::atomic<std::uint32_t> next{0};
  const auto work = [&] {
    for (std::uint32_t chain = next++; chain < chains.size(); chain = next++) {
      if (Status status = run_or_report(shared, chain, chains[chain]); !status) {
        report(shared, status.error());
      }
    }
  };
  const auto threads = start_threads(threads_of(shared.options).chains - 1, work);
  work();
}

std::vector<ChainRun> empty_tables(const std::vector<std::string>& columns,
                                   const RunOptions& options) {
  std::vector<ChainRun> chains(options.chains);
  for (ChainRun& chain : chains) {
    chain.draws = DrawTable(columns);
    chain.draws.reserve(static_cast<std::size_t>(options.settings.draws));
    chain.warmup = DrawTable(columns);
  }
  return chains;
}

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

Status check_memory(const model::Model& model, const RunOptions& options) {
  constexpr double kGigabyte = 1e9;
  const sampler::Settings& s = options.settings;
  const double rows = options.chains * (static_cast<double>(s.draws) +
                                        (s.save_warmup ? static_cast<double>(s.warmup) : 0.0));
  const auto memory = static_cast<double>(physical_memory());
  double total = 0.0;
  for (const model::Variable& variable : model.variables) {
    const std::size_t elements = model::node_shape(variable.dims).size();
    total += rows * static_cast<double>(elements * sizeof(double));
    if (memory == 0.0 || total <= memory) continue;
    return Error{
        .message = fmt::format("the draws up to `{}`, which has {} elements, need {:.3g} "
                               "GB of memory, but this machine has {:.3g} GB",
                               variable.name, elements, total / kGigabyte, memory / kGigabyte),
        .suggestion = "ask for fewer draws or chains",
        .where = variable.where};
  }
  return Done{};
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
  Result<RunFiles> opened = RunFiles::open(options, file_columns);
  if (!opened) return opened.error();
  RunFiles& files = opened.value();
  output::Progress progress(progress_options(options));
  Run result;
  result.chains = empty_tables(columns, options);
  RowPipeline pipeline(prepared, options, result.chains, files, threads_of(options).helpers);
  const Coordinates coordinates = stan_coordinates(prepared);
  Shared shared{.prepared = prepared,
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
  run_all(shared, result.chains);
  progress.finish();
  if (shared.error) return files.tell_of_old(*shared.error);
  result.write_error = pipeline.write_error() ? pipeline.write_error() : shared.write_error;
  result.generated_errors = pipeline.errors();
  result.thin = shared.thin;
  for (const ChainRun& chain : result.chains) {
    result.is_interrupted = result.is_interrupted || chain.result.interrupted;
  }
  if (result.write_error) result.write_error = files.tell_of_old(*result.write_error);
  if (!result.write_error && !result.is_interrupted) files.complete();
  result.put_aside = files.put_aside();
  return result;
}

}  // namespace autumn::engine
