// A summary request is the command line of stansummary.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace autumn::cmdstan {

inline constexpr std::string_view kSummaryUsage =
    "Usage: stansummary [options] stan_csv_file(s)\n"
    "Report statistics for one or more Stan CSV files from a HMC sampler run.\n"
    "  -a, --autocorr [n]          Display the autocorrelation of chain n.\n"
    "  -c, --csv_filename [file]   Write the statistics to a CSV file.\n"
    "  -h, --help                  This text.\n"
    "  -i, --include_param [name]  Report this variable only (may be repeated).\n"
    "  -p, --percentiles [values]  Percentages, with commas between them (5,50,95).\n"
    "  -s, --sig_figs [n]          Significant digits (2 on the screen, 6 in the CSV file).\n";

struct SummaryRequest {
  std::vector<std::string> files = {};
  std::vector<std::string> percentiles = {"5", "50", "95"};
  std::vector<std::string> included = {};
  std::string csv = {};
  std::optional<int> digits = std::nullopt;
  std::optional<std::size_t> autocorrelation = std::nullopt;
  bool wants_help = false;
};

[[nodiscard]] Result<SummaryRequest> parse_summary(std::span<const std::string> words);

}  // namespace autumn::cmdstan
