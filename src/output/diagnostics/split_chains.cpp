// This file computes R-hat and effective sample size of split chains, step by step as in
// posterior's .rhat and .ess.
#include "output/diagnostics/split_chains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "output/diagnostics/moments.h"

namespace autumn::output {
namespace {

// Autocorrelations that Geyer's initial positive sequence keeps; zero beyond. `last` is the last
// even lag looked at.
struct InitialSequence {
  std::vector<double> rho;
  std::size_t last = 0;
};

// Sums of neighbouring autocorrelations are positive for a reversible chain; the first that is not
// is noise.
InitialSequence initial_positive(Autocovariance& acov, std::size_t draws, double mean_var,
                                 double var_plus) {
  const auto rho_at = [&](std::size_t t) { return 1 - (mean_var - acov.up_to(t)[t]) / var_plus; };
  double even = 1;
  double odd = rho_at(1);
  InitialSequence sequence{{even, odd}, 0};
  std::size_t t = 0;
  while (t + 5 < draws && even + odd > 0) {
    t += 2;
    even = rho_at(t);
    odd = rho_at(t + 1);
    const bool is_kept = even + odd >= 0;
    sequence.rho.push_back(is_kept ? even : 0.0);
    sequence.rho.push_back(is_kept ? odd : 0.0);
  }
  if (even > 0) sequence.rho[t] = even;  // improves antithetic chains
  sequence.last = t;
  return sequence;
}

// Those sums also decrease; a rise is noise and is flattened.
void make_monotone(InitialSequence& sequence) {
  std::vector<double>& rho = sequence.rho;
  for (std::size_t t = 2; t + 2 <= sequence.last; t += 2) {
    const double before = rho[t - 2] + rho[t - 1];
    if (rho[t] + rho[t + 1] > before) rho[t] = rho[t + 1] = before / 2;
  }
}

}  // namespace

std::vector<double> split_values(const ChainMatrix& x) {
  const std::size_t half = x.draws() / 2;
  std::vector<double> split;
  split.reserve(2 * half * x.chains);
  for (std::size_t c = 0; c < x.chains; ++c) {
    const std::span<const double> chain = x.chain(c);
    const auto first = chain.first(half);
    const auto second = chain.last(half);
    split.insert(split.end(), first.begin(), first.end());
    split.insert(split.end(), second.begin(), second.end());
  }
  return split;
}

// A difference of a number from itself is 0 unless it is not finite.
bool is_undefined(std::span<const double> values) {
  if (values.empty()) return true;
  constexpr std::size_t kLanes = 4;
  std::array<double, kLanes> low, high, off{};
  low.fill(values[0]);
  high.fill(values[0]);
  const auto look = [&](double v, std::size_t k) {
    low[k] = v < low[k] ? v : low[k];
    high[k] = v > high[k] ? v : high[k];
    off[k] += v - v;
  };
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) look(values[i + k], k);
  }
  for (; i < values.size(); ++i) look(values[i], 0);
  const bool is_finite = (off[0] + off[1]) + (off[2] + off[3]) == 0;
  const double range = std::ranges::max(high) - std::ranges::min(low);
  return !is_finite || range < std::numeric_limits<double>::epsilon();
}

double basic_rhat(const ChainMatrix& split) {
  return is_undefined(split.values) ? kNaN : defined_rhat(split);
}

double defined_rhat(const ChainMatrix& split) {
  const auto n = static_cast<double>(split.draws());
  double within = 0;
  std::vector<double> means;
  for (std::size_t c = 0; c < split.chains; ++c) {
    means.push_back(mean(split.chain(c)));
    within += variance_around(means.back(), split.chain(c));
  }
  within /= static_cast<double>(split.chains);
  const double between = n * variance(means);
  return std::sqrt((between / within + n - 1) / n);
}

double basic_ess(const ChainMatrix& split, Autocovariance& autocovariance) {
  return is_undefined(split.values) ? kNaN : defined_ess(split, autocovariance);
}

double defined_ess(const ChainMatrix& split, Autocovariance& autocovariance) {
  if (split.draws() < 3) return kNaN;
  const auto n = static_cast<double>(split.draws());
  autocovariance.load(split);
  const double mean_var = autocovariance.up_to(0)[0] * n / (n - 1);
  double var_plus = mean_var * (n - 1) / n;
  if (split.chains > 1) var_plus += variance(autocovariance.means());

  InitialSequence sequence = initial_positive(autocovariance, split.draws(), mean_var, var_plus);
  make_monotone(sequence);
  double sum = 0;
  for (std::size_t t = 0; t < sequence.last; ++t) sum += sequence.rho[t];
  // R's rho[1:0] is rho[1]: with five draws per chain or fewer posterior counts lag 0 once more,
  // and so do we.
  if (sequence.last == 0) sum = sequence.rho[0];
  const double tau = -1 + 2 * sum + sequence.rho[sequence.last];
  const double total = n * static_cast<double>(split.chains);
  // An antithetic chain may not claim more than n log10(n): beyond that the estimate is not stable.
  return total / std::max(tau, 1 / std::log10(total));
}

}  // namespace autumn::output
