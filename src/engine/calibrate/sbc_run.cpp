// This file makes one run of a calibration, whose chain grows until its draws are worth enough.
#include "engine/calibrate/sbc_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/centring/choose.h"
#include "engine/run.h"
#include "explain/explain.h"
#include "expr/term.h"
#include "model/roll/roll.h"
#include "output/diagnostics/diagnostics.h"

namespace autumn::engine {
namespace {

constexpr std::uint32_t kMostSbcThin = 64;  // transitions per draw, however slow the chain
// Effective draws per draw that is ranked, before thinning: then a twentieth of the correlation is
// left between neighbours.
constexpr double kWorth = 1.5;
constexpr int kMostChains = 3;  // tried for one run

// The model with its log density as its only output: nobody ranks transformed parameters.
model::Model with_log_joint(const model::Model& given) {
  model::Model model = model::roll(given);
  expr::Builder builder(model.graph);
  expr::Term total = expr::constant(builder, 0.0);
  for (const model::Factor& factor : model.factors) {
    total = total + sum(expr::Term(builder, model::log_density(builder, factor)));
  }
  model.outputs = {{.name = kLogJoint, .dims = {}, .node = total.id(), .where = {}}};
  model.graph = std::move(builder).finish({});
  return model;
}

// All true values, in the order of columns.
std::vector<double> truth_of(const simulate::Simulated& simulated) {
  std::vector<double> truth;
  for (const expr::Array& value : simulated.parameters) {
    truth.insert(truth.end(), value.numbers.begin(), value.numbers.end());
  }
  truth.push_back(simulated.log_density);
  return truth;
}

// Effective draws of the slowest column; those that do not move do not count.
double least_ess(const DrawTable& draws, std::size_t first) {
  double least = INFINITY;
  for (std::size_t c = first; c < draws.columns(); ++c) {
    const std::vector<double> column = draws.column(c);
    const double ess = output::ess_bulk({column, 1});
    if (!std::isnan(ess)) least = std::min(least, ess);
  }
  return least;
}

std::uint64_t count_divergences(const DrawTable& draws) {
  const auto at = std::ranges::find(draws.names(), "divergent__");
  if (at == draws.names().end()) return 0;
  const auto column = draws.column(static_cast<std::size_t>(at - draws.names().begin()));
  return static_cast<std::uint64_t>(std::ranges::count(column, 1.0));
}

// So many more transitions per draw as the effective draws fall short, and some more.
std::uint32_t longer(std::uint32_t thin, double ess, double wanted) {
  const double factor = std::max(2.0, 1.2 * wanted / std::max(ess, 1.0));
  return static_cast<std::uint32_t>(std::min<double>(kMostSbcThin, std::ceil(thin * factor)));
}

}  // namespace

Result<SbcRun> SbcRunner::run(std::uint32_t number, std::uint32_t first_thin) const {
  auto simulated = simulator_(number);
  if (!simulated) return simulated.error();
  auto prepared =
      prepare(with_log_joint(simulated.value().model), options_.plan, options_.without_passes);
  if (prepared) prepared = centred(std::move(prepared).value());
  if (!prepared) return prepared.error();
  SbcRun result;
  result.columns = prepared.value().columns;
  result.collapsed = explainer::one_line(prepared.value().compressed, prepared.value().plan);
  // With nothing left to sample draws are independent as they are.
  result.thin = prepared.value().dimension == 0 ? 1 : first_thin;
  auto draws = sample(prepared.value(), number, result);
  if (!draws) return draws.error();
  rank(draws.value(), truth_of(simulated.value()), number, result);
  return result;
}

Random SbcRunner::random(std::uint32_t number, std::uint64_t use) const {
  return Random({.seed = options_.seed,
                 .chain = number + 1,
                 .purpose = Purpose::kSimulation,
                 .iteration = 0,
                 .element = use});
}

Result<Prepared> SbcRunner::centred(Prepared prepared) const {
  const RunOptions options{.settings = options_.settings, .stop = options_.stop};
  Ready ready = make_ready(std::move(prepared), options);
  const auto again = [&](const Prepared& like, const collapse::PlanOptions& plan) -> Result<Ready> {
    Result<Prepared> other = prepare_again(like, plan);
    if (!other) return other.error();
    return make_ready(std::move(other).value(), options);
  };
  auto choice = choose_centring(ready, options_.plan, again);
  if (!choice) return choice.error();
  return std::move(choice.value() ? choice.value()->ready.prepared : ready.prepared);
}

Result<DrawTable> SbcRunner::sample(const Prepared& prepared, std::uint32_t number,
                                    SbcRun& result) const {
  RunOptions run_options{.settings = options_.settings, .chains = 1, .threads = 1};
  run_options.seed = random(number, 1).bits();
  run_options.stop = options_.stop;
  const double wanted = kWorth * options_.draws;
  for (int chain = 1;; ++chain) {
    run_options.settings.draws = std::int64_t{options_.draws} * result.thin;
    auto run = engine::run(prepared, run_options);
    if (!run) return run.error();
    if (run.value().is_interrupted) return Error{"interrupted", "", {}};
    DrawTable& draws = run.value().chains[0].draws;
    const double ess = least_ess(draws, draws.columns() - prepared.columns.size());
    result.is_correlated = prepared.dimension > 0 && ess < wanted;
    if (!result.is_correlated || result.thin == kMostSbcThin || chain == kMostChains) {
      result.divergences = count_divergences(draws);
      return std::move(draws);
    }
    result.thin = longer(result.thin, ess, wanted);
  }
}

void SbcRunner::rank(const DrawTable& draws, const std::vector<double>& truth, std::uint32_t number,
                     SbcRun& result) const {
  Random ties = random(number, 2);
  const std::size_t first = draws.columns() - truth.size();
  std::vector<double> column(options_.draws);
  for (std::size_t c = 0; c < truth.size(); ++c) {
    for (std::size_t i = 0; i < column.size(); ++i) {
      column[i] = draws.at((i + 1) * result.thin - 1, first + c);
    }
    result.ranks.push_back(output::rank_of(truth[c], column, ties));
    result.is_tied.push_back(std::ranges::all_of(column, [&](double x) { return x == truth[c]; }));
  }
}

}  // namespace autumn::engine
