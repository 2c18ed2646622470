// A run goes from prepared densities to tables of draws and files, with its chains on threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "engine/prepare.h"
#include "engine/thin.h"
#include "output/files/draw_writer.h"
#include "output/files/run_configuration.h"
#include "sample/chain.h"
#include "sample/settings.h"

namespace autumn::engine {

// Where draws are written as they come: DIRECTORY/chain_1.csv, ... or chain_1.bin, ...
struct Files {
  std::string directory;
  output::Format format = output::Format::kCsv;
  bool overwrite = false;
  std::string model_name = "model";
  std::string data_file = {};
};

// With an automatic thin chain 1 chooses `thin` for all, at the end of its warm-up.
struct RunOptions {
  sampler::Settings settings = {};
  std::uint32_t chains = 4;
  std::uint64_t seed = 0;
  bool seed_was_given = true;
  std::uint32_t threads = 0;         // 0: as many as the machine has
  std::vector<double> initial = {};  // unconstrained, NaN for random; empty for all random
  std::optional<Files> files = std::nullopt;
  std::vector<output::HeaderLine> notes = {};  // for the head of each file
  std::int32_t refresh = 0;                    // iterations between lines of progress; 0 for none
  const std::atomic<bool>* stop = nullptr;     // raised to end the run early
};

struct ChainRun {
  DrawTable draws;   // sampler columns, then variables, then outputs
  DrawTable warmup;  // the same, if warm-up was saved
  sampler::ChainResult result;
};

struct Run {
  std::vector<ChainRun> chains;
  bool is_interrupted = false;
  std::optional<ThinChoice> thin = std::nullopt;  // if it was to be chosen, and was
  // The first error or reject() in generated quantities; such draws have NaN there.
  std::optional<Error> generated_error = std::nullopt;
};

// Columns of sampler statistics, as CmdStan names them.
[[nodiscard]] std::vector<std::string> sampler_columns(sampler::Algorithm algorithm);

// An error if the draws of the model do not fit into the memory of this machine.
[[nodiscard]] Status check_memory(const model::Model& model, const RunOptions& options);

// Depends on the model, the options but `threads`, and nothing else: the same draws to the byte.
[[nodiscard]] Result<Run> run(const Prepared& prepared, const RunOptions& options);

}  // namespace autumn::engine
