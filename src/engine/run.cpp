// Chains on threads, each with its evaluators, its table and its file.
#include "engine/run.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "engine/files.h"
#include "evaluate/function.h"
#include "output/progress.h"
#include "trace/generated.h"

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
  std::atomic<bool> has_failed{false};
  std::mutex mutex;
  std::optional<Error> error;  // of the lowest chain that failed

  std::optional<Error> generated_error;  // the first of the generated quantities; the draw has NaN

  void note(const Error& found) {
    const std::lock_guard lock(mutex);
    if (!generated_error) generated_error = found;
  }

  [[nodiscard]] bool should_stop() const {
    return has_failed.load(std::memory_order_relaxed) ||
           (options.stop != nullptr && options.stop->load(std::memory_order_relaxed));
  }
};

// Turns what happens in a chain into rows of its table and lines of its file.
class Recorder final : public sampler::ChainObserver {
 public:
  Recorder(Shared& shared, std::uint32_t chain, ChainRun& run, output::CsvWriter* writer)
      : shared_(shared),
        chain_(chain),
        run_(run),
        writer_(writer),
        values_(shared.prepared.values),
        recoverer_(shared.prepared.recovery),
        outputs_(shared.prepared.outputs),
        row_(run.draws.columns()) {}

  void on_adapted(const sampler::Adapted& adapted) override {
    if (writer_ == nullptr) return;
    const bool is_unit = adapted.metric == sampler::MetricKind::unit;
    const auto metric = is_unit ? output::MetricKind::kUnit
                        : adapted.metric == sampler::MetricKind::diagonal
                            ? output::MetricKind::kDiagonal
                            : output::MetricKind::kDense;
    (void)writer_->write_adaptation(
        {.stepsize = adapted.step_size,
         .metric = metric,
         .inverse_metric = is_unit ? std::vector<double>{} : adapted.inverse_metric});
  }

  void on_draw(const sampler::Draw& draw) override {
    fill_statistics(draw.statistics);
    fill_values(draw.position, draw.iteration);
    fill_generated(draw.iteration);
    (draw.phase == sampler::Phase::warmup ? run_.warmup : run_.draws).append(row_);
    if (writer_ != nullptr) (void)writer_->append(row_);
  }

  [[nodiscard]] bool on_iteration(sampler::Phase, std::int64_t iteration) override {
    shared_.progress.update(chain_, static_cast<std::uint32_t>(iteration + 1));
    return !shared_.should_stop();
  }

 private:
  void fill_statistics(const sampler::Statistics& s) {
    row_[0] = s.lp;
    row_[1] = s.accept_stat;
    if (shared_.options.settings.algorithm == sampler::Algorithm::fixed_param) {
      next_ = 2;
      return;
    }
    row_[2] = s.stepsize;
    row_[3] = s.treedepth;
    row_[4] = static_cast<double>(s.n_leapfrog);
    row_[5] = s.divergent ? 1.0 : 0.0;
    row_[6] = s.energy;
    next_ = 7;
  }

  // What is sampled, then what is recovered from it, then what is computed from both.
  void fill_values(std::span<const double> position, std::int64_t iteration) {
    const std::span<const double> inputs[] = {position};
    values_.run(inputs);
    for (std::size_t k = 0; k < shared_.prepared.sampled.variables.size(); ++k) {
      recoverer_.set_kept(k, values_.output(k));
    }
    recoverer_.draw(shared_.options.seed, chain_ + 1, static_cast<std::uint64_t>(iteration));
    variables_.clear();
    for (std::size_t v = 0; v < shared_.prepared.model.variables.size(); ++v) {
      variables_.push_back(recoverer_.variable(v));
      append(variables_.back());
    }
    outputs_.run(variables_);
    for (std::size_t k = 0; k < shared_.prepared.model.outputs.size(); ++k) {
      append(outputs_.output(k));
    }
  }

  void append(std::span<const double> value) {
    std::copy(value.begin(), value.end(), row_.begin() + static_cast<std::ptrdiff_t>(next_));
    next_ += value.size();
  }

  // Every draw has its own stream of random numbers, so that saving more or fewer draws changes
  // none of them.
  void fill_generated(std::int64_t iteration) {
    const trace::GeneratedProgram& generated = shared_.prepared.generated;
    if (generated.made.empty()) return;
    Random random({.seed = shared_.options.seed,
                   .chain = chain_ + 1,
                   .purpose = Purpose::kGeneratedQuantities,
                   .iteration = static_cast<std::uint64_t>(iteration)});
    const std::size_t first = sampler_columns(shared_.options.settings.algorithm).size();
    const std::span<double> row(row_);
    const Status status =
        trace::generate(generated, row.subspan(first, next_ - first), random, row.subspan(next_));
    if (!status) shared_.note(status.error());
  }

  Shared& shared_;
  std::uint32_t chain_;
  ChainRun& run_;
  output::CsvWriter* writer_;
  evaluate::Evaluator values_;
  recover::Recoverer recoverer_;
  evaluate::Evaluator outputs_;
  std::vector<std::span<const double>> variables_;
  std::vector<double> row_;
  std::size_t next_ = 0;
};

Status finish_file(output::CsvWriter* writer, const sampler::ChainResult& result) {
  if (writer == nullptr) return Done{};
  (void)writer->write_times(
      {.warmup_seconds = result.seconds_warmup, .sampling_seconds = result.seconds_sampling});
  return writer->close();
}

Status run_one(Shared& shared, std::uint32_t chain, ChainRun& run, output::CsvWriter* writer) {
  EvaluatedDensity density(shared.prepared.density);
  Recorder recorder(shared, chain, run, writer);
  const sampler::ChainKey key{shared.options.seed, chain + 1};
  auto result =
      sampler::run_chain(density, shared.options.settings, key, shared.options.initial, recorder);
  if (!result) return result.error();
  run.result = std::move(result).value();
  return finish_file(writer, run.result);
}

void report(Shared& shared, const Error& error) {
  const std::lock_guard lock(shared.mutex);
  if (!shared.error) shared.error = error;
  shared.has_failed.store(true);
}

std::uint32_t thread_count(const RunOptions& options) {
  const std::uint32_t available = std::max(1U, std::thread::hardware_concurrency());
  const std::uint32_t wanted = options.threads == 0 ? available : options.threads;
  return std::min(wanted, options.chains);
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
  for (std::uint32_t t = 1; t < thread_count(shared.options); ++t) threads.emplace_back(work);
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
  Shared shared{.prepared = prepared,
                .options = options,
                .progress = progress,
                .mutex = {},
                .error = {},
                .generated_error = {}};
  Run result;
  result.chains = empty_tables(columns, options);
  run_all(shared, result.chains, writers.value());
  progress.finish();
  if (shared.error) {
    writers.value().clear();
    remove_files(options);
    return *shared.error;
  }
  result.generated_error = shared.generated_error;
  for (const ChainRun& chain : result.chains) {
    result.is_interrupted = result.is_interrupted || chain.result.interrupted;
  }
  return result;
}

}  // namespace autumn::engine
