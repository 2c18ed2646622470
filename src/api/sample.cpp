// This file implements public sampling: options become settings, and a run becomes its results.
#include <fmt/format.h>

#include <ostream>
#include <random>

#include "api/build.h"
#include "api/data.h"
#include "autumn/fit.hpp"
#include "base/display_name.h"
#include "base/words.h"
#include "engine/assure/assured.h"
#include "engine/files.h"
#include "engine/interrupt.h"
#include "engine/prepare.h"
#include "engine/report.h"
#include "engine/run.h"
#include "evaluate/function.h"

namespace autumn {

struct detail::FitData : engine::AssuredRun {};

namespace {

using detail::throw_error;
using detail::throw_mistake;

sampler::Algorithm algorithm_of(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::nuts: return sampler::Algorithm::nuts;
    case Algorithm::static_hmc: return sampler::Algorithm::static_hmc;
    case Algorithm::fixed_param: return sampler::Algorithm::fixed_param;
  }
  not_of_the_list("the algorithm");
}

MetricKind metric_of(Metric metric) {
  switch (metric) {
    case Metric::automatic: return MetricKind::kDiagonal;
    case Metric::unit: return MetricKind::kUnit;
    case Metric::diagonal: return MetricKind::kDiagonal;
    case Metric::dense: return MetricKind::kDense;
  }
  not_of_the_list("the metric");
}

sampler::Centring centring_of(Centring centring) {
  switch (centring) {
    case Centring::automatic: return sampler::Centring::automatic;
    case Centring::learnt: return sampler::Centring::learnt;
    case Centring::as_written: return sampler::Centring::as_written;
  }
  not_of_the_list("the centring");
}

sampler::Settings settings_of(const Options& options) {
  sampler::Settings settings;
  settings.algorithm = algorithm_of(options.algorithm);
  settings.metric = metric_of(options.metric);
  settings.metric_learning = options.metric == Metric::automatic
                                 ? sampler::MetricLearning::scores
                                 : sampler::MetricLearning::positions;
  settings.centring = centring_of(options.centring);
  settings.warmup = options.warmup;
  settings.stops_when_settled = options.stops_when_settled;
  settings.thin = options.thin.is_automatic() ? sampler::Thin::automatic()
                                              : sampler::Thin(options.thin.transitions());
  settings.draws = options.draws;
  settings.save_warmup = options.save_warmup;
  settings.max_depth = options.max_depth;
  settings.integration_time = options.integration_time;
  settings.step_size = options.step_size;
  settings.jumps = options.jumps == Jumps::automatic;
  settings.adapt_delta = options.adapt_delta;
  settings.initial_radius = options.initial_radius;
  return settings;
}

void check_positive(int value, std::string_view name) {
  if (value < 1) throw_mistake(fmt::format("{} must be at least 1, got {}", name, value));
}

engine::RunOptions run_options(const Options& options) {
  check_positive(options.chains, "chains");
  check_positive(options.thin.transitions(), "thin");
  if (options.threads < 0) {
    throw_mistake(fmt::format("threads must be 0 (all) or more, got {}", options.threads));
  }
  check_positive(options.threads_per_chain, "threads_per_chain");
  engine::RunOptions run;
  run.settings = settings_of(options);
  if (const Status status = sampler::check(run.settings); !status) throw_error(status.error());
  run.chains = static_cast<std::uint32_t>(options.chains);
  run.threads = static_cast<std::uint32_t>(options.threads);
  run.threads_per_chain = static_cast<std::uint32_t>(options.threads_per_chain);
  run.seed_was_given = options.seed.has_value();
  run.seed = options.seed ? *options.seed : std::random_device{}();
  if (!options.output.empty()) {
    run.files = engine::Files{
        .directory = options.output,
        .format = options.format == Format::binary ? output::Format::kBinary : output::Format::kCsv,
        .overwrite = options.overwrite};
  }
  run.refresh = options.progress == Progress::automatic ? 100 : 0;
  return run;
}

// Where the elements of a variable or output lie among the columns.
struct ColumnRange {
  std::size_t first = 0;
  std::vector<std::size_t> dims;
  std::size_t size = 1;
};

std::optional<ColumnRange> find_columns(const detail::FitData& data, const std::string& name) {
  std::size_t next = engine::sampler_columns(data.options).size();
  std::optional<ColumnRange> found;
  const auto visit = [&](const std::string& candidate, const std::vector<std::size_t>& dims) {
    const std::size_t size = model::node_shape(dims).size();
    if (candidate == name) found = ColumnRange{next, dims, size};
    next += size;
  };
  for (const auto& variable : data.prepared.compressed.variables)
    visit(variable.name, variable.dims);
  for (const auto& output : data.prepared.compressed.outputs) visit(output.name, output.dims);
  return found;
}

}  // namespace

std::size_t Draws::size() const {
  std::size_t size = 1;
  for (const std::size_t extent : dims) size *= extent;
  return size;
}

double Draws::at(std::size_t chain, std::size_t draw, std::size_t element) const {
  return values.at((chain * draws_per_chain + draw) * size() + element);
}

const SummaryRow& Summary::operator[](const std::string& name) const {
  for (const SummaryRow& row : rows) {
    if (row.name == name) return row;
  }
  throw_mistake(fmt::format("the summary has no row `{}`", name),
                "elements are named as in theta[1], counted from 1 as in the table");
}

std::ostream& operator<<(std::ostream& out, const Summary& summary) {
  return out << summary.text;
}

std::vector<std::string> Fit::names() const {
  std::vector<std::string> names;
  for (const auto& variable : data_->prepared.compressed.variables) names.push_back(variable.name);
  for (const auto& output : data_->prepared.compressed.outputs) names.push_back(output.name);
  return names;
}

Draws Fit::draws(const std::string& name) const {
  const auto columns = find_columns(*data_, name);
  if (!columns) {
    const std::vector<std::string> known = names();
    const std::string near = nearest_word(name, known.data(), known.data() + known.size());
    throw_mistake(fmt::format("there is no parameter or output `{}`", name),
                  near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }
  Draws draws{.dims = columns->dims, .chains = data_->run.chains.size(), .values = {}};
  // An interrupted run may have chains of different lengths: the common part counts.
  draws.draws_per_chain = data_->run.chains.empty() ? 0 : data_->run.chains[0].draws.rows();
  for (const auto& chain : data_->run.chains) {
    draws.draws_per_chain = std::min(draws.draws_per_chain, chain.draws.rows());
  }
  for (const auto& chain : data_->run.chains) {
    for (std::size_t d = 0; d < draws.draws_per_chain; ++d) {
      const auto row = chain.draws.row(d).subspan(columns->first, columns->size);
      draws.values.insert(draws.values.end(), row.begin(), row.end());
    }
  }
  return draws;
}

std::vector<DrawStatistics> Fit::statistics(std::size_t chain) const {
  if (chain >= data_->run.chains.size()) {
    throw_mistake(fmt::format("there is no chain {}", chain),
                  fmt::format("chains count from 0; there are {}", data_->run.chains.size()));
  }
  const bool is_short = data_->options.settings.algorithm == sampler::Algorithm::fixed_param;
  const DrawTable& table = data_->run.chains[chain].draws;
  std::vector<DrawStatistics> statistics;
  for (std::size_t d = 0; d < table.rows(); ++d) {
    const auto row = table.row(d);
    DrawStatistics s{.log_density = row[0], .accept_stat = row[1]};
    if (!is_short) {
      s.step_size = row[2];
      s.tree_depth = static_cast<int>(row[3]);
      s.leapfrog_steps = static_cast<int>(row[4]);
      s.is_divergent = row[5] != 0.0;
      s.energy = row[6];
    }
    statistics.push_back(s);
  }
  return statistics;
}

Summary Fit::summary() const {
  const engine::Report report = engine::report(*data_);
  Summary summary;
  summary.text = to_text(report);
  for (const auto& v : report.output.summary.variables) {
    summary.rows.push_back({display_name(v.name), v.mean, v.mcse, v.sd, v.q5, v.q50, v.q95,
                            v.ess_bulk, v.ess_tail, v.rhat});
  }
  return summary;
}

std::vector<std::string> Fit::warnings() const {
  std::vector<std::string> texts;
  for (const auto& w : engine::report(*data_).output.warnings) {
    texts.push_back(fmt::format("{}\n{}\n{}", w.finding, w.meaning, w.advice));
  }
  return texts;
}

std::string Fit::to_json() const {
  return output::to_json(engine::report(*data_).output);
}

std::uint64_t Fit::seed() const {
  return data_->options.seed;
}

std::uint64_t Fit::gradients() const {
  return engine::gradients(data_->run);
}

int Fit::thin() const {
  const std::optional<engine::ThinChoice>& choice = data_->run.thin;
  return static_cast<int>(choice ? choice->thin : data_->options.settings.thin.transitions());
}

std::vector<StageTime> Fit::timings() const {
  std::vector<StageTime> times;
  for (const auto& time : engine::timings(data_->prepared, data_->run)) {
    times.push_back({time.stage, time.seconds});
  }
  return times;
}

bool Fit::is_interrupted() const {
  return data_->run.is_interrupted;
}

Fit sample(const Model& model, const Options& options) {
  engine::AssuredRequest request;
  request.run = run_options(options);
  request.plan = {.keep = options.keep,
                  .prefer = options.collapse,
                  .is_off = options.marginalize == Marginalize::none,
                  .is_forced = options.marginalize == Marginalize::all};
  request.run.notes = engine::plan_notes(request.plan);
  // What is fixed is not drawn.
  if (options.algorithm == Algorithm::fixed_param) request.plan.is_off = true;
  request.run.settings.allow_improper = options.allow_improper;
  request.prepare = [&](const collapse::PlanOptions& plan) {
    return engine::prepare(detail::finished(model.data()), plan);
  };
  request.on_prepared = [&](const engine::Prepared& prepared, engine::RunOptions& run) -> Status {
    auto initial = engine::initial_point(prepared, options.initial);
    if (!initial) return initial.error();
    run.initial = std::move(initial).value();
    return Done{};
  };
  std::optional<engine::InterruptGuard> guard;
  if (options.catch_interrupt) request.run.stop = &guard.emplace().flag();
  auto done = engine::run_assured(std::move(request));
  if (!done) throw_error(done.error());
  done.value().options.stop = nullptr;
  return Fit(std::make_shared<const detail::FitData>(detail::FitData{std::move(done).value()}));
}

DensityAt log_density(const Model& model, const std::vector<double>& unconstrained) {
  const engine::Prepared prepared = engine::prepare_joint(detail::finished(model.data()));
  if (unconstrained.size() != prepared.dimension) {
    throw_mistake(fmt::format("the point has {}, but the model has {}",
                              counted(unconstrained.size(), "number"),
                              counted(prepared.dimension, "dimension")));
  }
  evaluate::EvaluatedFunction function(prepared.density);
  DensityAt at{0.0, std::vector<double>(prepared.dimension)};
  at.log_density = function.evaluate(unconstrained, at.gradient);
  return at;
}

std::size_t dimension(const Model& model) {
  std::size_t dimension = 0;
  for (const auto& variable : model.data().variables) {
    dimension += model::unconstrained_size(variable.support.kind, variable.dims);
  }
  return dimension;
}

}  // namespace autumn
