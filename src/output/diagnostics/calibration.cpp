// This file bins ranks, computes chi-square statistics and says what they tell.
#include "output/diagnostics/calibration.h"

#include <algorithm>
#include <cmath>

namespace autumn::output {
namespace {

constexpr double kLevel = 0.001;  // of all variables together
constexpr std::uint32_t kRunsPerBin = 10;
constexpr std::uint32_t kMostBins = 20;

// As many bins as there are runs for, if possible a divisor of the number of ranks.
std::uint32_t bin_count(std::uint32_t runs, std::uint32_t ranks) {
  const std::uint32_t most =
      std::min(ranks, std::clamp(runs / kRunsPerBin, std::uint32_t{2}, kMostBins));
  for (std::uint32_t bins = most; bins >= (most + 1) / 2 && bins > 1; --bins) {
    if (ranks % bins == 0) return bins;
  }
  return most;
}

std::size_t bin_of(std::uint64_t rank, std::uint64_t ranks, std::uint64_t bins) {
  return rank * bins / ranks;
}

std::vector<double> expected_counts(std::uint32_t runs, std::uint32_t ranks, std::uint32_t bins) {
  std::vector<double> counts(bins, 0.0);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    counts[bin_of(rank, ranks, bins)] += static_cast<double>(runs) / ranks;
  }
  return counts;
}

// Whichever of location and spread is further off, in standard errors; neither if both are small.
RankShape shape_of(const std::vector<std::uint32_t>& ranks, std::uint32_t draws) {
  constexpr double kNotable = 3.0;
  double sum = 0.0;
  double squares = 0.0;
  for (const std::uint32_t rank : ranks) {
    const double x = (rank + 0.5) / (draws + 1.0) - 0.5;
    sum += x;
    squares += x * x;
  }
  const double n = static_cast<double>(ranks.size());
  const double location = sum / std::sqrt(n / 12.0);                  // variance 1 / 12
  const double spread = (squares - n / 12.0) / std::sqrt(n / 180.0);  // that of squares 1 / 180
  if (std::max(std::fabs(location), std::fabs(spread)) < kNotable) return RankShape::kOther;
  if (std::fabs(location) >= std::fabs(spread)) {
    return location < 0.0 ? RankShape::kTooHigh : RankShape::kTooLow;
  }
  return spread > 0.0 ? RankShape::kTooNarrow : RankShape::kTooWide;
}

VariableCalibration calibrated(const RankedVariable& variable, std::uint32_t draws,
                               const std::vector<double>& expected) {
  VariableCalibration result;
  result.name = variable.name;
  result.counts.assign(expected.size(), 0.0);
  for (const std::uint32_t rank : variable.ranks) {
    result.counts[bin_of(rank, draws + 1, expected.size())] += 1.0;
  }
  for (std::size_t b = 0; b < expected.size(); ++b) {
    const double difference = result.counts[b] - expected[b];
    result.chi_square += difference * difference / expected[b];
  }
  result.p_value =
      chi_square_tail(result.chi_square, static_cast<std::uint32_t>(expected.size()) - 1);
  return result;
}

// The largest count that a binomial variable stays below with at most this probability.
double binomial_quantile(double n, double p, double probability) {
  double total = 0.0;
  for (double k = 0.0; k < n; ++k) {
    total += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                      k * std::log(p) + (n - k) * std::log1p(-p));
    if (total >= probability) return k;
  }
  return n;
}

}  // namespace

double chi_square_tail(double x, std::uint32_t degrees) {
  if (!(x > 0.0)) return 1.0;
  const double h = x / 2.0;
  const bool is_odd = degrees % 2 == 1;
  double total = is_odd ? std::erfc(std::sqrt(h)) : 0.0;
  // Gamma functions of halves and whole numbers: a finite sum.
  for (double k = is_odd ? 0.5 : 0.0; k < degrees / 2.0 - 0.25; k += 1.0) {
    total += std::exp(k * std::log(h) - h - std::lgamma(k + 1.0));
  }
  return std::min(total, 1.0);
}

std::uint32_t rank_of(double truth, std::span<const double> draws, Random& random) {
  const auto below = std::ranges::count_if(draws, [&](double x) { return x < truth; });
  const auto equal = std::ranges::count(draws, truth);
  const std::uint64_t among = random.below(static_cast<std::uint64_t>(equal) + 1);
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(below) + among);
}

double Calibration::limit() const {
  return kLevel / static_cast<double>(std::max<std::size_t>(variables.size(), 1));
}

bool Calibration::is_calibrated() const {
  return !has_too_few_runs() && (variables.empty() || worst().p_value >= limit());
}

bool Calibration::has_too_few_runs() const {
  constexpr double kLeastExpected = 5.0;  // the usual condition of Pearson's approximation
  return !expected.empty() && std::ranges::min(expected) < kLeastExpected;
}

const VariableCalibration& Calibration::worst() const {
  return *std::ranges::min_element(variables, {}, &VariableCalibration::p_value);
}

Calibration calibration_of(const Ranks& ranks) {
  Calibration result;
  result.draws = ranks.draws;
  result.divergences = ranks.divergences;
  result.correlated_runs = ranks.correlated_runs;
  result.collapsed = ranks.collapsed;
  if (ranks.variables.empty()) return result;
  result.runs = static_cast<std::uint32_t>(ranks.variables[0].ranks.size());
  result.expected =
      expected_counts(result.runs, ranks.draws + 1, bin_count(result.runs, ranks.draws + 1));
  for (const RankedVariable& variable : ranks.variables) {
    result.variables.push_back(calibrated(variable, ranks.draws, result.expected));
  }
  for (std::size_t v = 0; v < ranks.variables.size(); ++v) {
    VariableCalibration& variable = result.variables[v];
    if (variable.p_value >= result.limit()) continue;
    variable.shape = shape_of(ranks.variables[v].ranks, ranks.draws);
  }
  return result;
}

Band band_of(const Calibration& calibration, std::size_t bin) {
  const double p = calibration.expected[bin] / calibration.runs;
  if (p >= 1.0)
    return {static_cast<double>(calibration.runs), static_cast<double>(calibration.runs)};
  return {binomial_quantile(calibration.runs, p, 0.005),
          binomial_quantile(calibration.runs, p, 0.995)};
}

std::vector<const VariableCalibration*> shown(const Calibration& calibration, std::size_t most) {
  std::vector<const VariableCalibration*> all;
  for (const VariableCalibration& variable : calibration.variables) all.push_back(&variable);
  if (all.size() <= most) return all;
  std::ranges::stable_sort(all, {}, [](const auto* variable) { return variable->p_value; });
  all.resize(most);
  std::ranges::sort(all);  // by place
  return all;
}

}  // namespace autumn::output
