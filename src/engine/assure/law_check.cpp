// This file finds the points at which a run checks the collapse law: an initial one, a pilot's,
// and draws of all chains in turn.
#include "engine/assure/law_check.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "engine/assure/kept_values.h"
#include "engine/evaluated_density.h"

namespace autumn::engine {
namespace {

using expr::Array;
using recover::Law;
using recover::Verdict;

constexpr std::size_t kMostPoints = 3;
// One law against one gradient, by operation: the interpreter is slower than the evaluator, and it
// looks at every node anew, be it of one number or of many.
constexpr double kCostOfInterpreter = 10.0;
constexpr double kCostOfNode = 50.0;
constexpr double kGradientsPerIteration = 8.0;
constexpr double kShareOfRun = 0.003;

double iterations_of(const sampler::Settings& settings) {
  return static_cast<double>(settings.warmup + settings.draws * settings.thin.transitions());
}

recover::LawSubject subject_of(const Prepared& prepared) {
  return {*prepared.written, prepared.sampled, prepared.recovery.source};
}

// Keeps the positions of a chain.
class Positions final : public sampler::ChainObserver {
 public:
  void on_adapted(const sampler::Adapted&) override {}
  void on_draw(const sampler::Draw& draw) override {
    points.emplace_back(draw.position.begin(), draw.position.end());
  }
  [[nodiscard]] bool on_iteration(sampler::Phase, std::int64_t) override { return true; }

  std::vector<std::vector<double>> points;
};

// A chain of its own number, with short trajectories, and not many: about a hundredth of what one
// chain of the run will do.
std::vector<std::vector<double>> pilot(const Prepared& prepared, const RunOptions& options) {
  constexpr double kOneIn = 200.0;
  constexpr double kMostIterations = 20.0;
  sampler::Settings settings = options.settings;
  settings.algorithm = sampler::Algorithm::nuts;
  settings.warmup = static_cast<std::int64_t>(
      std::min(kMostIterations, std::ceil(iterations_of(options.settings) / kOneIn)));
  settings.draws = 0;
  settings.thin = 1;
  settings.save_warmup = true;
  settings.stops_when_settled = false;
  settings.jumps = false;
  settings.max_depth = 2;
  EvaluatedDensity density(prepared);
  Positions positions;
  const sampler::ChainKey key{options.seed, 0};  // chains count from 1
  // A pilot that finds no initial point has nothing to show; the run will say so.
  (void)sampler::run_chain(density, settings, key, options.initial, positions);
  return std::move(positions.points);
}

// Anywhere chains may begin, whether or not they could.
std::vector<double> initial_point_of(const Prepared& prepared, const RunOptions& options) {
  Random random(
      {.seed = options.seed, .chain = 0, .purpose = Purpose::kInitialPoint, .iteration = 1});
  std::vector<double> point = options.initial;
  point.resize(prepared.dimension, std::nan(""));
  for (double& x : point) {
    const double drawn = options.settings.initial_radius * (2.0 * random.uniform() - 1.0);
    if (std::isnan(x)) x = drawn;
  }
  return point;
}

// The variables of a saved draw.
std::vector<Array> values_in(const Prepared& prepared, const DrawTable& draws, std::size_t row,
                             std::size_t first_column) {
  std::vector<Array> values;
  std::size_t column = first_column;
  for (const model::Variable& variable : prepared.compressed.variables) {
    Array value{prepared.compressed.graph.shape(variable.node), {}};
    const auto numbers = draws.row(row).subspan(column, value.shape.size());
    value.numbers.assign(numbers.begin(), numbers.end());
    column += value.shape.size();
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace

LawPoints law_points(const Prepared& prepared, const RunOptions& options) {
  if (prepared.plan.is_empty()) return {};
  const double run = iterations_of(options.settings) * kGradientsPerIteration *
                     std::max(prepared.plan.cost_after, 1.0);
  const double nodes =
      static_cast<double>(prepared.written->graph.size() + prepared.sampled.graph.size());
  const double law = kCostOfInterpreter * (prepared.plan.cost_before + prepared.plan.cost_after) +
                     kCostOfNode * nodes;
  const auto affordable = static_cast<std::size_t>(
      std::clamp(kShareOfRun * run / law, 1.0, static_cast<double>(kMostPoints)));
  return {affordable, affordable};
}

std::optional<Law> broken_before(const Prepared& prepared, const RunOptions& options) {
  const std::size_t count = law_points(prepared, options).before;
  if (count == 0) return std::nullopt;
  const recover::CollapseLaw law_of(subject_of(prepared));
  std::vector<std::vector<double>> points{initial_point_of(prepared, options)};
  if (count > 1 && prepared.dimension > 0) {
    std::vector<std::vector<double>> found = pilot(prepared, options);
    if (!found.empty()) points.push_back(std::move(found.back()));
    if (found.size() > 2) points.push_back(std::move(found[found.size() / 2]));
  }
  for (std::uint64_t trial = 0; trial < points.size(); ++trial) {
    const Law law = law_of.at_kept(kept_values(prepared, points[trial]), trial);
    if (law.verdict == Verdict::kFails) return law;
  }
  return std::nullopt;
}

std::optional<Law> broken_after(const Prepared& prepared, const RunOptions& options,
                                const Run& run) {
  const std::size_t count = law_points(prepared, options).after;
  if (count == 0 || run.chains.empty()) return std::nullopt;
  const recover::CollapseLaw law_of(subject_of(prepared));
  const std::size_t first_column = sampler_columns(options).size();
  for (std::size_t k = 0; k < count; ++k) {
    const DrawTable& draws = run.chains[k % run.chains.size()].draws;
    // What was read from a file has its digits only.
    const std::size_t read = run.chains[k % run.chains.size()].draws_read;
    if (draws.rows() == read) continue;
    const std::size_t row = read + (k + 1) * (draws.rows() - read) / (count + 1);
    const Law law = law_of.at_draw(values_in(prepared, draws, row, first_column), k);
    if (law.verdict == Verdict::kFails) return law;
  }
  return std::nullopt;
}

}  // namespace autumn::engine
