// The summary of a run says what every variable came out as, and how far the numbers can be
// trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "output/diagnostics/diagnostics.h"

namespace autumn::output {

struct Summary {
  std::vector<VariableSummary> variables;
  std::size_t chains = 0;
  std::size_t draws_per_chain = 0;
  // Draws not used because an interrupted run left chains of different lengths.
  std::size_t draws_left_out = 0;
  // What was asked for, in percent: shown in place of 5, 50 and 95. Every variable has as many.
  std::vector<double> percentiles = {};

  bool operator==(const Summary&) const = default;
};

// True for columns about the sampler rather than the model: names ending in `__`, except `lp__`.
[[nodiscard]] bool is_sampler_column(std::string_view name);

// An error if a chain has other columns than the first: it is of another model.
[[nodiscard]] Status check_same_columns(std::span<const DrawTable* const> chains);

// The chains of an interrupted run that are used together, and how many draws of each: what keeps
// the most draws.
struct CommonPart {
  std::vector<std::size_t> chains;
  std::size_t draws = 0;
};
[[nodiscard]] CommonPart common_part(std::span<const DrawTable* const> chains);

// One variable per column, in the order of the columns; sampler columns are skipped. All tables
// need the same columns. Chains of unequal length (an interrupted run) are cut to the common length
// that keeps the most draws; shorter chains are left out. The result is the same with any number of
// threads; 0 is as many as the machine has.
[[nodiscard]] Result<Summary> summarise(std::span<const DrawTable* const> chains,
                                        std::uint32_t threads = 1,
                                        std::span<const double> percentiles = {});
[[nodiscard]] Result<Summary> summarise(std::span<const DrawTable> chains,
                                        std::uint32_t threads = 1,
                                        std::span<const double> percentiles = {});

// "5,50,95": numbers from 0 to 100, each larger than the one before.
[[nodiscard]] Result<std::vector<double>> parse_percentiles(const std::string& text);
// "2.5%"
[[nodiscard]] std::string percentile_name(double percent);

// How much of a summary is shown.
struct SummaryView {
  std::size_t most = 0;   // variables; 0 for all
  int digits = 3;         // of sd
  std::size_t width = 0;  // of lines, for which long names are shortened as far as they can be
};

// An aligned table. Mean, sd and quantiles of a row share their decimals, so that sd has three
// significant digits, or as many as are asked for.
[[nodiscard]] std::string to_text(const Summary& summary, const SummaryView& view = {});

// The same of some variables: those of these names, `theta`, or elements of them, `theta[2]`. An
// error names the first that is not there.
[[nodiscard]] Result<Summary> selected(const Summary& summary, std::span<const std::string> names);

}  // namespace autumn::output
