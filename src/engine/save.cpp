// This file writes draws that are in memory, chain after chain.
#include "engine/save.h"

#include <cmath>

#include "base/column_order.h"
#include "engine/coordinates.h"
#include "engine/files.h"
#include "engine/run_files.h"

namespace autumn::engine {
namespace {

struct Saving {
  const Prepared& prepared;
  const RunOptions& options;
  RunFiles& files;
  std::vector<std::string> columns;  // as files have them
  std::vector<std::size_t> order;    // of these; empty: as they are
  Coordinates coordinates;
};

Status append(const Saving& saving, output::DrawWriter& writer, const DrawTable& rows) {
  std::vector<double> ordered(saving.order.size());
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const std::span<const double> row = rows.row(r);
    for (std::size_t k = 0; k < ordered.size(); ++k) ordered[k] = row[saving.order[k]];
    if (Status status = writer.append(ordered.empty() ? row : ordered); !status) return status;
  }
  return Done{};
}

output::Adaptation adaptation_of(const Saving& saving, const sampler::Adapted& adapted) {
  const bool is_unit = adapted.metric == MetricKind::kUnit;
  return {.stepsize = saving.prepared.dimension == 0 ? NAN : adapted.step_size,
          .metric = adapted.metric,
          .inverse_metric = is_unit ? std::vector<double>{}
                                    : in_stan_order(saving.coordinates, adapted.inverse_metric)};
}

Status save_chain(const Saving& saving, std::uint32_t chain, const ChainRun& run) {
  output::DrawWriter& writer = *saving.files.writer(chain);
  const sampler::ChainResult& result = run.result;
  if (is_settled_late(saving.options.settings)) {
    const Settled settled{.thin = result.thin, .warmup = result.warmup};
    const Status status =
        writer.write_head(file_head(saving.options, chain, settled, saving.columns));
    if (!status) return status;
  }
  if (Status status = append(saving, writer, run.warmup); !status) return status;
  if (saving.options.settings.algorithm != sampler::Algorithm::fixed_param) {
    const Status status = writer.write_adaptation(adaptation_of(saving, result.adapted));
    if (!status) return status;
  }
  if (Status status = append(saving, writer, run.draws); !status) return status;
  if (Status status = saving.files.show(chain); !status) return status;
  return saving.files.finish(chain, {.warmup_seconds = result.seconds_warmup,
                                     .sampling_seconds = result.seconds_sampling});
}

}  // namespace

Status save(const Prepared& prepared, const RunOptions& options, const Run& run,
            const Files& files) {
  RunOptions with_files = options;
  with_files.files = files;
  std::vector<std::string> columns = sampler_columns(options);
  columns.insert(columns.end(), prepared.columns.begin(), prepared.columns.end());
  const std::vector<std::string> in_file = in_file_order(columns);
  Result<RunFiles> opened = RunFiles::open(with_files, in_file, 0);
  if (!opened) return opened.error();
  const Saving saving{.prepared = prepared,
                      .options = with_files,
                      .files = opened.value(),
                      .columns = in_file,
                      .order = file_order(columns),
                      .coordinates = stan_coordinates(prepared)};
  for (std::uint32_t chain = 0; chain < run.chains.size(); ++chain) {
    const ChainRun& made = run.chains[chain];
    if (made.draws.rows() == 0 && made.warmup.rows() == 0) {
      saving.files.drop(chain);
      continue;
    }
    if (Status status = save_chain(saving, chain, made); !status) {
      opened.value().give_up(true);
      return status;
    }
  }
  return opened.value().complete();
}

}  // namespace autumn::engine
