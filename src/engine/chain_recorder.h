// The recorder of a chain takes its draws from the sampler and hands them to the pipeline, and
// tells what all chains of a run must know of each other.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "base/stopped.h"
#include "engine/coordinates.h"
#include "engine/reporting_density.h"
#include "engine/rows/row_pipeline.h"
#include "engine/run.h"
#include "engine/run_files.h"
#include "output/report/progress.h"
#include "sample/chain.h"

namespace autumn::engine {

// What all chains of a run share.
struct SharedRun {
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
class ChainRecorder final : public sampler::ChainObserver {
 public:
  ChainRecorder(SharedRun& shared, std::uint32_t chain, ReportingDensity& density);

  void on_initial_point() override;
  void on_adapted(const sampler::Adapted& adapted) override;
  [[nodiscard]] std::int64_t choose_thin(const sampler::WarmupRecord& record) override;
  [[nodiscard]] bool is_stopped() const override { return is_raised(shared_.options.stop); }
  void on_draw(const sampler::Draw& draw) override;
  [[nodiscard]] bool on_iteration(sampler::Phase phase, std::int64_t iteration) override;
  [[nodiscard]] bool keeps_states() const override { return shared_.files.keeps_checkpoints(); }
  [[nodiscard]] bool wants_state(std::int64_t left) override;
  void on_state(sampler::ChainState state) override;
  void visit_fields(sampler::Fields& fields) override;

  // All rows of the chain are out when this returns.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void look_at_clock();
  Beginning& begin();
  void begin_sight();
  void show(const sampler::Draw& draw);
  [[nodiscard]] std::uint32_t shown_iterations(std::int64_t iterations) const;
  void report_progress();
  void visit_thin(sampler::Fields& fields);
  void tell_thin();
  void hear_thin();
  void flush();

  SharedRun& shared_;
  std::uint32_t chain_;
  ReportingDensity& density_;
  RowMaker maker_;
  Batch batch_;
  ChainSight* sight_ = nullptr;  // what others see of it, if they look
  Clock::time_point last_flush_ = Clock::now();
  Clock::time_point last_state_ = Clock::now();
  Clock::time_point last_look_ = Clock::now();  // at the clock: a little before now
  int since_look_ = 0;
  bool is_fast_ = false;
  std::int64_t thin_ = 1;
  std::int64_t iterations_ = 0;  // so far
  std::int64_t warmup_ = 0;      // of these
  std::int64_t left_ = 0;        // as it seemed when a state was wanted
  bool has_begun_ = false;
};

}  // namespace autumn::engine
