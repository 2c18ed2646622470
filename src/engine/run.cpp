// Chains on threads, each with its evaluators, its table and its file.
#include "engine/run.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include "engine/files.h"
#include "engine/row_pipeline.h"
#include "evaluate/function.h"
#include "output/progress.h"

namespace autumn::engine {
namespace {

// The sampler's view of a prepared density.
class EvaluatedDensity final : public sampler::LogDensity {
 public:
  explicit EvaluatedDensity(const evaluate::Program& program) : function_(program) {}

  [[nodiscard]] std::size_t dimension() const override { return function_.dimension(); }
  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    return function_.evaluate(x, gradient);
  }

 private:
  evaluate::EvaluatedFunction function_;
};

// What all chains of a run share.
struct Shared {
  const Prepared& prepared;
  const RunOptions& options;
  output::Progress& progress;
  RowPipeline& pipeline;
  std::atomic<bool> has_failed{false};
  std::mutex mutex;
  std::optional<Error> error;  // of the lowest chain that failed

  [[nodiscard]] bool should_stop() const {
    return has_failed.load(std::memory_order_relaxed) ||
           (options.stop != nullptr && options.stop->load(std::memory_order_relaxed));
  }
};

// Collects the draws of a chain in batches for the pipeline.
class Recorder final : public sampler::ChainObserver {
 public:
  Recorder(Shared& shared, std::uint32_t chain)
      : shared_(shared), chain_(chain), maker_(shared.prepared, shared.options) {
    batch_.chain = chain;
  }

  void on_adapted(const sampler::Adapted& adapted) override {
    flush();
    const bool is_unit = adapted.metric == sampler::MetricKind::unit;
    const auto metric = is_unit ? output::MetricKind::kUnit
                        : adapted.metric == sampler::MetricKind::diagonal
                            ? output::MetricKind::kDiagonal
                            : output::MetricKind::kDense;
    batch_.adaptation = output::Adaptation{
        .stepsize = adapted.step_size,
        .metric = metric,
        .inverse_metric = is_unit ? std::vector<double>{} : adapted.inverse_metric};
    flush();
  }

  void on_draw(const sampler::Draw& draw) override {
    batch_.draws.push_back({draw.phase, draw.iteration, draw.statistics});
    batch_.positions.insert(batch_.positions.end(), draw.position.begin(), draw.position.end());
  }

  // A batch is handed over when it is large, or old: what is finished must get to the disk.
  [[nodiscard]] bool on_iteration(sampler::Phase, std::int64_t iteration) override {
    if (batch_.draws.size() >= kBatch ||
        (!batch_.draws.empty() && Clock::now() - last_flush_ > kLongest)) {
      flush();
    }
    shared_.progress.update(chain_, static_cast<std::uint32_t>(iteration + 1));
    return !shared_.should_stop();
  }

  // All rows of the chain are out when this returns.
  void finish() {
    flush();
    shared_.pipeline.wait_for(chain_, maker_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kBatch = 32;
  static constexpr std::chrono::milliseconds kLongest{200};

  void flush() {
    last_flush_ = Clock::now();
    if (batch_.draws.empty() && !batch_.adaptation) return;
    Batch next{.chain = chain_, .number = 0, .draws = {}, .positions = {}};
    std::swap(next, batch_);
    shared_.pipeline.submit(std::move(next), maker_);
  }

  Shared& shared_;
  std::uint32_t chain_;
  RowMaker maker_;
  Batch batch_;
  Clock::time_point last_flush_ = Clock::now();
};

Status finish_file(output::CsvWriter* writer, const sampler::ChainResult& result) {
  if (writer == nullptr) return Done{};
  (void)writer->write_times(
      {.warmup_seconds = result.seconds_warmup, .sampling_seconds = result.seconds_sampling});
  return writer->close();
}

Status run_one(Shared& shared, std::uint32_t chain, ChainRun& run, output::CsvWriter* writer) {
  EvaluatedDensity density(shared.prepared.density);
  Recorder recorder(shared, chain);
  const sampler::ChainKey key{shared.options.seed, chain + 1};
  auto result =
      sampler::run_chain(density, shared.options.settings, key, shared.options.initial, recorder);
  recorder.finish();
  if (!result) return result.error();
  run.result = std::move(result).value();
  return finish_file(writer, run.result);
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
void run_all(Shared& shared, std::vector<ChainRun>& chains,
             std::vector<output::CsvWriter>& writers) {
  std::atomic<std::uint32_t> next{0};
  const auto work = [&] {
    for (std::uint32_t chain = next++; chain < chains.size(); chain = next++) {
      output::CsvWriter* writer = writers.empty() ? nullptr : &writers[chain];
      if (Status status = run_one(shared, chain, chains[chain], writer); !status) {
        report(shared, status.error());
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::uint32_t t = 1; t < threads_of(shared.options).chains; ++t) threads.emplace_back(work);
  work();
}

std::vector<ChainRun> empty_tables(const std::vector<std::string>& columns,
                                   const RunOptions& options) {
  std::vector<ChainRun> chains(options.chains);
  for (ChainRun& chain : chains) {
    chain.draws = DrawTable(columns);
    chain.draws.reserve(static_cast<std::size_t>(
        (options.settings.draws + options.settings.thin - 1) / options.settings.thin));
    chain.warmup = DrawTable(columns);
  }
  return chains;
}

output::ProgressOptions progress_options(const RunOptions& options) {
  const bool has_warmup = options.settings.algorithm != sampler::Algorithm::fixed_param;
  return {.chains = options.chains,
          .num_warmup = has_warmup ? static_cast<std::uint32_t>(options.settings.warmup) : 0,
          .num_samples = static_cast<std::uint32_t>(options.settings.draws),
          .refresh = options.refresh,
          .is_terminal = options.refresh > 0 && output::stderr_is_terminal()};
}

}  // namespace

std::vector<std::string> sampler_columns(sampler::Algorithm algorithm) {
  if (algorithm == sampler::Algorithm::fixed_param) return {"lp__", "accept_stat__"};
  return {"lp__",         "accept_stat__", "stepsize__", "treedepth__",
          "n_leapfrog__", "divergent__",   "energy__"};
}

Result<Run> run(const Prepared& prepared, const RunOptions& options) {
  if (Status status = sampler::check(options.settings); !status) return status.error();
  std::vector<std::string> columns = sampler_columns(options.settings.algorithm);
  columns.insert(columns.end(), prepared.columns.begin(), prepared.columns.end());
  auto writers = open_files(options, columns);
  if (!writers) return writers.error();
  output::Progress progress(progress_options(options));
  Run result;
  result.chains = empty_tables(columns, options);
  RowPipeline pipeline(prepared, options, result.chains, writers.value(),
                       threads_of(options).helpers);
  Shared shared{.prepared = prepared,
                .options = options,
                .progress = progress,
                .pipeline = pipeline,
                .mutex = {},
                .error = {}};
  run_all(shared, result.chains, writers.value());
  progress.finish();
  if (shared.error) {
    writers.value().clear();
    remove_files(options);
    return *shared.error;
  }
  result.generated_error = pipeline.error();
  for (const ChainRun& chain : result.chains) {
    result.is_interrupted = result.is_interrupted || chain.result.interrupted;
  }
  return result;
}

}  // namespace autumn::engine
