// This file sends batches of draws through one queue, and restores their order per chain at the
// end.
#include "engine/rows/row_pipeline.h"

#include <new>
#include <utility>

#include "base/column_order.h"
#include "base/stopped.h"
#include "base/threads.h"

namespace autumn::engine {
namespace {

// So many batches may wait for each helper before chains make their own rows.
constexpr std::size_t kWaitingPerHelper = 2;

Batch empty_batch(std::uint32_t chain) {
  return {.chain = chain, .number = 0, .draws = {}, .positions = {}};
}

Error no_memory_for_rows() {
  return {"there is not enough memory for the rows of this program", "", {}};
}

}  // namespace

RowPipeline::RowPipeline(const Prepared& prepared, const RunOptions& options,
                         std::vector<ChainRun>& chains, RunFiles& files, std::uint32_t helpers)
    : prepared_(prepared),
      options_(options),
      chains_(chains),
      files_(files),
      columns_(chains.empty() ? 0 : chains[0].draws.columns()),
      outputs_(chains.size()) {
  if (!chains.empty()) order_ = file_order(chains[0].draws.names());
  helpers_ = start_threads(helpers, [this] { help(); });
}

RowPipeline::~RowPipeline() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  has_work_.notify_all();
}

void RowPipeline::submit(Batch& batch, RowMaker& maker) {
  const std::uint32_t chain = batch.chain;
  {
    Output& output = outputs_[batch.chain];
    const std::lock_guard lock(output.mutex);
    batch.number = output.submitted++;
  }
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() < kWaitingPerHelper * helpers_.size()) {
      queue_.push_back(std::exchange(batch, empty_batch(chain)));
      has_work_.notify_one();
      return;
    }
  }
  process(batch, maker);
  batch.draws.clear();
  batch.positions.clear();
  batch.beginning.reset();
  batch.checkpoint.reset();
}

void RowPipeline::wait_for(std::uint32_t chain, RowMaker& maker) {
  Output& output = outputs_[chain];
  while (true) {
    std::optional<Batch> batch;
    {
      std::unique_lock lock(mutex_);
      if (!queue_.empty()) {
        batch = std::move(queue_.front());
        queue_.pop_front();
      }
    }
    if (batch) {
      process(*batch, maker);
      continue;
    }
    std::unique_lock lock(output.mutex);
    output.has_moved.wait(lock,
                          [&] { return output.next == output.submitted || has_lost_rows_.load(); });
    return;
  }
}

RowErrors RowPipeline::errors() const {
  const std::lock_guard lock(mutex_);
  return errors_;
}

std::optional<Error> RowPipeline::fatal_error() const {
  const std::lock_guard lock(mutex_);
  return fatal_error_;
}

std::optional<Error> RowPipeline::write_error() const {
  const std::lock_guard lock(mutex_);
  return write_error_;
}

void RowPipeline::note(const Status& written) {
  if (written) return;
  const std::lock_guard lock(mutex_);
  if (!write_error_) write_error_ = written.error();
  has_write_error_.store(true, std::memory_order_relaxed);
}

// What a helper has no memory for is not to be waited for: it is the end of the run.
void RowPipeline::help() {
  try {
    take_batches();
  } catch (const std::bad_alloc&) {
    {
      const std::lock_guard lock(mutex_);
      note_fatal(no_memory_for_rows());
    }
    has_lost_rows_.store(true);
    for (Output& output : outputs_) {
      const std::lock_guard lock(output.mutex);
      output.has_moved.notify_all();
    }
  }
}

void RowPipeline::take_batches() {
  RowMaker maker(prepared_, options_);
  while (true) {
    std::unique_lock lock(mutex_);
    has_work_.wait(lock, [&] { return is_closing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    Batch batch = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    process(batch, maker);
  }
}

void RowPipeline::process(Batch& batch, RowMaker& maker) {
  std::vector<double>& rows = maker.memory();
  try {
    make_rows(batch, maker, rows);
  } catch (const Stopped& stopped) {
    cut(batch, stopped.limit);
  } catch (const std::bad_alloc&) {
    cut(batch, no_memory_for_rows());
  }
  deliver(batch, rows);
}

void RowPipeline::make_rows(const Batch& batch, RowMaker& maker, std::vector<double>& rows) {
  rows.resize(batch.draws.size() * columns_);
  const std::size_t dimension = prepared_.dimension;
  for (std::size_t i = 0; i < batch.draws.size(); ++i) {
    const Status status = maker.make(batch.chain, batch.draws[i],
                                     std::span(batch.positions).subspan(i * dimension, dimension),
                                     std::span(rows).subspan(i * columns_, columns_));
    if (status) continue;
    const std::lock_guard lock(mutex_);
    errors_.note(status.error(), {batch.chain, batch.draws[i].iteration});
    if (maker.is_fatal()) note_fatal(status.error());
  }
}

// With `mutex_` locked.
void RowPipeline::note_fatal(const Error& error) {
  if (!fatal_error_) fatal_error_ = error;
  has_fatal_error_.store(true, std::memory_order_relaxed);
}

// A batch that has no rows is the last of its chain: rows have no gaps.
void RowPipeline::cut(Batch& batch, const std::optional<Error>& reason) {
  batch.is_cut = true;
  if (!reason) return;
  const std::lock_guard lock(mutex_);
  note_fatal(*reason);
}

// Rows whose turn it is go out from where they are; others are kept until it is.
void RowPipeline::deliver(Batch& batch, std::vector<double>& rows) {
  Output& output = outputs_[batch.chain];
  const std::lock_guard lock(output.mutex);
  if (const std::uint64_t number = batch.number; number != output.next) {
    Made made{std::exchange(batch, empty_batch(batch.chain)), std::exchange(rows, {})};
    output.waiting.emplace(number, std::move(made));
    return;
  }
  write(batch, rows);
  ++output.next;
  for (auto at = output.waiting.find(output.next); at != output.waiting.end();
       at = output.waiting.find(output.next)) {
    write(at->second.batch, at->second.rows);
    output.waiting.erase(at);
    ++output.next;
  }
  output.has_moved.notify_all();
}

void RowPipeline::write(const Batch& batch, std::span<const double> rows) {
  bool& is_cut = outputs_[batch.chain].is_cut;
  is_cut = is_cut || batch.is_cut;
  if (is_cut) return;
  output::DrawWriter* writer = files_.writer(batch.chain);
  if (batch.beginning && writer != nullptr) {
    const Beginning& beginning = *batch.beginning;
    if (beginning.head) note(writer->write_head(*beginning.head));
    if (beginning.adaptation) note(writer->write_adaptation(*beginning.adaptation));
  }
  ChainRun& run = chains_[batch.chain];
  if (!batch.draws.empty()) note(files_.show(batch.chain));
  std::vector<double> ordered;
  for (std::size_t i = 0; i < batch.draws.size(); ++i) {
    const auto row = rows.subspan(i * columns_, columns_);
    const bool is_warmup = batch.draws[i].phase == sampler::Phase::warmup;
    (is_warmup ? run.warmup : run.draws).append(row);
    if (writer != nullptr) note(writer->append(in_order(row, ordered)));
  }
  if (batch.checkpoint) keep(*batch.checkpoint, run);
}

// Of rows that could not be written there is nothing to keep.
void RowPipeline::keep(Checkpoint checkpoint, const ChainRun& run) {
  if (has_write_error()) return;
  checkpoint.warmup_draws = run.warmup.rows();
  checkpoint.draws = run.draws.rows();
  note(files_.keep(std::move(checkpoint)));
}

std::span<const double> RowPipeline::in_order(std::span<const double> row,
                                              std::vector<double>& memory) const {
  if (order_.empty()) return row;
  memory.clear();
  for (const std::size_t column : order_) memory.push_back(row[column]);
  return memory;
}

}  // namespace autumn::engine
