// The row pipeline takes batches of draws from the chains; threads that are free make rows of
// them, and every chain's rows come out in order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/rows/row_errors.h"
#include "engine/rows/rows.h"
#include "engine/run_files.h"

namespace autumn::engine {

// What comes before the draws of a chain: the head of its file, if that had to wait, and the end of
// its warm-up.
struct Beginning {
  std::optional<output::Head> head = std::nullopt;
  std::optional<output::Adaptation> adaptation = std::nullopt;
};

// Draws of one chain, or its beginning.
struct Batch {
  std::uint32_t chain = 0;
  std::uint64_t number = 0;  // in its chain
  std::vector<RawDraw> draws;
  std::vector<double> positions;
  std::optional<Beginning> beginning = std::nullopt;
  std::optional<Checkpoint> checkpoint = std::nullopt;  // of the chain after these draws
  bool is_cut = false;                                  // its rows could not be made
};

class RowPipeline {
 public:
  // `helpers` threads do nothing but make rows. Rows go to the tables of `chains` and, if there are
  // any, to the writers.
  RowPipeline(const Prepared& prepared, const RunOptions& options, std::vector<ChainRun>& chains,
              RunFiles& files, std::uint32_t helpers);
  ~RowPipeline();
  RowPipeline(const RowPipeline&) = delete;
  RowPipeline& operator=(const RowPipeline&) = delete;

  // A helper takes the batch if one is free soon; otherwise the calling thread makes its rows, with
  // the row maker of its own. Either way the batch is empty afterwards, with its chain and, if
  // nobody took it, its memory.
  void submit(Batch& batch, RowMaker& maker);
  // Returns when all rows of the chain are out, or will never be, which is a fatal error.
  void wait_for(std::uint32_t chain, RowMaker& maker);
  // The errors of generated quantities.
  [[nodiscard]] RowErrors errors() const;
  // The first fatal_error() of generated quantities, which ends the run.
  [[nodiscard]] std::optional<Error> fatal_error() const;
  [[nodiscard]] bool has_fatal_error() const {
    return has_fatal_error_.load(std::memory_order_relaxed);
  }
  // The first error of a file, after which there is nothing to go on for.
  [[nodiscard]] std::optional<Error> write_error() const;
  [[nodiscard]] bool has_write_error() const {
    return has_write_error_.load(std::memory_order_relaxed);
  }

 private:
  // Rows of a batch, made before those of the batches before it.
  struct Made {
    Batch batch;
    std::vector<double> rows;
  };
  struct Output {
    std::mutex mutex;
    std::condition_variable has_moved;
    std::uint64_t next = 0;  // the batch to come out next
    std::map<std::uint64_t, Made> waiting;
    std::uint64_t submitted = 0;
    bool is_cut = false;  // nothing comes out any more
  };

  void help();
  void take_batches();
  void process(Batch& batch, RowMaker& maker);
  void make_rows(const Batch& batch, RowMaker& maker, std::vector<double>& rows);
  void note_fatal(const Error& error);
  void cut(Batch& batch, const std::optional<Error>& reason);
  void deliver(Batch& batch, std::vector<double>& rows);
  void write(const Batch& batch, std::span<const double> rows);
  void keep(Checkpoint checkpoint, const ChainRun& run);
  void note(const Status& written);
  // A row as a file has it, perhaps in this memory.
  [[nodiscard]] std::span<const double> in_order(std::span<const double> row,
                                                 std::vector<double>& memory) const;

  const Prepared& prepared_;
  const RunOptions& options_;
  std::vector<ChainRun>& chains_;
  RunFiles& files_;
  std::size_t columns_;
  std::vector<std::size_t> order_;  // of the columns in files, if it is another one
  std::vector<Output> outputs_;
  mutable std::mutex mutex_;
  std::condition_variable has_work_;
  std::deque<Batch> queue_;
  bool is_closing_ = false;
  RowErrors errors_;
  std::optional<Error> write_error_;
  std::optional<Error> fatal_error_;
  std::atomic<bool> has_fatal_error_{false};
  std::atomic<bool> has_write_error_{false};
  std::atomic<bool> has_lost_rows_{false};  // with a helper that had no memory
  std::vector<std::jthread> helpers_;
};

}  // namespace autumn::engine
