// This file makes the runs of a calibration on threads and joins their ranks.
#include "engine/calibrate/sbc.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

#include "base/display_name.h"
#include "base/threads.h"
#include "engine/calibrate/sbc_run.h"

namespace autumn::engine {
namespace {

// The runs after the first one, by threads that take the next until there is none.
class Crew {
 public:
  Crew(const SbcRunner& runner, const SbcOptions& options, std::vector<SbcRun>& runs)
      : runner_(runner), options_(options), runs_(runs) {}

  [[nodiscard]] Status work() {
    const std::uint32_t available = std::max(1U, std::thread::hardware_concurrency());
    const std::uint32_t wanted = options_.threads == 0 ? available : options_.threads;
    share_work(std::clamp(options_.runs, 1U, wanted) - 1, [this] { take_or_end(); });
    return error_ ? Status(*error_) : Status(Done{});
  }

 private:
  // The runs of the others are of no use then.
  void take_or_end() {
    try {
      take_runs();
    } catch (...) {
      next_ = options_.runs;
      throw;
    }
  }

  void take_runs() {
    for (std::uint32_t number = next_++; number < options_.runs; number = next_++) {
      auto run = runner_.run(number, runs_[0].thin);
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

  const SbcRunner& runner_;
  const SbcOptions& options_;
  std::vector<SbcRun>& runs_;
  std::atomic<std::uint32_t> next_{1};
  std::mutex mutex_;
  std::optional<Error> error_;
  std::uint32_t failed_ = 0;
  std::uint32_t done_ = 1;
};

output::Ranks joined(const std::vector<SbcRun>& runs, std::uint32_t draws) {
  output::Ranks ranks;
  ranks.draws = draws;
  ranks.collapsed = runs[0].collapsed;
  for (std::size_t c = 0; c < runs[0].columns.size(); ++c) {
    // What its type makes constant, the upper triangle of a Cholesky factor, has no rank.
    if (std::ranges::all_of(runs, [c](const SbcRun& run) { return run.is_tied[c]; })) continue;
    output::RankedVariable variable{.name = display_name(runs[0].columns[c]), .ranks = {}};
    for (const SbcRun& run : runs) variable.ranks.push_back(run.ranks[c]);
    ranks.variables.push_back(std::move(variable));
  }
  for (const SbcRun& run : runs) {
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
  const SbcRunner runner(simulator, options);
  std::vector<SbcRun> runs(options.runs);
  // The first run finds out how slow chains are here; the others start from there.
  auto pilot = runner.run(0, kLeastThin);
  if (!pilot) return pilot.error();
  runs[0] = std::move(pilot).value();
  Crew crew(runner, options, runs);
  if (const Status status = crew.work(); !status) return status.error();
  return joined(runs, options.draws);
}

}  // namespace autumn::engine
