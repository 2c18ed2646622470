// This file makes the warnings about a run, from the sampler's statistics and the summary.
#include "output/report/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/display_name.h"
#include "base/words.h"

namespace autumn::output {
namespace {

constexpr std::size_t kNamesShown = 5;

// "a, b, c and 4 more"
std::string listed(std::span<const std::string> names) {
  const std::size_t shown = std::min(names.size(), kNamesShown);
  std::string text = fmt::format("{}", fmt::join(names.first(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

struct Variables {
  std::vector<std::string> names;  // worst first
  double worst = 0;
};

// Variables whose badness is above the limit, worst first. NaN is never above.
template <typename Badness>
Variables variables_above(const Summary& summary, double limit, Badness badness) {
  std::vector<const VariableSummary*> bad;
  for (const VariableSummary& v : summary.variables)
    if (badness(v) > limit) bad.push_back(&v);
  std::stable_sort(bad.begin(), bad.end(),
                   [&](const auto* a, const auto* b) { return badness(*a) > badness(*b); });
  Variables result;
  for (const VariableSummary* v : bad) result.names.push_back(display_name(v->name));
  if (!bad.empty()) result.worst = badness(*bad.front());
  return result;
}

std::size_t total(std::span<const ChainStatistics> chains, std::size_t ChainStatistics::* field) {
  return std::accumulate(chains.begin(), chains.end(), std::size_t{0},
                         [&](std::size_t sum, const auto& chain) { return sum + chain.*field; });
}

// Two digits as people write them, three just below 100, so that nothing but all is 100.
std::string percentage(double share) {
  const double percent = 100 * share;
  if (percent < 0.01) return "less than 0.01";
  if (percent < 10) return fmt::format("{:.2g}", percent);
  if (percent <= 99 || percent == 100) return fmt::format("{:.0f}", percent);
  return fmt::format("{:.1f}", std::floor(10 * percent) / 10);
}

std::string share_of_draws(std::size_t count, std::span<const ChainStatistics> chains) {
  const std::size_t draws = total(chains, &ChainStatistics::draws);
  return fmt::format("{} of {} ({}%)", count, counted(draws, "draw"),
                     percentage(static_cast<double>(count) / static_cast<double>(draws)));
}

std::optional<Warning> divergences(std::span<const ChainStatistics> chains) {
  const std::size_t count = total(chains, &ChainStatistics::divergences);
  if (count == 0) return std::nullopt;
  return Warning{
      WarningKind::kDivergences, share_of_draws(count, chains) + " ended in a divergence.",
      "The sampler cannot follow the density there, so a part of the posterior may be missing.",
      "Try a higher --adapt-delta (0.95 or 0.99), tighter priors on scales, or a non-centred "
      "model."};
}

std::optional<Warning> max_treedepth(std::span<const ChainStatistics> chains, int max_depth) {
  const std::size_t count = total(chains, &ChainStatistics::max_treedepth_hits);
  if (count == 0) return std::nullopt;
  return Warning{
      WarningKind::kMaxTreedepth,
      fmt::format("{} reached the maximum tree depth of {}.", share_of_draws(count, chains),
                  max_depth),
      "The trajectories were cut short: the draws are valid but slow to become independent.",
      "Try rescaling the parameters, --metric dense_e, or a larger --max-depth."};
}

std::optional<Warning> low_energy_fraction(std::span<const ChainStatistics> chains, double limit) {
  std::vector<std::string> bad;
  for (std::size_t c = 0; c < chains.size(); ++c)
    if (chains[c].ebfmi < limit) bad.push_back(fmt::format("{} ({:.2f})", c + 1, chains[c].ebfmi));
  if (bad.empty()) return std::nullopt;
  return Warning{WarningKind::kLowEnergyFraction,
                 fmt::format("E-BFMI is below {} in {} {}.", limit, noun_for(bad.size(), "chain"),
                             listed(bad)),
                 "The energy moves too slowly: the tails of the posterior are poorly explored.",
                 "Try a non-centred model, or transform parameters with heavy tails."};
}

std::optional<Warning> high_rhat(const Summary& summary, double limit) {
  const Variables bad =
      variables_above(summary, limit, [](const VariableSummary& v) { return v.rhat; });
  if (bad.names.empty()) return std::nullopt;
  const bool is_alone = summary.chains == 1;
  return Warning{WarningKind::kHighRhat,
                 fmt::format("R-hat is above {} for {} (worst {:.3g}): {}.", limit,
                             counted(bad.names.size(), "variable"), bad.worst, listed(bad.names)),
                 fmt::format("The {} do not agree with each other, so these estimates cannot be "
                             "trusted.",
                             is_alone ? "first and the second half of the chain" : "chains"),
                 fmt::format("Try more warm-up and draws{}; if it stays, look for a model with "
                             "several modes or parameters that are not identified.",
                             is_alone ? ", and several chains" : "")};
}

std::optional<Warning> low_ess(const Summary& summary, double per_chain, WarningKind kind) {
  const bool bulk = kind == WarningKind::kLowBulkEss;
  const double needed = per_chain * static_cast<double>(summary.chains);
  const Variables bad = variables_above(summary, -needed, [&](const VariableSummary& v) {
    return -(bulk ? v.ess_bulk : v.ess_tail);
  });
  if (bad.names.empty()) return std::nullopt;
  return Warning{
      kind,
      fmt::format("{} ESS is below {:.0f} for {} (lowest {:.0f}): {}.", bulk ? "Bulk" : "Tail",
                  needed, counted(bad.names.size(), "variable"), -bad.worst, listed(bad.names)),
      bulk ? "Too few independent draws: means, medians and R-hat itself are not reliable."
           : "Too few independent draws in the tails: the 5% and 95% quantiles are not reliable.",
      "Try more draws; if other warnings are shown, attend to them first."};
}

std::optional<Warning> non_finite_draws(const Summary& summary) {
  const Variables bad = variables_above(
      summary, 0, [](const VariableSummary& v) { return std::isfinite(v.mean) ? 0.0 : 1.0; });
  if (summary.draws_per_chain == 0 || bad.names.empty()) return std::nullopt;
  return Warning{WarningKind::kNonFiniteDraws,
                 fmt::format("Some draws of {} are not finite: {}.",
                             counted(bad.names.size(), "variable"), listed(bad.names)),
                 "Their means and diagnostics cannot be computed.",
                 "Look for a division by zero, a logarithm of zero or an overflow in the model."};
}

}  // namespace

std::vector<Warning> find_warnings(const RunEvidence& run, const WarningLimits& limits) {
  std::vector<Warning> warnings;
  const auto add = [&](std::optional<Warning> warning) {
    if (warning) warnings.push_back(*std::move(warning));
  };
  add(divergences(run.chains));
  add(max_treedepth(run.chains, run.max_depth));
  add(low_energy_fraction(run.chains, limits.ebfmi));
  add(high_rhat(run.summary, limits.rhat));
  add(low_ess(run.summary, limits.ess_per_chain, WarningKind::kLowBulkEss));
  add(low_ess(run.summary, limits.ess_per_chain, WarningKind::kLowTailEss));
  add(non_finite_draws(run.summary));
  return warnings;
}

std::optional<Warning> find_run_away(const Summary& summary,
                                     std::span<const std::string> parameters) {
  constexpr double kNothing = 1e-14;
  constexpr double kEverything = 1e14;
  std::vector<std::string> bad;
  for (const VariableSummary& v : summary.variables) {
    const double least = std::min(std::abs(v.q5), std::abs(v.q95));
    const double most = std::max(std::abs(v.q5), std::abs(v.q95));
    const bool is_away = (most > 0.0 && most < kNothing) || least > kEverything;
    if (is_away && std::ranges::find(parameters, v.name) != parameters.end()) bad.push_back(v.name);
  }
  if (bad.empty()) return std::nullopt;
  return Warning{
      .kind = WarningKind::kRunsAway,
      .finding = fmt::format("The draws of {} are below {:g} or above {:g} in size: {}.",
                             counted(bad.size(), "parameter"), kNothing, kEverything, listed(bad)),
      .meaning =
          "The density grows towards an end of their range, and may have no finite integral.",
      .advice =
          "Look for data that do not vary (a scale is 0 then), and try a prior with less mass "
          "at that end."};
}

std::string to_text(std::span<const Warning> warnings) {
  std::string text;
  for (const Warning& w : warnings) {
    if (!text.empty()) text += "\n";
    text += fmt::format("Warning: {}\n  {}\n  {}\n", w.finding, w.meaning, w.advice);
  }
  return text;
}

}  // namespace autumn::output
