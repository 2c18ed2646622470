// This file makes one chain, and reads what there is of it.
#include "engine/one_chain.h"

#include <fmt/format.h>

#include "base/column_order.h"
#include "base/words.h"
#include "engine/centring/centred.h"
#include "engine/files.h"
#include "output/files/draw_file.h"

namespace autumn::engine {
namespace {

sampler::Settings settings_for(const SharedRun& shared, const ChainStart& start) {
  sampler::Settings settings = shared.options.settings;
  settings.gradient_nanoseconds = gradient_nanoseconds(shared.prepared);
  if (!start.inverse_metric.empty()) settings.inverse_metric = start.inverse_metric;
  if (start.step_size) settings.step_size = *start.step_size;
  return settings;
}

struct Beginnings {
  sampler::ChainKey key;
  std::span<const double> initial;
  const std::optional<Checkpoint>& from;
};

Result<sampler::ChainResult> run_in_coordinates(const Prepared& prepared, ReportingDensity& density,
                                                const sampler::Settings& settings,
                                                const Beginnings& beginnings,
                                                sampler::ChainObserver& observer) {
  const auto& [key, initial, from] = beginnings;
  if (!prepared.centred) {
    return from ? sampler::resume_chain(density, settings, key, from->state, observer)
                : sampler::run_chain(density, settings, key, initial, observer);
  }
  CentredDensity centred(*prepared.centred, density, &density);
  const CentredChain chain{*prepared.centred, centred, density};
  return from ? resume_centred(chain, settings, key, from->state, observer)
              : run_centred(chain, settings, key, initial, observer);
}

}  // namespace

Result<sampler::ChainResult> make_chain(const SharedRun& shared, std::uint32_t chain,
                                        ReportingDensity& density, ChainRecorder& recorder) {
  const RunOptions& options = shared.options;
  const sampler::ChainKey key{options.seed, options.first_id + chain};
  const ChainStart start =
      options.starts.empty() ? ChainStart{.initial = options.initial} : options.starts[chain];
  return run_in_coordinates(shared.prepared, density, settings_for(shared, start),
                            {key, start.initial, shared.files.beginning(chain)}, recorder);
}

Result<std::uint64_t> read_rows(const RunFiles& files, const RunOptions& options,
                                std::uint32_t chain, ChainRun& run) {
  const std::optional<Checkpoint>& from = files.beginning(chain);
  if (!from || from->bytes == 0) return std::uint64_t{0};
  const std::string path = file_of(*options.files, chain);
  const auto file = output::read_draws(path);
  if (!file) return file.error();
  const std::vector<std::size_t> order = file_order(run.draws.names());
  std::vector<double> row(run.draws.columns());
  std::uint64_t rows = 0;
  for (const DrawTable* table : {&file.value().content.warmup, &file.value().content.draws}) {
    for (std::size_t k = 0; k < table->rows() && table->columns() == row.size(); ++k, ++rows) {
      const std::span<const double> written = table->row(k);
      for (std::size_t c = 0; c < row.size(); ++c) row[order.empty() ? c : order[c]] = written[c];
      (rows < from->warmup_draws ? run.warmup : run.draws).append(row);
    }
  }
  run.draws_read = run.draws.rows();
  return rows;
}

Status read_all_rows(const RunFiles& files, const RunOptions& options, std::uint32_t chain,
                     ChainRun& run) {
  const Result<std::uint64_t> rows = read_rows(files, options, chain, run);
  if (!rows) return rows.error();
  const std::optional<Checkpoint>& from = files.beginning(chain);
  const std::uint64_t written = from && from->bytes > 0 ? from->warmup_draws + from->draws : 0;
  if (rows.value() == written) return Done{};
  return Error{
      .message = fmt::format("`{}` has {}, but {} written", file_of(*options.files, chain),
                             counted(rows.value(), "draw"), counted(written, "was", "were")),
      .suggestion = "what a run has written must be as it was for it to go on",
      .where = {}};
}

}  // namespace autumn::engine
