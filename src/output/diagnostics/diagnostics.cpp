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

// Of scores and indicators, which are finite, and never nearly the same. Mostly the first two tell.
bool is_constant(std::span<const double> values) {
  return std::ranges::adjacent_find(values, std::ranges::not_equal_to()) == values.end();
}

// Propagates NaN, unlike std::min and std::max.
double nan_or(double a, double b, double result) {
  return std::isnan(a) || std::isnan(b) ? kNaN : result;
}

}  // namespace

Diagnoser::Diagnoser(std::size_t chains, std::size_t draws, std::span<const double> percentiles)
    : chains_(chains),
      draws_(draws),
      half_(draws / 2),
      autocovariance_(draws / 2),
      score_of_half_rank_(blom_scores(2 * chains * (draws / 2))),
      place_in_split_(places_in_split(chains, draws)),
      folded_(chains * draws),
      sorted_(chains * draws),
      buffer_(2 * chains * (draws / 2)),
      percentiles_(percentiles.begin(), percentiles.end()) {
  AUTUMN_CHECK(chains * draws < kDropped, "draws of a variable are counted in 32 bits");
}

// |x - median| in ascending order: rounding keeps the order on either side of the median, so the
// farthest value is always at one of the two ends of what is left, the nearest beside the median,
// and no second sort is needed. Both are taken in turns, because each has to wait for the one
// before; of two that are equally far the one to the left counts as nearer.
void Diagnoser::fold(std::span<const Ranked> ascending, double median) {
  std::size_t left = 0, right = ascending.size();
  const auto above = std::ranges::lower_bound(ascending, median, {}, &Ranked::value);
  std::size_t next = static_cast<std::size_t>(above - ascending.begin());  // to the right
  std::size_t before = next;                                               // to the left of it
  for (std::size_t near = 0, far = ascending.size(); near < far;) {
    const bool is_left = median - ascending[left].value > ascending[right - 1].value - median;
    const Ranked& farthest = ascending[is_left ? left : right - 1];
    folded_[--far] = {std::abs(farthest.value - median), farthest.index};
    left += is_left ? 1 : 0;
    right -= is_left ? 0 : 1;
    if (near == far) return;
    const bool is_before =
        next == ascending.size() ||
        (before > 0 && median - ascending[before - 1].value <= ascending[next].value - median);
    const Ranked& nearest = ascending[is_before ? before - 1 : next];
    folded_[near++] = {std::abs(nearest.value - median), nearest.index};
    before -= is_before ? 1 : 0;
    next += is_before ? 0 : 1;
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

// The halves of every chain, with a function of their values.
template <typename Function>
ChainMatrix Diagnoser::split(const ChainMatrix& x, Function f) {
  for (std::size_t c = 0; c < chains_; ++c) {
    const std::span<const double> chain = x.chain(c);
    double* into = buffer_.data() + 2 * c * half_;
    for (std::size_t i = 0; i < half_; ++i) into[i] = f(chain[i]);
    for (std::size_t i = 0; i < half_; ++i) into[half_ + i] = f(chain[draws_ - half_ + i]);
  }
  return {buffer_, 2 * chains_};
}

double Diagnoser::ess_below(const ChainMatrix& x, double limit) {
  const ChainMatrix below = split(x, [limit](double v) { return v <= limit ? 1.0 : 0.0; });
  return is_constant(below.values) ? kNaN : defined_ess(below, autocovariance_);
}

VariableSummary Diagnoser::summarise(const ChainMatrix& x) {
  AUTUMN_CHECK(x.chains == chains_ && x.values.size() == chains_ * draws_,
               "the draws have the size the diagnoser was made for");
  VariableSummary s{{}, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  s.percentiles.assign(percentiles_.size(), kNaN);
  if (x.values.empty() || has_nan(x.values)) return s;
  s.mean = mean(x.values);
  s.sd = std::sqrt(variance_around(s.mean, x.values));
  const std::span<const Ranked> ascending = order_.sort(x.values);
  for (std::size_t i = 0; i < ascending.size(); ++i) sorted_[i] = ascending[i].value;
  s.q5 = quantile_of_sorted(sorted_, 0.05);
  s.q50 = quantile_of_sorted(sorted_, 0.5);
  s.q95 = quantile_of_sorted(sorted_, 0.95);
  for (std::size_t k = 0; k < percentiles_.size(); ++k) {
    s.percentiles[k] = quantile_of_sorted(sorted_, percentiles_[k] / 100.0);
  }
  if (half_ == 0) return s;

  const ChainMatrix bulk = normal_scores(ascending);
  const bool is_flat = is_constant(bulk.values);
  const double rhat_bulk = is_flat ? kNaN : defined_rhat(bulk);
  s.ess_bulk = is_flat ? kNaN : defined_ess(bulk, autocovariance_);
  if (std::isfinite(s.q50)) {
    fold(ascending, s.q50);
    const ChainMatrix tails = normal_scores(folded_);
    const double rhat_folded = is_constant(tails.values) ? kNaN : defined_rhat(tails);
    s.rhat = nan_or(rhat_bulk, rhat_folded, std::max(rhat_bulk, rhat_folded));
  }
  if (is_undefined(x.values)) return s;
  const double tail5 = ess_below(x, s.q5);
  const double tail95 = ess_below(x, s.q95);
  s.ess_tail = nan_or(tail5, tail95, std::min(tail5, tail95));
  s.mcse = s.sd / std::sqrt(basic_ess(split(x, [](double v) { return v; }), autocovariance_));
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
