// This file computes R-hat and effective sample size of split chains, step by step as in
// posterior's .rhat and .ess.
#include "output/diagnostics/split_chains.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers.h"
#include "output/diagnostics/moments.h"

namespace autumn::output {
namespace {

std::vector<double> chain_means(const ChainMatrix& x) {
  std::vector<double> means(x.chains);
  for (std::size_t c = 0; c < x.chains; ++c) means[c] = mean(x.chain(c));
  return means;
}

// Autocorrelations that Geyer's initial positive sequence keeps; zero beyond. `last` is the last
// even lag looked at.
struct InitialSequence {
  std::vector<double> rho;
  std::size_t last = 0;
};

// Sums of neighbouring autocorrelations are positive for a reversible chain; the first that is not
// is noise.
InitialSequence initial_positive(std::span<const double> acov, double mean_var, double var_plus) {
  const auto rho_at = [&](std::size_t t) { return 1 - (mean_var - acov[t]) / var_plus; };
  InitialSequence sequence{std::vector<double>(acov.size(), 0.0), 0};
  double even = 1;
  double odd = rho_at(1);
  sequence.rho[0] = even;
  sequence.rho[1] = odd;
  std::size_t t = 0;
  while (t + 5 < acov.size() && even + odd > 0) {
    t += 2;
    even = rho_at(t);
    odd = rho_at(t + 1);
    if (even + odd >= 0) {
      sequence.rho[t] = even;
      sequence.rho[t + 1] = odd;
    }
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

bool is_undefined(std::span<const double> values) {
  if (values.empty()) return true;
  double low = values[0];
  double high = values[0];
  bool finite = true;
  for (const double v : values) {
    finite = finite && std::isfinite(v);
    low = std::min(low, v);
    high = std::max(high, v);
  }
  return !finite || high - low < std::numeric_limits<double>::epsilon();
}

double basic_rhat(const ChainMatrix& split) {
  if (is_undefined(split.values)) return kNaN;
  const auto n = static_cast<double>(split.draws());
  double within = 0;
  for (std::size_t c = 0; c < split.chains; ++c) within += variance(split.chain(c));
  within /= static_cast<double>(split.chains);
  const double between = n * variance(chain_means(split));
  return std::sqrt((between / within + n - 1) / n);
}

double basic_ess(const ChainMatrix& split, Autocovariance& autocovariance) {
  if (split.draws() < 3 || is_undefined(split.values)) return kNaN;
  const auto n = static_cast<double>(split.draws());
  const std::span<const double> acov = autocovariance.mean_over_chains(split);
  const double mean_var = acov[0] * n / (n - 1);
  double var_plus = mean_var * (n - 1) / n;
  if (split.chains > 1) var_plus += variance(chain_means(split));

  InitialSequence sequence = initial_positive(acov, mean_var, var_plus);
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
