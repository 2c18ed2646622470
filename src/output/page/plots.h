// The numbers behind the plots of a page, few enough for a file to have them of every variable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/draws.h"
#include "output/report/summary.h"

namespace autumn::output {

struct Range {
  double low = 0.0;
  double high = 0.0;
};

// A density over equal steps from low to high; empty if the numbers do not differ, or are not
// finite.
struct DensityCurve {
  double low = 0.0;
  double high = 0.0;
  std::vector<double> heights;
};
[[nodiscard]] DensityCurve density_curve(std::span<const double> numbers);
// The part of it that lies in a range; empty if none does.
[[nodiscard]] DensityCurve density_curve(std::span<const double> numbers, const Range& shown);

// With tails beyond the least and the greatest number, of few numbers.
[[nodiscard]] DensityCurve open_density_curve(std::span<const double> numbers);

// Of whole numbers that are few enough to be counted: the least and the greatest.
[[nodiscard]] std::optional<Range> countable(std::span<const double> numbers);

// Counts of equal steps from low to high; what lies outside counts at the ends.
[[nodiscard]] std::vector<std::uint32_t> histogram(std::span<const double> numbers, double low,
                                                   double high, std::size_t bins);

// How often the draws of each chain have ranks in each part of all ranks.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> rank_histograms(
    std::span<const std::vector<double>> chains, std::size_t bins);

// Mean over chains, lags 0, 1, ...; empty if it is not defined.
[[nodiscard]] std::vector<double> autocorrelations(std::span<const std::vector<double>> chains,
                                                   std::size_t lags);

// At most so many of the places 0, ..., count - 1, equally far apart.
[[nodiscard]] std::vector<std::size_t> spread_places(std::size_t count, std::size_t most);

}  // namespace autumn::output
