// A run goes from prepared densities to tables of draws and files, with its chains on threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "engine/chain_sights.h"
#include "engine/checkpoint/run_record.h"
#include "engine/prepare.h"
#include "engine/ranks/share.h"
#include "engine/rows/point_reports.h"
#include "engine/rows/row_errors.h"
#include "engine/thin.h"
#include "output/files/draw_writer.h"
#include "output/files/run_configuration.h"
#include "sample/chain.h"
#include "sample/settings.h"

namespace autumn::engine {

struct RunOptions;

// Files whose names and heads somebody else has chosen; what is there is replaced.
struct NamedFiles {
  std::vector<std::string> paths;  // one per chain
  // The comments before the first draw of a chain's file.
  std::function<std::string(const RunOptions&, std::uint32_t chain)> comments;
};

// What a run keeps beside its draws so that it can go on after any death of its process.
struct Checkpoints {
  RunRecord record;
  // Between two of a chain; without it a second, or more where they take long.
  std::optional<double> seconds = std::nullopt;
  // The run is one that has begun: its draws and its checkpoints are there.
  bool goes_on = false;
};

// Where draws are written as they come: DIRECTORY/chain_1.csv, ... or chain_1.bin, ...
struct Files {
  std::string directory = {};
  output::Format format = output::Format::kCsv;
  bool overwrite = false;
  std::string model_name = "model";
  std::string data_file = {};
  std::int32_t significant_digits = 8;  // of numbers in text; -1: six
  std::optional<NamedFiles> named = std::nullopt;
  std::string started = {};  // date and time, for the heads; empty: now
  std::optional<Checkpoints> checkpoints = std::nullopt;  // not of files with names of their own
};

// Where one chain begins, if not at random and with what the settings say.
struct ChainStart {
  std::vector<double> initial = {};  // unconstrained, NaN for random; empty for all random
  std::vector<double> inverse_metric = {};
  std::optional<double> step_size = std::nullopt;
};

// With an automatic thin chain 1 chooses `thin` for all, at the end of its warm-up.
struct RunOptions {
  sampler::Settings settings = {};
  std::uint32_t chains = 4;
  std::uint64_t seed = 0;
  bool seed_was_given = true;
  std::uint32_t threads = 0;  // 0: as many as the machine has
  // That share the evaluations of a chain, where they go over many rows of data. Of `threads`,
  // which are at least as many.
  std::uint32_t threads_per_chain = 1;
  std::uint32_t first_id = 1;        // chains are numbered first_id, first_id + 1, ...
  std::vector<double> initial = {};  // unconstrained, NaN for random; empty for all random
  // Of each chain, instead of `initial`; empty, or one per chain. No plan depends on them: chains
  // in processes of their own have one plan.
  std::vector<ChainStart> starts = {};
  std::optional<Files> files = std::nullopt;
  // This process makes some of the chains; it goes with files and checkpoints.
  std::optional<Share> share = std::nullopt;
  std::vector<output::HeaderLine> notes = {};  // for the head of each file
  std::int32_t refresh = 0;                    // iterations between lines of progress; 0 for none
  // Where lines of progress go; nothing: to the screen.
  std::function<void(std::string_view)> on_progress = {};
  // Where the chains stand, for others to look at; one for each chain.
  std::shared_ptr<ChainSights> sights = nullptr;
  // Told why the program refused points after the first of a chain, by any thread, up to a hundred
  // times a chain, if idle data were kept; empty: what reject() says is printed.
  RefusalObserver on_refusal = {};
  // Told the unconstrained point of every saved draw, on the thread of its chain; may be empty.
  std::function<void(std::uint32_t chain, const sampler::Draw&)> on_position = {};
  const std::atomic<bool>* stop = nullptr;  // raised to end the run early
  // Draws get a column lp_joint__, the log density of this model at them: the one as it was
  // written, prepared with nothing collapsed.
  std::shared_ptr<const Prepared> joint = nullptr;
};

struct ChainRun {
  // Sampler columns, then variables, then outputs. The tables of all chains that this process
  // makes lie in one piece of memory, one after the other, each with room for all its draws.
  DrawTable draws;
  DrawTable warmup;  // the same, if warm-up was saved
  // So many of the draws were there before and were read from their file, with its digits.
  std::size_t draws_read = 0;
  sampler::ChainResult result;
};

struct Run {
  std::vector<ChainRun> chains;
  bool is_interrupted = false;
  // A file could not be written further: the run ended there, and its files have what was drawn.
  std::optional<Error> write_error = std::nullopt;
  // Files of the run before that are kept, because this one was not completed.
  std::vector<std::string> put_aside = {};
  std::optional<ThinChoice> thin = std::nullopt;  // if it was to be chosen, and was
  bool can_go_on = false;  // it was ended early, and its checkpoints are there
  // What is to be said of checkpoints that could not be used, and what other ranks had to say.
  std::vector<std::string> notes = {};
  // Why chains of other ranks are not finished, in whole messages; the run can go on.
  std::vector<std::string> failed_ranks = {};
  // Errors and reject() in generated quantities; such draws have NaN for what was not reached.
  RowErrors generated_errors = {};
};

// Columns of sampler statistics, as CmdStan names them, and lp_joint__ if it is wanted.
[[nodiscard]] std::vector<std::string> sampler_columns(const RunOptions& options);

// Depends on the model, the options but those of threads, and nothing else: the same draws to the
// byte.
[[nodiscard]] Result<Run> run(const Prepared& prepared, const RunOptions& options);

}  // namespace autumn::engine
