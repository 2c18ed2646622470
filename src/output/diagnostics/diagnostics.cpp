// This file computes convergence diagnostics and standard errors, as the R package `posterior`
// defines them.
#include "output/diagnostics/diagnostics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/numbers.h"
#include "output/diagnostics/beta_quantile.h"
#include "output/diagnostics/moments.h"
#include "output/diagnostics/normal_quantile.h"
#include "output/diagnostics/split_chains.h"

namespace autumn::output {
namespace {

constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();

bool has_nan(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); });
}

// Blom's scores: the normal quantile of (r - 3/8) / (S + 1/4). Ties have half-integer ranks, hence
// half steps.
std::vector<double> blom_scores(std::size_t count) {
  std::vector<double> scores(2 * count + 1, kNaN);
  const auto s = static_cast<double>(count);
  for (std::size_t k = 2; k < scores.size(); ++k)
    scores[k] = normal_quantile((0.5 * static_cast<double>(k) - 0.375) / (s - 0.75 + 1));
  return scores;
}

std::vector<std::uint32_t> places_in_split(std::size_t chains, std::size_t draws) {
  const std::size_t half = draws / 2;
  std::vector<std::uint32_t> places(chains * draws, kDropped);
  for (std::size_t c = 0; c < chains; ++c) {
    for (std::size_t i = 0; i < half; ++i) {
      places[c * draws + i] = static_cast<std::uint32_t>(2 * c * half + i);
      places[(c + 1) * draws - half + i] = static_cast<std::uint32_t>((2 * c + 1) * half + i);
    }
  }
  return places;
}

// Propagates NaN, unlike std::min and std::max.
double nan_or(double a, double b, double result) {
  return std::isnan(a) || std::isnan(b) ? kNaN : result;
}

}  // namespace

Diagnoser::Diagnoser(std::size_t chains, std::size_t draws)
    : chains_(chains),
      draws_(draws),
      half_(draws / 2),
      autocovariance_(draws / 2),
      score_of_half_rank_(blom_scores(2 * chains * (draws / 2))),
      place_in_split_(places_in_split(chains, draws)),
      ascending_(chains * draws),
      folded_(chains * draws),
      sorted_(chains * draws),
      buffer_(2 * chains * (draws / 2)) {
  AUTUMN_CHECK(chains * draws < kDropped, "draws of a variable are counted in 32 bits");
}

void Diagnoser::sort(std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    ascending_[i] = {values[i], static_cast<std::uint32_t>(i)};
  std::sort(ascending_.begin(), ascending_.end(),
            [](const Ranked& a, const Ranked& b) { return a.value < b.value; });
  for (std::size_t i = 0; i < values.size(); ++i) sorted_[i] = ascending_[i].value;
}

// |x - median| in ascending order: rounding keeps the order on either side of the median, so the
// farthest value is always at one of the two ends of what is left, and no second sort is needed.
void Diagnoser::fold(double median) {
  std::size_t left = 0;
  std::size_t right = ascending_.size();
  for (std::size_t k = ascending_.size(); k-- > 0;) {
    const double from_left = std::abs(ascending_[left].value - median);
    const double from_right = std::abs(ascending_[right - 1].value - median);
    folded_[k] = from_left > from_right ? Ranked{from_left, ascending_[left++].index}
                                        : Ranked{from_right, ascending_[--right].index};
  }
}

ChainMatrix Diagnoser::normal_scores(std::span<const Ranked> ascending) {
  std::size_t below_count = 0;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t end = i;
    std::size_t ties = 0;
    for (; end < ascending.size() && ascending[end].value == ascending[i].value; ++end)
      ties += place_in_split_[ascending[end].index] != kDropped ? 1 : 0;
    const double score = ties == 0 ? kNaN : score_of_half_rank_[2 * below_count + ties + 1];
    for (; i < end; ++i) {
      const std::uint32_t place = place_in_split_[ascending[i].index];
      if (place != kDropped) buffer_[place] = score;
    }
    below_count += ties;
  }
  return {buffer_, 2 * chains_};
}

ChainMatrix Diagnoser::below(const ChainMatrix& x, double limit) {
  for (std::size_t i = 0; i < x.values.size(); ++i)
    if (place_in_split_[i] != kDropped) buffer_[place_in_split_[i]] = x.values[i] <= limit ? 1 : 0;
  return {buffer_, 2 * chains_};
}

ChainMatrix Diagnoser::split(const ChainMatrix& x) {
  for (std::size_t i = 0; i < x.values.size(); ++i)
    if (place_in_split_[i] != kDropped) buffer_[place_in_split_[i]] = x.values[i];
  return {buffer_, 2 * chains_};
}

VariableSummary Diagnoser::summarise(const ChainMatrix& x) {
  AUTUMN_CHECK(x.chains == chains_ && x.values.size() == chains_ * draws_,
               "the draws have the size the diagnoser was made for");
  VariableSummary s{{}, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  if (x.values.empty() || has_nan(x.values)) return s;
  s.mean = mean(x.values);
  s.sd = std::sqrt(variance(x.values));
  sort(x.values);
  s.q5 = quantile_of_sorted(sorted_, 0.05);
  s.q50 = quantile_of_sorted(sorted_, 0.5);
  s.q95 = quantile_of_sorted(sorted_, 0.95);
  if (half_ == 0) return s;

  const ChainMatrix bulk = normal_scores(ascending_);
  const double rhat_bulk = basic_rhat(bulk);
  s.ess_bulk = basic_ess(bulk, autocovariance_);
  if (std::isfinite(s.q50)) {
    fold(s.q50);
    const double rhat_folded = basic_rhat(normal_scores(folded_));
    s.rhat = nan_or(rhat_bulk, rhat_folded, std::max(rhat_bulk, rhat_folded));
  }
  if (is_undefined(x.values)) return s;
  const double tail5 = basic_ess(below(x, s.q5), autocovariance_);
  const double tail95 = basic_ess(below(x, s.q95), autocovariance_);
  s.ess_tail = nan_or(tail5, tail95, std::min(tail5, tail95));
  s.mcse = s.sd / std::sqrt(basic_ess(split(x), autocovariance_));
  return s;
}

double rhat(const ChainMatrix& x) {
  return Diagnoser(x.chains, x.draws()).summarise(x).rhat;
}

double ess_bulk(const ChainMatrix& x) {
  return Diagnoser(x.chains, x.draws()).summarise(x).ess_bulk;
}

double ess_tail(const ChainMatrix& x) {
  return Diagnoser(x.chains, x.draws()).summarise(x).ess_tail;
}

double ess_mean(const ChainMatrix& x) {
  Autocovariance autocovariance(x.draws() / 2);
  return basic_ess({split_values(x), 2 * x.chains}, autocovariance);
}

double ess_sd(const ChainMatrix& x) {
  std::vector<double> distance(x.values.begin(), x.values.end());
  const double centre = mean(x.values);
  for (double& v : distance) v = std::abs(v - centre);
  return ess_mean({distance, x.chains});
}

double ess_quantile(const ChainMatrix& x, double probability) {
  if (is_undefined(x.values)) return kNaN;
  std::vector<double> values(x.values.begin(), x.values.end());
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const double limit = quantile_of_sorted(values, probability == 1 ? (n - 0.5) / n : probability);
  std::transform(x.values.begin(), x.values.end(), values.begin(),
                 [&](double v) { return v <= limit ? 1.0 : 0.0; });
  return ess_mean({values, x.chains});
}

double mcse_mean(const ChainMatrix& x) {
  return std::sqrt(variance(x.values)) / std::sqrt(ess_mean(x));
}

double mcse_sd(const ChainMatrix& x) {
  std::vector<double> squares(x.values.begin(), x.values.end());
  const double centre = mean(x.values);
  for (double& v : squares) v = (v - centre) * (v - centre);
  std::vector<double> fourths = squares;
  for (double& v : fourths) v *= v;
  const double var = mean(squares);
  // Delta method: Var(sd) = Var(sd^2) / (4 sd^2).
  const double var_of_var = (mean(fourths) - var * var) / ess_mean({squares, x.chains});
  return std::sqrt(var_of_var / var / 4);
}

double mcse_quantile(const ChainMatrix& x, double probability) {
  const double ess = ess_quantile(x, probability);
  if (std::isnan(ess)) return kNaN;
  std::vector<double> sorted(x.values.begin(), x.values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  // Half the width of the central 68% interval of the quantile's position, read off the order
  // statistics.
  const double a = ess * probability + 1;
  const double b = ess * (1 - probability) + 1;
  const double low = std::max(std::floor(beta_quantile(0.1586553, a, b) * n), 1.0);
  const double high = std::min(std::ceil(beta_quantile(0.8413447, a, b) * n), n);
  return (sorted[static_cast<std::size_t>(high) - 1] - sorted[static_cast<std::size_t>(low) - 1]) /
         2;
}

double ebfmi(std::span<const double> energy) {
  if (energy.size() < 2) return kNaN;
  double steps = 0;
  for (std::size_t i = 1; i < energy.size(); ++i)
    steps += (energy[i] - energy[i - 1]) * (energy[i] - energy[i - 1]);
  const double var = variance(energy);
  return var > 0 ? steps / static_cast<double>(energy.size()) / var : kNaN;
}

}  // namespace autumn::output
