// This file writes the account of a calibration for people, and as tables.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/words.h"
#include "output/diagnostics/calibration.h"

namespace autumn::output {
namespace {

constexpr std::size_t kMostVariableLines = 40;
constexpr std::size_t kShortestName = 8;

// A bin is a mark. Heights are 2 (sqrt(count) - sqrt(expected)), whose standard error is about one
// whatever is expected; the fourth of the eight heights is what is expected.
std::string marks(const std::vector<double>& counts, const std::vector<double>& expected) {
  static constexpr std::array<std::string_view, 8> kMarks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  for (std::size_t b = 0; b < counts.size(); ++b) {
    const double height = 2.0 * (std::sqrt(counts[b]) - std::sqrt(expected[b]));
    text += kMarks[static_cast<std::size_t>(std::clamp(std::round(height) + 3.0, 0.0, 7.0))];
  }
  return text;
}

std::string_view reading_of(RankShape shape) {
  switch (shape) {
    case RankShape::kUniform: return "";
    case RankShape::kTooLow: return "draws are too low";
    case RankShape::kTooHigh: return "draws are too high";
    case RankShape::kTooNarrow: return "draws are spread too little";
    case RankShape::kTooWide: return "draws are spread too much";
    case RankShape::kOther: return "not uniform";
  }
  return "";
}

std::string notes(const Calibration& calibration) {
  std::string text;
  if (calibration.divergences > 0) {
    text += fmt::format("{} diverged: the sampler may miss regions, and ranks say so.\n",
                        counted(calibration.divergences, "transition"));
  }
  if (calibration.correlated_runs > 0) {
    text += fmt::format(
        "{} of {} {} draws that are not independent, however long the chain: histograms "
        "that "
        "are high at both ends may come from that.\n",
        calibration.correlated_runs, counted(calibration.runs, "run"),
        calibration.correlated_runs == 1 ? "has" : "have");
  }
  return text;
}

}  // namespace

std::string verdict(const Calibration& calibration) {
  if (calibration.variables.empty()) return "There is no parameter to rank.";
  const VariableCalibration& worst = calibration.worst();
  const std::size_t count = calibration.variables.size();
  if (calibration.has_too_few_runs()) {
    return fmt::format(
        "Not known: {} too few to tell whether ranks are uniform, with {:.2g} expected in a bin "
        "where 5 are needed. --runs 200 tells.",
        counted(calibration.runs, "run is", "runs are"), std::ranges::min(calibration.expected));
  }
  if (calibration.is_calibrated()) {
    return fmt::format(
        "Calibrated: ranks are uniform as far as {} tell. The smallest of {} is "
        "{:.2g} ({}), not below 0.001 / {} = {:.1e}.",
        counted(calibration.runs, "run"), counted(count, "p-value"), worst.p_value, worst.name,
        count, calibration.limit());
  }
  return fmt::format(
      "NOT calibrated: the ranks of {} are not uniform ({}), p = {:.1e}, below 0.001 / {} = "
      "{:.1e}. The draws are not from the posterior of this program.",
      worst.name, reading_of(worst.shape), worst.p_value, count, calibration.limit());
}

std::string to_text(const Calibration& calibration) {
  std::string text =
      fmt::format("{}, each with the rank of the truth among {}; {} of ranks.\n",
                  counted(calibration.runs, "run"), counted(calibration.draws, "draw"),
                  counted(calibration.expected.size(), "bin"));
  if (!calibration.collapsed.empty()) text += calibration.collapsed + "\n";
  const auto lines = shown(calibration, kMostVariableLines);
  std::size_t width = kShortestName;
  for (const VariableCalibration* variable : lines) width = std::max(width, variable->name.size());
  text += fmt::format("\n{:<{}}  {:>8}  ranks of the truth, low to high (▄ is what is expected)\n",
                      "variable", width, "p");
  for (const VariableCalibration* variable : lines) {
    text += fmt::format("{:<{}}  {:>8.2g}  {}{}{}\n", variable->name, width, variable->p_value,
                        marks(variable->counts, calibration.expected),
                        variable->shape == RankShape::kUniform ? "" : "  ",
                        reading_of(variable->shape));
  }
  if (lines.size() < calibration.variables.size()) {
    text += fmt::format("({} more, with larger p-values)\n",
                        calibration.variables.size() - lines.size());
  }
  return text + "\n" + notes(calibration) + verdict(calibration) + "\n";
}

std::string ranks_csv(const Ranks& ranks) {
  std::string text = "run";
  for (const RankedVariable& variable : ranks.variables) {
    text += fmt::format(",\"{}\"", variable.name);
  }
  text += "\n";
  const std::size_t runs = ranks.variables.empty() ? 0 : ranks.variables[0].ranks.size();
  for (std::size_t run = 0; run < runs; ++run) {
    text += fmt::format("{}", run + 1);
    for (const RankedVariable& variable : ranks.variables) {
      text += fmt::format(",{}", variable.ranks[run]);
    }
    text += "\n";
  }
  return text;
}

std::string histogram_csv(const Calibration& calibration) {
  std::string text = "variable,bin,count,expected,low_99,high_99\n";
  for (const VariableCalibration& variable : calibration.variables) {
    for (std::size_t b = 0; b < variable.counts.size(); ++b) {
      const Band band = band_of(calibration, b);
      text += fmt::format("\"{}\",{},{},{},{},{}\n", variable.name, b + 1, variable.counts[b],
                          calibration.expected[b], band.low, band.high);
    }
  }
  return text;
}

}  // namespace autumn::output
