// This file computes curves, counts and correlations for plots.
#include "output/page/plots.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "output/diagnostics/autocovariance.h"

namespace autumn::output {
namespace {

constexpr std::size_t kSteps = 64;
// Bins under the smoothing of a density: fine enough to be invisible.
constexpr std::size_t kFine = 512;

double deviation(std::span<const double> numbers) {
  const auto count = static_cast<double>(numbers.size());
  const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / count;
  double sum = 0.0;
  for (const double x : numbers) sum += (x - mean) * (x - mean);
  return std::sqrt(sum / std::max(count - 1.0, 1.0));
}

// Silverman's rule of thumb, with the spread that outliers do not change.
double bandwidth(std::span<const double> sorted) {
  constexpr double kNormalQuartiles = 1.349, kFactor = 0.9, kPower = -0.2;
  const double quartiles = sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4];
  const double sd = deviation(sorted);
  const double spread = quartiles > 0.0 ? std::min(sd, quartiles / kNormalQuartiles) : sd;
  return kFactor * spread * std::pow(static_cast<double>(sorted.size()), kPower);
}

bool is_flat(std::span<const double> numbers) {
  if (numbers.size() < 2) return true;
  bool differ = false;
  for (const double x : numbers) {
    if (!std::isfinite(x)) return true;
    differ = differ || x != numbers[0];
  }
  return !differ;
}

// Kernels at every number, and at its mirror image where one would reach over an end: no density is
// lost there.
std::vector<double> smoothed_counts(std::span<const double> sorted, const Range& window,
                                    double reach) {
  const double scale = static_cast<double>(kFine) / (window.high - window.low);
  std::vector<double> counts(kFine);
  const auto count = [&](double x) {
    if (x >= window.low && x < window.high) {
      counts[std::min(static_cast<std::size_t>((x - window.low) * scale), kFine - 1)] += 1.0;
    }
  };
  for (const double x : sorted) {
    count(x);
    if (x - sorted.front() < reach) count(2.0 * sorted.front() - x);
    if (sorted.back() - x < reach) count(2.0 * sorted.back() - x);
  }
  return counts;
}

constexpr double kReach = 4.0;  // deviations of a kernel

DensityCurve smoothed(std::span<const double> sorted, const Range& shown, bool is_open = false) {
  if (!(shown.low < shown.high)) return {};
  DensityCurve curve{.low = shown.low, .high = shown.high, .heights = {}};
  const double step = (shown.high - shown.low) / static_cast<double>(kFine);
  const double smooth = std::max(bandwidth(sorted), step);
  const Range window{shown.low - kReach * smooth, shown.high + kReach * smooth};
  const double width = (window.high - window.low) / static_cast<double>(kFine);
  const std::vector<double> counts =
      smoothed_counts(sorted, window, is_open ? 0.0 : kReach * smooth);
  for (std::size_t k = 0; k < kSteps; ++k) {
    const double at = shown.low + (shown.high - shown.low) * static_cast<double>(k) / (kSteps - 1);
    double height = 0.0;
    for (std::size_t b = 0; b < kFine; ++b) {
      if (counts[b] == 0.0) continue;
      const double z = (at - window.low - (static_cast<double>(b) + 0.5) * width) / smooth;
      height += counts[b] * std::exp(-0.5 * z * z);
    }
    curve.heights.push_back(height /
                            (static_cast<double>(sorted.size()) * smooth * std::sqrt(2.0 * M_PI)));
  }
  return curve;
}

}  // namespace

DensityCurve density_curve(std::span<const double> numbers) {
  if (is_flat(numbers)) return {};
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::ranges::sort(sorted);
  // Far tails would leave no room for the rest: a thousandth at each end is not shown.
  const std::size_t cut = sorted.size() / 1000;
  return smoothed(sorted, {sorted[cut], sorted[sorted.size() - 1 - cut]});
}

DensityCurve density_curve(std::span<const double> numbers, const Range& shown) {
  if (is_flat(numbers)) return {};
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::ranges::sort(sorted);
  return smoothed(sorted,
                  {std::max(sorted.front(), shown.low), std::min(sorted.back(), shown.high)});
}

DensityCurve open_density_curve(std::span<const double> numbers) {
  if (is_flat(numbers)) return {};
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::ranges::sort(sorted);
  const double tail = 0.75 * kReach * bandwidth(sorted);
  return smoothed(sorted, {sorted.front() - tail, sorted.back() + tail}, true);
}

std::optional<Range> countable(std::span<const double> numbers) {
  constexpr double kMostValues = 40.0;
  if (numbers.empty()) return std::nullopt;
  const auto [low, high] = std::ranges::minmax(numbers);
  const bool are_whole =
      std::ranges::all_of(numbers, [](double x) { return std::isfinite(x) && x == std::floor(x); });
  if (!are_whole || high - low >= kMostValues) return std::nullopt;
  return Range{low, high};
}

std::vector<std::uint32_t> histogram(std::span<const double> numbers, double low, double high,
                                     std::size_t bins) {
  std::vector<std::uint32_t> counts(bins);
  const double scale = static_cast<double>(bins) / (high - low);
  for (const double x : numbers) {
    const double place = std::clamp((x - low) * scale, 0.0, static_cast<double>(bins) - 0.5);
    ++counts[static_cast<std::size_t>(place)];
  }
  return counts;
}

std::vector<std::vector<std::uint32_t>> rank_histograms(std::span<const std::vector<double>> chains,
                                                        std::size_t bins) {
  struct Place {
    double value;
    std::size_t chain;
  };
  std::vector<Place> all;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    for (const double x : chains[c]) all.push_back({x, c});
  }
  std::ranges::stable_sort(all, std::less<>(), &Place::value);
  std::vector<std::vector<std::uint32_t>> counts(chains.size(), std::vector<std::uint32_t>(bins));
  for (std::size_t k = 0; k < all.size(); ++k) ++counts[all[k].chain][k * bins / all.size()];
  return counts;
}

std::vector<double> autocorrelations(std::span<const std::vector<double>> chains,
                                     std::size_t lags) {
  std::vector<double> values;
  for (const std::vector<double>& chain : chains) {
    values.insert(values.end(), chain.begin(), chain.end());
  }
  if (is_flat(values) || chains[0].size() < 2) return {};
  Autocovariance covariance(chains[0].size());
  covariance.load({values, chains.size()});
  const std::span<const double> found = covariance.up_to(lags - 1);
  std::vector<double> result(
      found.begin(), found.begin() + static_cast<std::ptrdiff_t>(std::min(lags, found.size())));
  for (double& x : result) x /= found[0];
  return result;
}

std::vector<std::size_t> spread_places(std::size_t count, std::size_t most) {
  std::vector<std::size_t> places;
  const std::size_t taken = std::min(count, most);
  for (std::size_t k = 0; k < taken; ++k) places.push_back(k * count / taken);
  return places;
}

}  // namespace autumn::output
