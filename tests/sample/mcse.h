// This header computes means of correlated draws with their Monte Carlo standard errors.
#pragma once

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace autumn::sampler::testing {

struct MeanEstimate {
  double mean = 0.0;
  double standard_error = 0.0;
};

// The variance of the mean is (sum of autocovariances) / n, cut off where the sum of two neighbours
// first is negative (Geyer 1992, initial positive sequence).
inline MeanEstimate estimate_mean(const std::vector<double>& draws) {
  const auto n = static_cast<double>(draws.size());
  const double mean = std::accumulate(draws.begin(), draws.end(), 0.0) / n;
  const auto autocovariance = [&](std::size_t lag) {
    double sum = 0.0;
    for (std::size_t i = 0; i + lag < draws.size(); ++i) {
      sum += (draws[i] - mean) * (draws[i + lag] - mean);
    }
    return sum / n;
  };
  double total = -autocovariance(0);
  for (std::size_t lag = 0; lag + 1 < draws.size(); lag += 2) {
    const double pair = autocovariance(lag) + autocovariance(lag + 1);
    if (pair < 0.0) break;
    total += 2.0 * pair;
  }
  return {mean, std::sqrt(total / n)};
}

// Distance of the mean from the truth in standard errors.
inline double z_score(const std::vector<double>& draws, double truth) {
  const MeanEstimate estimate = estimate_mean(draws);
  return (estimate.mean - truth) / estimate.standard_error;
}

inline std::vector<double> squared_distances(std::vector<double> draws, double centre) {
  for (double& x : draws) x = (x - centre) * (x - centre);
  return draws;
}

}  // namespace autumn::sampler::testing
