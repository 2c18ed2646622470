// This file compares data with their replications: densities or counts, and some statistics.
#include "output/page/check_data.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "output/diagnostics/moments.h"
#include "output/page/page_json.h"

namespace autumn::output {
namespace {

constexpr std::size_t kShownReplications = 30;
constexpr double kCheckLevels[] = {0.05, 0.5, 0.95};

struct Statistic {
  std::string_view name;
  double (*of)(std::span<const double>);
};
constexpr Statistic kStatistics[] = {
    {"mean", mean},
    {"sd", [](std::span<const double> x) { return std::sqrt(variance(x)); }},
    {"smallest", [](std::span<const double> x) { return std::ranges::min(x); }},
    {"largest", [](std::span<const double> x) { return std::ranges::max(x); }}};

std::vector<double> levels_of(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  std::vector<double> levels;
  for (const double share : kCheckLevels) levels.push_back(quantile_of_sorted(numbers, share));
  return levels;
}

// Equal ones count half, so that a statistic that does not vary is in the middle.
double share_above(std::span<const double> numbers, double x) {
  double above = 0.0;
  for (const double each : numbers) above += each > x ? 1.0 : each == x ? 0.5 : 0.0;
  return above / static_cast<double>(numbers.size());
}

std::string statistic_json(const PredictiveCheck& check, const Statistic& statistic) {
  std::vector<double> replicated;
  for (const std::vector<double>& each : check.replications)
    replicated.push_back(statistic.of(each));
  const double observed = statistic.of(check.observed);
  const double share = share_above(replicated, observed);
  const std::vector<double> levels = levels_of(std::move(replicated));
  const double figures[] = {observed, levels[0], levels[1], levels[2], share};
  const std::string numbers = figures_json(figures);
  return fmt::format("[{},{}", json_string(statistic.name), std::string_view(numbers).substr(1));
}

std::string densities_json(const PredictiveCheck& check) {
  std::vector<std::string> curves;
  for (const std::size_t k : spread_places(check.replications.size(), kShownReplications)) {
    curves.push_back(curve_json(open_density_curve(check.replications[k])));
  }
  return fmt::format("\"y\":{},\"rep\":[{}]", curve_json(open_density_curve(check.observed)),
                     fmt::join(curves, ","));
}

std::vector<double> counts_of(std::span<const double> numbers, const Range& range) {
  std::vector<double> counts(static_cast<std::size_t>(range.high - range.low) + 1);
  for (const double x : numbers) counts[static_cast<std::size_t>(x - range.low)] += 1.0;
  return counts;
}

std::string counts_json(const PredictiveCheck& check, const Range& range) {
  const std::vector<double> counts = counts_of(check.observed, range);
  std::vector<std::vector<double>> replicated(counts.size());
  for (const std::vector<double>& each : check.replications) {
    const std::vector<double> found = counts_of(each, range);
    for (std::size_t k = 0; k < found.size(); ++k) replicated[k].push_back(found[k]);
  }
  std::vector<std::vector<double>> around;
  for (std::vector<double>& each : replicated) around.push_back(levels_of(std::move(each)));
  return fmt::format("\"lo\":{},\"counts\":{},\"around\":{}", short_number(range.low),
                     numbers_json(counts), numbers_json(around));
}

// Of the data and of all replications, if all of them are few whole numbers.
std::optional<Range> common_range(const PredictiveCheck& check) {
  std::vector<double> ends;
  const auto add = [&](std::span<const double> numbers) {
    const auto range = countable(numbers);
    if (range) ends.insert(ends.end(), {range->low, range->high});
    return range.has_value();
  };
  if (!add(check.observed) || !std::ranges::all_of(check.replications, add)) return std::nullopt;
  return countable(ends);
}

}  // namespace

std::string check_json(const PredictiveCheck& check) {
  std::vector<std::string> statistics;
  for (const Statistic& statistic : kStatistics) {
    statistics.push_back(statistic_json(check, statistic));
  }
  const auto range = common_range(check);
  return fmt::format("{{\"n\":{},\"by\":{},\"stats\":[{}],{}}}", json_string(check.name),
                     json_string(check.replicated), fmt::join(statistics, ","),
                     range ? counts_json(check, *range) : densities_json(check));
}

}  // namespace autumn::output
