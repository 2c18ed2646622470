// This file writes the summary as an aligned table.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/display_name.h"
#include "base/words.h"
#include "output/report/summary.h"

namespace autumn::output {
namespace {

using Cells = std::vector<std::string>;

constexpr int kUsualDigits = 3;
constexpr int kManyDecimals = 6;     // more than this, or
constexpr double kLargeValue = 1e9;  // larger than this, is easier to read with an exponent

// Decimals that show a number of this size with so many significant digits.
int decimals_for(double size, int digits) {
  return std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
}

// All numbers of a row that live on the scale of the variable.
class RowFormat {
 public:
  RowFormat(const VariableSummary& v, int digits) : digits_(digits) {
    const double largest = std::max({std::abs(v.mean), std::abs(v.q5), std::abs(v.q95)});
    if (!std::isfinite(v.sd) || v.sd == 0) return;
    decimals_ = decimals_for(v.sd, digits);
    fixed_ = decimals_ <= std::max(kManyDecimals, digits + kUsualDigits) && largest < kLargeValue;
  }

  [[nodiscard]] std::string operator()(double value) const {
    if (std::isnan(value)) return "nan";
    if (!fixed_) return fmt::format("{:.{}g}", value, digits_ + 1);
    std::string text = fmt::format("{:.{}f}", value, decimals_);
    // A value that rounds to nothing has no sign.
    if (text.find_first_of("123456789") == std::string::npos && text[0] == '-') text.erase(0, 1);
    return text;
  }

 private:
  int digits_;
  int decimals_ = 0;
  bool fixed_ = false;
};

std::string mcse_text(double mcse) {
  if (std::isnan(mcse)) return "-";
  const int decimals = mcse > 0 && std::isfinite(mcse) ? decimals_for(mcse, 2) : 0;
  const bool fixed = mcse > 0 && decimals <= kManyDecimals && mcse < kLargeValue;
  return fixed ? fmt::format("{:.{}f}", mcse, decimals) : fmt::format("{:.2g}", mcse);
}

std::string ess_text(double ess) {
  return std::isnan(ess) ? "-" : fmt::format("{:.0f}", ess);
}

std::string rhat_text(double rhat) {
  if (std::isnan(rhat)) return "-";
  return rhat < 1000 ? fmt::format("{:.3f}", rhat) : fmt::format("{:.1e}", rhat);
}

Cells headings(const Summary& summary) {
  Cells cells{"variable", "mean", "mcse", "sd"};
  for (const double percent : summary.percentiles) cells.push_back(percentile_name(percent));
  if (summary.percentiles.empty()) cells.insert(cells.end(), {"5%", "50%", "95%"});
  cells.insert(cells.end(), {"ess_bulk", "ess_tail", "rhat"});
  return cells;
}

Cells cells(const VariableSummary& v, int digits) {
  const RowFormat number(v, digits);
  Cells cells{display_name(v.name), number(v.mean), mcse_text(v.mcse), number(v.sd)};
  for (const double quantile : v.percentiles) cells.push_back(number(quantile));
  if (v.percentiles.empty()) {
    cells.insert(cells.end(), {number(v.q5), number(v.q50), number(v.q95)});
  }
  cells.insert(cells.end(), {ess_text(v.ess_bulk), ess_text(v.ess_tail), rhat_text(v.rhat)});
  return cells;
}

// "a_very_long..[12]"; what is short stays.
std::string shortened(const std::string& name, std::size_t width) {
  constexpr std::string_view kDots = "..";
  if (name.size() <= width) return name;
  const std::size_t bracket = name.rfind('[');
  const bool has_indices = bracket != std::string::npos && name.size() - bracket <= width / 2;
  const std::string indices = has_indices ? name.substr(bracket) : "";
  return fmt::format("{}{}{}", name.substr(0, width - kDots.size() - indices.size()), kDots,
                     indices);
}

// As many columns as lines may have less those of the numbers, and enough to tell names apart.
std::size_t name_width(const std::vector<std::size_t>& widths, std::size_t line) {
  constexpr std::size_t kLeast = 12;
  std::size_t numbers = 0;
  for (std::size_t k = 1; k < widths.size(); ++k) numbers += 2 + widths[k];
  const std::size_t left = line > numbers ? line - numbers : 0;
  return line == 0 ? widths[0] : std::min(widths[0], std::max(kLeast, left));
}

std::string title(const Summary& summary) {
  std::string text =
      fmt::format("{}, {}{}\n", counted(summary.chains, "chain"),
                  counted(summary.draws_per_chain, "draw"), summary.chains == 1 ? "" : " each");
  if (summary.draws_left_out > 0)
    text += fmt::format("({} left out: the chains are not equally long)\n",
                        counted(summary.draws_left_out, "draw"));
  return text;
}

}  // namespace

std::string percentile_name(double percent) {
  return fmt::format("{}%", percent);
}

Result<std::vector<double>> parse_percentiles(const std::string& text) {
  std::vector<double> percentiles;
  const char* at = text.data();
  const char* end = at + text.size();
  double before = -1.0;
  while (true) {
    double percent = 0.0;
    const auto [rest, code] = std::from_chars(at, end, percent);
    const bool is_good = code == std::errc{} && percent > before && percent <= 100.0;
    if (!is_good || (rest != end && *rest != ',')) break;
    percentiles.push_back(before = percent);
    if (rest == end) return percentiles;
    at = rest + 1;
  }
  return Error{.message = fmt::format("percentiles are numbers from 0 to 100, each larger than the "
                                      "one before, got `{}`",
                                      text),
               .suggestion = "--percentiles 5,50,95",
               .where = {}};
}

Result<Summary> selected(const Summary& summary, std::span<const std::string> names) {
  Summary result = summary;
  result.variables.clear();
  std::vector<bool> is_found(names.size());
  for (const VariableSummary& v : summary.variables) {
    const std::string shown = display_name(v.name);
    const std::string_view whole = std::string_view(shown).substr(0, shown.find_first_of("[."));
    const auto found = std::ranges::find_if(
        names, [&](const std::string& name) { return name == shown || name == whole; });
    if (found == names.end()) continue;
    is_found[static_cast<std::size_t>(found - names.begin())] = true;
    result.variables.push_back(v);
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool is_there = is_found[k] || std::ranges::find(names, names[k]) - names.begin() <
                                             static_cast<std::ptrdiff_t>(k);
    if (is_there) continue;
    return Error{.message = fmt::format("there is no variable `{}`", names[k]),
                 .suggestion = "names are written as in the table: theta, or theta[1]",
                 .where = {}};
  }
  return result;
}

std::string to_text(const Summary& summary, const SummaryView& view) {
  std::vector<Cells> rows{headings(summary)};
  const std::size_t all = summary.variables.size();
  const std::size_t shown = view.most == 0 ? all : std::min(view.most, all);
  for (std::size_t k = 0; k < shown; ++k) rows.push_back(cells(summary.variables[k], view.digits));
  std::vector<std::size_t> widths(rows[0].size());
  for (const Cells& row : rows)
    for (std::size_t k = 0; k < widths.size(); ++k) widths[k] = std::max(widths[k], row[k].size());

  widths[0] = name_width(widths, view.width);
  std::string text = title(summary) + "\n";
  for (const Cells& row : rows) {
    text += fmt::format("{:<{}}", shortened(row[0], widths[0]), widths[0]);
    for (std::size_t k = 1; k < widths.size(); ++k)
      text += fmt::format("  {:>{}}", row[k], widths[k]);
    text += "\n";
  }
  if (shown < all) text += fmt::format("... and {} more\n", all - shown);
  return text;
}

}  // namespace autumn::output
