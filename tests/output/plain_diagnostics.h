// This header has the diagnostics as plain formulas, step by step and without thought of speed, for
// comparison with those of the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "output/diagnostics/chain_matrix.h"
#include "output/diagnostics/diagnostics.h"
#include "output/diagnostics/normal_quantile.h"

namespace autumn::output::plain {

using Chains = std::vector<std::vector<double>>;

inline double mean(const std::vector<double>& x) {
  long double sum = 0;
  for (const double v : x) sum += v;
  return static_cast<double>(sum / static_cast<long double>(x.size()));
}

inline double variance(const std::vector<double>& x) {
  const double centre = mean(x);
  long double sum = 0;
  for (const double v : x) sum += (v - centre) * (v - centre);
  return static_cast<double>(sum / static_cast<long double>(x.size() - 1));
}

// As R's quantile() has it.
inline double quantile(std::vector<double> x, double p) {
  std::sort(x.begin(), x.end());
  const double index = static_cast<double>(x.size() - 1) * p;
  const auto low = static_cast<std::size_t>(std::floor(index));
  const auto high = static_cast<std::size_t>(std::ceil(index));
  const double h = index - static_cast<double>(low);
  if (h <= 0 || x[low] == x[high]) return x[low];
  return (1 - h) * x[low] + h * x[high];
}

inline std::vector<double> all(const Chains& x) {
  std::vector<double> values;
  for (const auto& chain : x) values.insert(values.end(), chain.begin(), chain.end());
  return values;
}

inline Chains split(const ChainMatrix& x) {
  Chains halves;
  const std::size_t half = x.draws() / 2;
  for (std::size_t c = 0; c < x.chains; ++c) {
    const auto first = x.chain(c).first(half), second = x.chain(c).last(half);
    halves.emplace_back(first.begin(), first.end());
    halves.emplace_back(second.begin(), second.end());
  }
  return halves;
}

template <typename Function>
Chains mapped(Chains x, Function f) {
  for (auto& chain : x) {
    for (double& v : chain) v = f(v);
  }
  return x;
}

// Ranks with ties averaged, by counting what is below and what is equal; then Blom's scores.
inline Chains normal_scores(const Chains& x) {
  std::vector<double> sorted = all(x);
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  return mapped(x, [&](double v) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), v);
    const double rank =
        0.5 * static_cast<double>((low - sorted.begin()) + (high - sorted.begin()) + 1);
    return normal_quantile((rank - 0.375) / (n + 0.25));
  });
}

inline double rhat(const Chains& x) {
  const auto n = static_cast<double>(x[0].size());
  std::vector<double> means;
  double within = 0;
  for (const auto& chain : x) {
    means.push_back(mean(chain));
    within += variance(chain) / static_cast<double>(x.size());
  }
  return std::sqrt((n * variance(means) / within + n - 1) / n);
}

inline std::vector<double> autocovariances(const Chains& x) {
  const std::size_t n = x[0].size();
  std::vector<double> result(n);
  for (const auto& chain : x) {
    const double m = mean(chain);
    for (std::size_t lag = 0; lag < n; ++lag) {
      double sum = 0;
      for (std::size_t i = 0; i + lag < n; ++i) sum += (chain[i] - m) * (chain[i + lag] - m);
      result[lag] += sum / static_cast<double>(n * x.size());
    }
  }
  return result;
}

inline double ess(const Chains& x) {
  const std::size_t draws = x[0].size();
  const auto n = static_cast<double>(draws);
  const std::vector<double> acov = autocovariances(x);
  std::vector<double> means;
  for (const auto& chain : x) means.push_back(mean(chain));
  const double mean_var = acov[0] * n / (n - 1);
  double var_plus = acov[0];
  if (x.size() > 1) var_plus += variance(means);
  std::vector<double> rho(draws, 0.0);
  const auto rho_at = [&](std::size_t t) { return 1 - (mean_var - acov[t]) / var_plus; };
  double even = 1, odd = rho_at(1);
  rho[0] = even;
  rho[1] = odd;
  std::size_t t = 0;
  while (t + 5 < draws && even + odd > 0) {
    t += 2;
    even = rho_at(t);
    odd = rho_at(t + 1);
    if (even + odd >= 0) {
      rho[t] = even;
      rho[t + 1] = odd;
    }
  }
  if (even > 0) rho[t] = even;
  for (std::size_t k = 2; k + 2 <= t; k += 2) {
    const double before = rho[k - 2] + rho[k - 1];
    if (rho[k] + rho[k + 1] > before) rho[k] = rho[k + 1] = before / 2;
  }
  double sum = std::accumulate(rho.begin(), rho.begin() + static_cast<std::ptrdiff_t>(t), 0.0);
  if (t == 0) sum = rho[0];
  const double tau = -1 + 2 * sum + rho[t];
  const double total = n * static_cast<double>(x.size());
  return total / std::max(tau, 1 / std::log10(total));
}

// For finite draws that are not all the same, three or more in each half of a chain.
inline VariableSummary summarise(const ChainMatrix& x) {
  const std::vector<double> values(x.values.begin(), x.values.end());
  const Chains halves = split(x);
  VariableSummary s;
  s.mean = mean(values);
  s.sd = std::sqrt(variance(values));
  s.q5 = quantile(values, 0.05);
  s.q50 = quantile(values, 0.5);
  s.q95 = quantile(values, 0.95);
  const auto ess_below = [&](double limit) {
    return ess(mapped(halves, [=](double v) { return v <= limit ? 1.0 : 0.0; }));
  };
  s.ess_bulk = ess(normal_scores(halves));
  s.ess_tail = std::min(ess_below(s.q5), ess_below(s.q95));
  s.mcse = s.sd / std::sqrt(ess(halves));
  const Chains folded = mapped(halves, [&](double v) { return std::abs(v - s.q50); });
  s.rhat = std::max(rhat(normal_scores(halves)), rhat(normal_scores(folded)));
  return s;
}

}  // namespace autumn::output::plain
