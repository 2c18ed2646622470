// This file takes chains of other ranks as a run takes them that goes on: from their checkpoints
// and files.
#include "engine/ranks/others.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/stopped.h"
#include "base/words.h"
#include "engine/one_chain.h"

namespace autumn::engine {
namespace {

// As if it had been made here. Nothing is left to be done where the chain is at its end.
Status take_in(SharedRun& shared, std::uint32_t chain, ChainRun& run) {
  if (Status status = shared.files.look_at(chain); !status) return status;
  const std::optional<Checkpoint>& from = shared.files.beginning(chain);
  run.result.interrupted = true;
  if (!from) return Done{};
  if (from->left > 0) {
    run.result.iterations = from->iterations;
    run.result.warmup = from->warmup;
    const auto rows = read_rows(shared.files, shared.options, chain, run);
    return rows ? Status(Done{}) : rows.error();
  }
  if (Status status = read_all_rows(shared.files, shared.options, chain, run); !status) {
    return status;
  }
  ReportingDensity density(shared.prepared, nullptr);
  ChainRecorder recorder(shared, chain, density);
  auto result = make_chain(shared, chain, density, recorder);
  if (!result) return result.error();
  run.result = std::move(result).value();
  shared.progress.follow(chain, static_cast<std::uint32_t>(run.result.iterations));
  return Done{};
}

std::vector<std::uint32_t> chains_of(const RunOptions& options, std::uint32_t rank) {
  std::vector<std::uint32_t> chains;
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    if (chain % options.share->size == rank) chains.push_back(options.first_id + chain);
  }
  return chains;
}

bool is_unfinished(const RunOptions& options, std::uint32_t rank, const Run& run) {
  return std::ranges::any_of(chains_of(options, rank), [&](std::uint32_t id) {
    return run.chains[id - options.first_id].result.interrupted;
  });
}

std::string death_of(const RunOptions& options, std::uint32_t rank) {
  const std::vector<std::uint32_t> chains = chains_of(options, rank);
  return fmt::format("Rank {} has died before it had finished {} {}.\n", rank,
                     noun_for(chains.size(), "chain"), fmt::join(chains, ", "));
}

// What several ranks say is told once.
void add(std::vector<std::string>& texts, const std::string& text) {
  if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

bool is_signal(int code) {
  constexpr int kOfShells = 128;
  return code > kOfShells;
}

// `is_told`: an error has been told already.
void tell_of(const RunOptions& options, std::uint32_t rank, const RankAccount& account, Run& run,
             bool& is_told) {
  const bool has_failed = account.code != 0 && !is_signal(account.code);
  if (account.state != RankAccount::State::kEnded && is_unfinished(options, rank, run)) {
    run.failed_ranks.push_back(death_of(options, rank));
  }
  std::string said = account.said;
  while (said.ends_with('\n')) said.pop_back();
  if (said.empty()) return;
  if (!has_failed) return add(run.notes, said);
  // The first says what is wrong; a disk that is full is full for all.
  if (std::exchange(is_told, true)) return;
  add(run.failed_ranks, said + "\n");
}

}  // namespace

Result<RunFiles> open_together(const RunOptions& options, std::span<const std::string> columns,
                               std::uint64_t choices) {
  if (!options.share) return RunFiles::open(options, columns, choices);
  const Share& share = *options.share;
  RunRecord record = options.files->checkpoints->record;
  if (!options.files->checkpoints->goes_on) record.choices = choices;
  if (Status status = share.agree(record); !status) return status.error();
  if (!share.leads()) {
    if (Status status = share.await_files(); !status) return status.error();
  }
  Result<RunFiles> opened = RunFiles::open(options, columns, choices);
  const Status status = share.start(opened ? Status(Done{}) : opened.error());
  if (status) return opened;
  if (opened && share.leads()) opened.value().give_up(true);
  return status.error();
}

void take_in_others(SharedRun& shared, const std::vector<RankAccount>& accounts, Run& run) {
  const RunOptions& options = shared.options;
  for (std::uint32_t chain = 0; chain < options.chains && !shared.error; ++chain) {
    if (options.share->has(chain)) continue;
    if (Status status = take_in(shared, chain, run.chains[chain]); !status) {
      add(run.failed_ranks, to_text(status.error()) + "\n");
    }
  }
  // What has stopped this rank, too, it tells itself.
  const bool is_stopped = is_raised(options.stop) && !options.share->board->is_asked_to_stop();
  bool is_told = is_stopped || run.write_error.has_value();
  for (std::uint32_t rank = 1; rank < options.share->size; ++rank) {
    tell_of(options, rank, accounts[rank], run, is_told);
  }
}

}  // namespace autumn::engine
