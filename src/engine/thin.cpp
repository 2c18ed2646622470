// This file picks the number for `--thin auto`: from counts to costs, and from costs and
// autocorrelation to a number.
#include "engine/thin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/words.h"
#include "engine/centring/centred.h"
#include "engine/run.h"
#include "evaluate/cost.h"
#include "output/diagnostics/diagnostics.h"
#include "sample/jumps/gain.h"

namespace autumn::engine {
namespace {

// Nanoseconds on one core of an EPYC of 2023. Only their ratios matter.
constexpr double kPerTransition = 200.0;
constexpr double kPerCoordinate = 8.0;  // of a leapfrog step
constexpr double kPerRow = 200.0;
constexpr double kPerRecovered = 15.0;
constexpr double kPerRecoveredInBlock = 12.0;
constexpr double kPerNumberKept = 2.0;
constexpr double kPerNumberAsText = 45.0;
constexpr double kPerTraced = 15.0;  // quantity
constexpr double kPerInterpreted = 200.0;

// What a value alone costs of a gradient.
constexpr double kValueOfGradient = 0.4;

// Shorter records say nothing.
constexpr std::int64_t kShortest = 50;
constexpr std::int64_t kMostThin = 1000;
constexpr double kNearlyBest = 0.98;

double count(std::size_t n) {
  return static_cast<double>(n);
}

double cost_of_recovery(const Prepared& prepared) {
  double cost = 0.0;
  for (const collapse::Step& step : prepared.plan.steps) {
    const bool is_in_block = step.rule.kind == collapse::RuleKind::kGaussian;
    cost += (is_in_block ? kPerRecoveredInBlock : kPerRecovered) * count(step.elements.size());
  }
  for (const collapse::BlockSummary& block : prepared.plan.blocks) {
    cost += block.draw_nanoseconds;
  }
  return cost;
}

double efficiency(double r, std::int64_t thin) {
  const double power = std::pow(r, static_cast<double>(thin));
  return (1.0 - power) / (1.0 + power);
}

double cost_of_quantities(const Quantities& quantities) {
  double cost = 0.0;
  for (const trace::GeneratedVariable& variable : quantities.program.made) {
    cost += kPerInterpreted * count(trace::size_of(variable.dims));
  }
  if (!quantities.graph) return cost;
  for (const std::size_t k : quantities.graph->variables) {
    cost -= (kPerInterpreted - kPerTraced) * count(trace::size_of(quantities.program.made[k].dims));
  }
  return cost;
}

}  // namespace

void DrawCosts::visit_fields(sampler::Fields& fields) {
  auto& [of_transition, of_row] = *this;
  fields("transition", of_transition);
  fields("row", of_row);
}

void ThinChoice::visit_fields(sampler::Fields& fields) {
  auto& [transitions, time, all_costs] = *this;
  fields("thin", transitions);
  fields("autocorrelation_time", time);
  fields("costs", all_costs);
}

double gradient_nanoseconds(const Prepared& prepared) {
  const auto& density = prepared.centred ? prepared.centred->density : prepared.density;
  return evaluate::nanoseconds(density) + kPerCoordinate * count(prepared.dimension);
}

DrawCosts estimate_costs(const Prepared& prepared, const RunOptions& options,
                         double gradients_per_transition) {
  const double gradient = gradient_nanoseconds(prepared);
  const bool is_text = options.files && options.files->format == output::Format::kCsv;
  const double per_column = kPerNumberKept + (is_text ? kPerNumberAsText : 0.0);
  return {.transition = kPerTransition + gradients_per_transition * gradient,
          .row = kPerRow + cost_of_recovery(prepared) + cost_of_quantities(prepared.generated) +
                 per_column * count(prepared.columns.size())};
}

std::optional<double> log_density_time(const sampler::WarmupRecord& record) {
  if (record.iterations < kShortest) return std::nullopt;
  return count(record.log_densities.size()) / output::ess_mean({record.log_densities, 1});
}

std::optional<double> autocorrelation_time(const sampler::WarmupRecord& record) {
  if (record.iterations < kShortest) return std::nullopt;
  const auto n = static_cast<std::size_t>(record.iterations);
  std::vector<double> series(n);
  double longest = 1.0;
  for (std::size_t q = 0; q < record.quantities; ++q) {
    for (std::size_t i = 0; i < n; ++i) series[i] = record.values[i * record.quantities + q];
    const double time = count(n) / output::ess_mean({series, 1});
    if (std::isfinite(time)) longest = std::max(longest, time);
  }
  return longest;
}

std::int64_t best_thin(double time, const DrawCosts& costs) {
  const double r = (time - 1.0) / (time + 1.0);
  if (!(r > 0.0)) return 1;
  const auto rate = [&](std::int64_t thin) {
    return efficiency(r, thin) / (static_cast<double>(thin) * costs.transition + costs.row);
  };
  double best = 0.0;
  for (std::int64_t k = 1; k <= kMostThin; ++k) best = std::max(best, rate(k));
  std::int64_t thin = 1;
  while (rate(thin) < kNearlyBest * best) ++thin;
  return thin;
}

ThinChoice choose_thin(const Prepared& prepared, const RunOptions& options,
                       const sampler::WarmupRecord& record) {
  const double gradients = static_cast<double>(record.gradients) /
                           static_cast<double>(std::max<std::int64_t>(record.walks, 1));
  const bool jumps = record.jump_acceptance > 0.0;
  ThinChoice choice;
  choice.autocorrelation_time = autocorrelation_time(record);
  const bool is_walk_rare = record.iterations_per_walk > 1;
  if (choice.autocorrelation_time && jumps) {
    // Where NUTS is rare, only jumps move the chain, and the record may be of such iterations.
    choice.autocorrelation_time =
        is_walk_rare
            ? sampler::time_of_jumps(record.jump_acceptance, record.jumps_per_iteration)
            : sampler::time_with_jumps(*choice.autocorrelation_time, record.jump_acceptance);
  }
  const double per_jump = is_walk_rare ? kValueOfGradient : 1.0;
  choice.costs = estimate_costs(prepared, options,
                                gradients / static_cast<double>(record.iterations_per_walk) +
                                    (jumps ? per_jump * record.jumps_per_iteration : 0.0));
  choice.thin = best_thin(choice.autocorrelation_time.value_or(1.0), choice.costs);
  return choice;
}

std::string to_text(const ThinChoice& choice) {
  if (!choice.autocorrelation_time) {
    return "Thinning: 1 transition per saved draw, because warm-up was too short to choose.";
  }
  return fmt::format(
      "Thinning: {} per saved draw (about {:.2g} us per transition, {:.2g} us per "
      "saved draw, {:.1f} transitions per effective draw); --thin {} gives the same draws.",
      counted(choice.thin, "transition"), 1e-3 * choice.costs.transition, 1e-3 * choice.costs.row,
      *choice.autocorrelation_time, choice.thin);
}

}  // namespace autumn::engine
