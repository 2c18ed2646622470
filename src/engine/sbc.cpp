// Runs on threads, each with a chain that is as long as it must be.
#include "engine/sbc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>

#include "collapse/explain.h"
#include "engine/prepare.h"
#include "engine/run.h"
#include "expr/term.h"
#include "model/roll.h"
#include "output/diagnostics.h"
#include "output/display_name.h"

namespace autumn::engine {
namespace {

// Transitions per draw: at least, and at most, however slow the chain.
constexpr std::uint32_t kLeastThin = 2;
constexpr std::uint32_t kMostThin = 64;
// Effective draws per draw that is ranked, before thinning: then a twentieth of the correlation is
// left between neighbours.
constexpr double kWorth = 1.5;
constexpr int kMostChains = 3;  // tried for one run

// The model with its log density as its only output: nobody ranks transformed parameters.
model::Model with_log_joint(const model::Model& given) {
  model::Model model = model::roll(given);
  expr::Builder builder(model.graph);
  expr::Term total = expr::constant(builder, 0.0);
  for (const model::Factor& factor : model.factors) {
    total = total + sum(expr::Term(builder, model::log_density(builder, factor)));
  }
  model.outputs = {{.name = kLogJoint, .dims = {}, .node = total.id(), .where = {}}};
  model.graph = std::move(builder).finish({});
  return model;
}

struct OneRun {
  std::vector<std::uint32_t> ranks;  // of all columns
  std::vector<bool> is_tied;         // of these: every draw equals the truth
  std::uint64_t divergences = 0;
  bool is_correlated = false;
  std::uint32_t thin = kLeastThin;
  std::vector<std::string> columns;
  std::string collapsed;
};

// All true values, in the order of columns.
std::vector<double> truth_of(const simulate::Simulated& simulated) {
  std::vector<double> truth;
  for (const expr::Array& value : simulated.parameters) {
    truth.insert(truth.end(), value.numbers.begin(), value.numbers.end());
  }
  truth.push_back(simulated.log_density);
  return truth;
}

// Effective draws of the slowest column; those that do not move do not count.
double least_ess(const DrawTable& draws, std::size_t first) {
  double least = INFINITY;
  for (std::size_t c = first; c < draws.columns(); ++c) {
    const std::vector<double> column = draws.column(c);
    const double ess = output::ess_bulk({column, 1});
    if (!std::isnan(ess)) least = std::min(least, ess);
  }
  return least;
}

class Calibrator {
 public:
  Calibrator(const simulate::Simulator& simulator, const SbcOptions& options)
      : simulator_(simulator), options_(options) {}

  [[nodiscard]] Result<OneRun> run(std::uint32_t number, std::uint32_t first_thin) const {
    auto simulated = simulator_(number);
    if (!simulated) return simulated.error();
    auto prepared = prepare(with_log_joint(simulated.value().model), options_.plan);
    if (!prepared) return prepared.error();
    OneRun result;
    result.columns = prepared.value().columns;
    result.collapsed = collapse::one_line(prepared.value().model, prepared.value().plan);
    auto draws = sample(prepared.value(), number, first_thin, result);
    if (!draws) return draws.error();
    rank(draws.value(), truth_of(simulated.value()), number, result);
    return result;
  }

 private:
  [[nodiscard]] Random random(std::uint32_t number, std::uint64_t use) const {
    return Random({.seed = options_.seed,
                   .chain = number + 1,
                   .purpose = Purpose::kSimulation,
                   .iteration = 0,
                   .element = use});
  }

  // A chain, and longer ones until its draws are worth enough.
  [[nodiscard]] Result<DrawTable> sample(const Prepared& prepared, std::uint32_t number,
                                         std::uint32_t first_thin, OneRun& result) const {
    RunOptions run_options{.settings = options_.settings, .chains = 1, .threads = 1};
    run_options.seed = random(number, 1).bits();
    run_options.stop = options_.stop;
    // With nothing left to sample draws are independent as they are.
    result.thin = prepared.dimension == 0 ? 1 : first_thin;
    for (int chain = 0;; ++chain) {
      run_options.settings.draws = std::int64_t{options_.draws} * result.thin;
      auto run = engine::run(prepared, run_options);
      if (!run) return run.error();
      ChainRun& only = run.value().chains[0];
      if (run.value().is_interrupted) return Error{"interrupted", "", {}};
      const std::size_t first = only.draws.columns() - prepared.columns.size();
      const double ess = least_ess(only.draws, first);
      const double wanted = kWorth * options_.draws;
      result.is_correlated = prepared.dimension > 0 && ess < wanted;
      if (!result.is_correlated || result.thin == kMostThin || chain + 1 == kMostChains) {
        result.divergences = divergences(only.draws);
        return std::move(only.draws);
      }
      const double factor = std::max(2.0, 1.2 * wanted / std::max(ess, 1.0));
      result.thin =
          static_cast<std::uint32_t>(std::min<double>(kMostThin, std::ceil(result.thin * factor)));
    }
  }

  [[nodiscard]] static std::uint64_t divergences(const DrawTable& draws) {
    const auto at = std::ranges::find(draws.names(), "divergent__");
    if (at == draws.names().end()) return 0;
    const auto column = draws.column(static_cast<std::size_t>(at - draws.names().begin()));
    return static_cast<std::uint64_t>(std::ranges::count(column, 1.0));
  }

  void rank(const DrawTable& draws, const std::vector<double>& truth, std::uint32_t number,
            OneRun& result) const {
    Random ties = random(number, 2);
    const std::size_t first = draws.columns() - truth.size();
    std::vector<double> column(options_.draws);
    for (std::size_t c = 0; c < truth.size(); ++c) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        column[i] = draws.at((i + 1) * result.thin - 1, first + c);
      }
      result.ranks.push_back(output::rank_of(truth[c], column, ties));
      result.is_tied.push_back(
          std::ranges::all_of(column, [&](double x) { return x == truth[c]; }));
    }
  }

  const simulate::Simulator& simulator_;
  const SbcOptions& options_;
};

// The runs after the first one, by threads that take the next until there is none.
class Crew {
 public:
  Crew(const Calibrator& calibrator, const SbcOptions& options, std::vector<OneRun>& runs)
      : calibrator_(calibrator), options_(options), runs_(runs) {}

  [[nodiscard]] Status work() {
    const std::uint32_t available = std::max(1U, std::thread::hardware_concurrency());
    const std::uint32_t wanted = options_.threads == 0 ? available : options_.threads;
    {
      std::vector<std::jthread> threads;
      for (std::uint32_t t = 1; t < std::min(wanted, options_.runs); ++t) {
        threads.emplace_back([this] { take_runs(); });
      }
      take_runs();
    }
    return error_ ? Status(*error_) : Status(Done{});
  }

 private:
  void take_runs() {
    for (std::uint32_t number = next_++; number < options_.runs; number = next_++) {
      auto run = calibrator_.run(number, runs_[0].thin);
      const std::lock_guard lock(mutex_);
      // The first in number, whichever was first in time.
      if (!run && (!error_ || number < failed_)) {
        error_ = run.error();
        failed_ = number;
      }
      if (!run || error_) {
        next_ = options_.runs;
        return;
      }
      runs_[number] = std::move(run).value();
      if (options_.on_progress) options_.on_progress(++done_);
    }
  }

  const Calibrator& calibrator_;
  const SbcOptions& options_;
  std::vector<OneRun>& runs_;
  std::atomic<std::uint32_t> next_{1};
  std::mutex mutex_;
  std::optional<Error> error_;
  std::uint32_t failed_ = 0;
  std::uint32_t done_ = 1;
};

output::Ranks joined(const std::vector<OneRun>& runs, std::uint32_t draws) {
  output::Ranks ranks;
  ranks.draws = draws;
  ranks.collapsed = runs[0].collapsed;
  for (std::size_t c = 0; c < runs[0].columns.size(); ++c) {
    // What its type makes constant, the upper triangle of a Cholesky factor, has no rank.
    if (std::ranges::all_of(runs, [c](const OneRun& run) { return run.is_tied[c]; })) continue;
    output::RankedVariable variable{.name = output::display_name(runs[0].columns[c]), .ranks = {}};
    for (const OneRun& run : runs) variable.ranks.push_back(run.ranks[c]);
    ranks.variables.push_back(std::move(variable));
  }
  for (const OneRun& run : runs) {
    ranks.divergences += run.divergences;
    ranks.correlated_runs += static_cast<std::uint32_t>(run.is_correlated);
  }
  return ranks;
}

}  // namespace

Result<output::Ranks> rank_runs(const simulate::Simulator& simulator, const SbcOptions& options) {
  if (options.runs == 0 || options.draws == 0) {
    return Error{"runs and draws must be 1 or more", "200 runs of 63 draws are usual", {}};
  }
  const Calibrator calibrator(simulator, options);
  std::vector<OneRun> runs(options.runs);
  // The first run finds out how slow chains are here; the others start from there.
  auto pilot = calibrator.run(0, kLeastThin);
  if (!pilot) return pilot.error();
  runs[0] = std::move(pilot).value();
  Crew crew(calibrator, options, runs);
  if (const Status status = crew.work(); !status) return status.error();
  return joined(runs, options.draws);
}

}  // namespace autumn::engine
