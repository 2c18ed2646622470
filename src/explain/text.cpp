// This file writes the explanation as a table for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "base/words.h"
#include "explain/explain.h"
#include "explain/indices.h"

namespace autumn::explainer {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kNameWidth = 30;
constexpr std::size_t kMostRanges = 6;
constexpr std::size_t kMostFactors = 6;
constexpr std::size_t kMostSteps = 20;
// A space at which no line is broken.
constexpr char kNoBreak = '\x1f';

// Two digits are as good as estimates are.
std::string estimate(double x) {
  if (!(x >= 100.0)) return fmt::format("{:.0f}", x);
  if (x >= 1e9) return fmt::format("{:.1e}", x);
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 1.0);
  return with_commas(static_cast<std::size_t>(std::round(x / unit) * unit));
}

// "12,345 rows"
std::string many(std::size_t n, std::string_view noun) {
  return with_commas(n) + " " + noun_for(n, noun);
}

// Lines of at most `width` characters, broken at spaces.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  for (std::string& line : lines) std::ranges::replace(line, kNoBreak, ' ');
  return lines;
}

// `first` begins the first line, and as many spaces the others.
std::string paragraph(const std::string& text, const std::string& first = "") {
  std::string result;
  for (const std::string& line : wrapped(text, kWidth - first.size())) {
    result += (result.empty() ? first : std::string(first.size(), ' ')) + line + "\n";
  }
  return result;
}

// "theta", "theta[3]", "theta[1:2], [4:8]".
std::string part_name(const Part& part) {
  if (part.is_whole()) return part.name;
  std::vector<std::string> ranges = index_ranges(part.elements, part.dims);
  const std::size_t all = ranges.size();
  if (all > kMostRanges) ranges.resize(kMostRanges);
  std::string text = part.name;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    text += fmt::format("{}[{}]", i == 0 ? "" : ", ", ranges[i]);
  }
  return all > kMostRanges ? text + ", ..." : text;
}

// " (line 12)"
std::string line_text(const SourceRange& where) {
  return where.is_known() ? fmt::format(" (line{}{})", kNoBreak, where.line) : "";
}

// "theta ~ normal (line 12)"
std::string factor_text(const FactorNote& note) {
  return fmt::format("{}{}{}", note.of.empty() ? "" : note.of + " ~ ", note.distribution,
                     line_text(note.where));
}

std::string collapsed_reason(const Part& part) {
  std::vector<std::string> texts;
  const bool has_prior = !part.factors.empty() && part.factors[0].is_own;
  const bool has_squares =
      std::ranges::any_of(part.factors, [](const auto& f) { return f.distribution == "squares"; });
  if (!has_prior && !has_squares) texts.push_back("a flat prior");
  for (const FactorNote& note : part.factors) {
    const std::string text = factor_text(note);
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  const bool is_cut = texts.size() > kMostFactors;
  if (is_cut) texts.resize(kMostFactors);
  const std::string text = fmt::format("{}{}", fmt::join(texts, ", "), is_cut ? ", ..." : "");
  return part.rule == collapse::kLeafRule ? text + ", and nothing observed depends on it" : text;
}

// Alternatives are told below the table.
std::string kept_reason(const Part& part, bool has_alternatives) {
  const bool is_told = part.could_be && has_alternatives;
  return part.reason + line_text(part.where) + (is_told ? " (see below)" : "");
}

constexpr std::size_t kColumns = 4;
using TableCells = std::array<std::string, kColumns>;

TableCells cells_of(const Part& part, bool has_alternatives) {
  return {part_name(part),
          part.is_whole()
              ? with_commas(part.of)
              : fmt::format("{} of {}", with_commas(part.elements.size()), with_commas(part.of)),
          part.is_collapsed() ? fmt::format("collapsed ({})", name_of(*part.rule)) : "sampled",
          part.is_collapsed() ? collapsed_reason(part) : kept_reason(part, has_alternatives)};
}

std::string right_trimmed(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string table(const Explanation& e) {
  std::vector<TableCells> lines{{"variable", "elements", "what happens", "why"}};
  for (const Part& part : e.parts) lines.push_back(cells_of(part, !e.alternatives.empty()));
  std::array<std::size_t, kColumns> widths{};
  for (const TableCells& cells : lines) {
    for (std::size_t k = 0; k < kColumns; ++k) widths[k] = std::max(widths[k], cells[k].size());
  }
  widths[0] = std::min(widths[0], kNameWidth);
  widths[3] = kWidth - 6 - widths[0] - widths[1] - widths[2];
  std::string text;
  for (const TableCells& cells : lines) {
    const std::vector<std::string> names = wrapped(cells[0], widths[0]);
    const std::vector<std::string> reasons = wrapped(cells[3], widths[3]);
    for (std::size_t i = 0; i < std::max(names.size(), reasons.size()); ++i) {
      text += right_trimmed(fmt::format("{:<{}}  {:>{}}  {:<{}}  {}",
                                        i < names.size() ? names[i] : "", widths[0],
                                        i == 0 ? cells[1] : "", widths[1], i == 0 ? cells[2] : "",
                                        widths[2], i < reasons.size() ? reasons[i] : "")) +
              "\n";
    }
  }
  return text;
}

std::string head(const Explanation& e) {
  if (e.dimension_before == 0) return "The model has no parameters.\n";
  const std::size_t gone = e.dimension_before - e.dimension_after;
  const std::string all = many(e.dimension_before, "dimension");
  if (gone == 0) return fmt::format("{}: nothing is collapsed, and all are sampled.\n", all);
  if (e.dimension_after == 0) {
    return paragraph(
        fmt::format("{}: all are collapsed (integrated out exactly), and nothing is "
                    "left to sample: the draws are exact and independent.",
                    all));
  }
  return paragraph(
      fmt::format("{}: {} collapsed (integrated out exactly, and drawn back after "
                  "sampling), {} sampled.",
                  all, with_commas(gone), with_commas(e.dimension_after)));
}

std::string names_of(const Explanation& e, const std::vector<std::size_t>& parts) {
  std::vector<std::string> names;
  for (const std::size_t p : parts) names.push_back(part_name(e.parts[p]));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string block_text(const Explanation& e, const BlockNote& block) {
  const collapse::BlockSummary& s = block.summary;
  std::string text =
      fmt::format("Gaussian block of {} ({}): {} of normal factors", many(s.columns, "element"),
                  names_of(e, block.parts), many(s.rows_before, "row"));
  if (s.rows != s.rows_before) text += fmt::format(", compressed to {}", with_commas(s.rows));
  text += fmt::format("; its triangular factor has {} {}", with_commas(s.entries_in_factor),
                      noun_for(s.entries_in_factor, "entry", "entries"));
  if (block.fill_in) {
    text += *block.fill_in == 0 ? ", no fill-in"
                                : fmt::format(", {} of them fill-in", with_commas(*block.fill_in));
  }
  text += fmt::format("; the largest dense front has {}.", many(s.largest_front, "column"));
  if (s.has_covariance) text += " What is observed goes by its covariance instead.";
  if (s.has_vectors) text += " Its rows are vectors with one collapsed covariance or precision.";
  if (s.has_stars) text += " Groups of the same form are eliminated eight at a time.";
  return paragraph(text);
}

std::string recovery_text(const Explanation& e, const RecoveryNote& note) {
  const Part& first = e.parts[note.parts[0]];
  std::string text = names_of(e, note.parts) + ": ";
  if (first.rule == collapse::kLeafRule) {
    text += "forward from " + (first.factors.empty() ? "the prior" : first.factors[0].distribution);
  } else {
    const bool is_joint = note.parts.size() > 1 || first.elements.size() > 1;
    const bool is_block = first.rule->is_in_block();
    text += fmt::format("{}{} given the data", is_block && is_joint ? "jointly " : "",
                        name_of(*first.rule));
  }
  if (!note.given.empty()) {
    text += fmt::format(" {} {}", first.rule == collapse::kLeafRule ? "given" : "and",
                        names_of(e, note.given));
  }
  return note.steps == 1 ? text : fmt::format("{} ({} steps)", text, note.steps);
}

std::string recovery_list(const Explanation& e) {
  if (e.recovery.empty()) return "";
  std::string text = "\nDrawn back for every draw, in this order:\n";
  for (std::size_t i = 0; i < std::min(e.recovery.size(), kMostSteps); ++i) {
    text += paragraph(recovery_text(e, e.recovery[i]), fmt::format("  {}. ", i + 1));
  }
  if (e.recovery.size() > kMostSteps) {
    text += fmt::format("  ... and {} more\n", e.recovery.size() - kMostSteps);
  }
  return text;
}

// "0.012 us", "1,300 us"
std::string microseconds(double nanoseconds) {
  const double us = 1e-3 * nanoseconds;
  return us < 100.0 ? fmt::format("{:.2g} us", us) : estimate(us) + " us";
}

std::string tried_text(const AlternativeNote& alternative) {
  if (!alternative.tried) return "";
  if (!std::isfinite(*alternative.tried)) return ", nothing by a short run, which took too long";
  // It ended early where it looked as usual: then the prediction stands for what it says.
  if (*alternative.tried == alternative.predicted) return ", as usual by a short run";
  return fmt::format(", {} by a short run", microseconds(*alternative.tried));
}

std::string alternatives_text(const Explanation& e) {
  if (e.alternatives.empty()) return "";
  std::string text = "\nWhat an effective draw would cost, about:\n";
  for (const AlternativeNote& a : e.alternatives) {
    const std::string line =
        fmt::format("{}: {}, {} per gradient, {} predicted{}{}", a.name,
                    many(a.dimension, "dimension"), microseconds(a.gradient),
                    microseconds(a.predicted), tried_text(a), a.is_taken ? "; taken" : "");
    text += paragraph(line, "  ");
  }
  return text + paragraph(e.choice);
}

std::string coordinates_text(const Explanation& e) {
  return e.coordinates.empty() ? "" : "\n" + e.coordinates + "\n";
}

std::string refusal_text(const Explanation& e) {
  if (!e.refusal) return "";
  return "\n" + paragraph(fmt::format("Sampling will be refused: {} ({}).", e.refusal->message,
                                      e.refusal->suggestion));
}

}  // namespace

std::string to_text(const Explanation& e) {
  std::string text = head(e) + refusal_text(e);
  if (e.parts.empty()) return text;
  text += "\n" + table(e);
  text += fmt::format("\nPredicted cost of a gradient: about {} operations before, {} after.\n",
                      estimate(e.cost_before), estimate(e.cost_after));
  for (const BlockNote& block : e.blocks) text += block_text(e, block);
  return text + recovery_list(e) + alternatives_text(e) + coordinates_text(e);
}

}  // namespace autumn::explainer
