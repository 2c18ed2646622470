// This file is stansummary: the table of what every variable came out as, on the screen and as CSV.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/display_name.h"
#include "base/words.h"
#include "cmdstan/summary_table.h"
#include "cmdstan/summary_tool.h"
#include "output/files/text_files.h"

namespace autumn::cmdstan {
namespace {

std::string number_text(double x, int digits) {
  return std::isnan(x) ? "nan" : fmt::format("{:.{}g}", x, digits);
}

std::string screen_table(const SummaryTable& table, int digits) {
  std::size_t name_width = 0;
  for (const TableRow& row : table.rows) name_width = std::max(name_width, row.name.size());
  std::vector<std::vector<std::string>> cells;
  std::vector<std::size_t> widths;
  for (const std::string& heading : table.headings) widths.push_back(heading.size());
  for (const TableRow& row : table.rows) {
    std::vector<std::string>& line = cells.emplace_back();
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      line.push_back(number_text(row.numbers[c], digits));
      widths[c] = std::max(widths[c], line.back().size());
    }
  }
  std::string text = fmt::format("{:{}}", "", name_width);
  for (std::size_t c = 0; c < widths.size(); ++c) {
    text += fmt::format("  {:>{}}", table.headings[c], widths[c]);
  }
  text += "\n\n";
  bool was_sampler = true;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const bool is_sampler = table.rows[r].name.ends_with("__");
    if (was_sampler && !is_sampler && r > 0) text += '\n';
    was_sampler = is_sampler;
    text += fmt::format("{:<{}}", table.rows[r].name, name_width);
    for (std::size_t c = 0; c < widths.size(); ++c) {
      text += fmt::format("  {:>{}}", cells[r][c], widths[c]);
    }
    text += '\n';
  }
  return text;
}

std::string times_line(std::string_view what, const std::vector<double>& seconds) {
  std::vector<std::string> parts;
  double total = 0.0;
  for (const double s : seconds) {
    parts.push_back(fmt::format("{:.2g}", s));
    total += s;
  }
  if (seconds.size() == 1) return fmt::format("{} took {} seconds\n", what, parts[0]);
  return fmt::format("{} took ({}) seconds, {:.2g} seconds total\n", what, fmt::join(parts, ", "),
                     total);
}

std::string heading_text(const Chains& chains, const SummaryTable& table) {
  const output::CsvFile& first = chains.files[0];
  const auto value = [&](std::string_view key, std::string_view usual) {
    return output::find_value(first, key).value_or(std::string(usual));
  };
  std::string text = fmt::format("Inference for Stan model: {}\n", value("model", "model"));
  const std::size_t n = chains.draws.size();
  text += fmt::format("{}: each with iter={}; warmup={}; thin={}; {} iterations saved.\n\n",
                      counted(n, "chain"), value("num_samples", std::to_string(table.length)),
                      value("num_warmup", "0"), value("thin", "1"), n * table.length);
  std::vector<double> warmup, sampling;
  for (const output::CsvFile& file : chains.files) {
    if (!file.times) continue;
    warmup.push_back(file.times->warmup_seconds);
    sampling.push_back(file.times->sampling_seconds);
  }
  if (warmup.empty()) return text;
  return text + times_line("Warmup", warmup) + times_line("Sampling", sampling) + "\n";
}

std::string closing_text(const Chains& chains) {
  const output::CsvFile& first = chains.files[0];
  return fmt::format(
      "Samples were drawn using {} with {}.\n"
      "For each parameter, ESS_bulk and ESS_tail measure the effective sample size for the entire "
      "sample (bulk) and for the .05 and .95 tails (tail), \n"
      "and R_hat measures the potential scale reduction on split chains. At convergence R_hat will "
      "be very close to 1.00.\n",
      output::find_value(first, "algorithm").value_or("hmc"),
      output::find_value(first, "engine").value_or("nuts"));
}

std::string csv_text(const Chains& chains, const SummaryTable& table, int digits) {
  std::string text = fmt::format("name,{}\n", fmt::join(table.headings, ","));
  for (const TableRow& row : table.rows) {
    text += fmt::format("\"{}\"", row.name);
    for (const double x : row.numbers) text += "," + number_text(x, digits);
    text += '\n';
  }
  std::string comments = heading_text(chains, table) + closing_text(chains);
  std::string commented = "# ";
  for (const char c : comments) {
    commented += c;
    if (c == '\n') commented += "# ";
  }
  return text + commented + "\n";
}

// Of one chain, by variable: the autocorrelations up to where they are noise.
std::string autocorrelation_text(const Chains& chains, const SummaryTable& table,
                                 std::size_t chain) {
  const DrawTable& draws = chains.draws[chain - 1];
  const std::size_t lags = std::min<std::size_t>(table.length, 30);
  std::string text = fmt::format("Displaying the autocorrelations for chain {}:\n\n Lag", chain);
  for (const std::string& name : draws.names()) text += fmt::format("  {:>12}", display_name(name));
  text += '\n';
  for (std::size_t lag = 0; lag < lags; ++lag) {
    text += fmt::format("{:4}", lag);
    for (std::size_t c = 0; c < draws.columns(); ++c) {
      const std::vector<double> x = draws.column(c);
      double mean = 0.0, variance = 0.0, shared = 0.0;
      for (const double v : x) mean += v / static_cast<double>(x.size());
      for (std::size_t r = 0; r < x.size(); ++r) {
        variance += (x[r] - mean) * (x[r] - mean);
        if (r + lag < x.size()) shared += (x[r] - mean) * (x[r + lag] - mean);
      }
      text += fmt::format("  {:>12.4g}", shared / variance);
    }
    text += '\n';
  }
  return text + "\n";
}

int complain_of(const Error& error) {
  std::printf("%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int run_stansummary(std::span<const std::string> words) {
  const Result<SummaryRequest> parsed = parse_summary(words);
  if (!parsed) return complain_of(parsed.error());
  const SummaryRequest& request = parsed.value();
  if (request.wants_help || request.files.empty()) {
    std::fputs(std::string(kSummaryUsage).c_str(), stdout);
    return request.wants_help ? 0 : 1;
  }
  const auto chains = read_chains(request.files);
  if (!chains) return complain_of(chains.error());
  const SummaryTable table = summary_table(chains.value(), request);
  if (table.rows.empty()) {
    return complain_of({.message = fmt::format("--include_param: Unrecognized parameter(s): '{}'",
                                               fmt::join(request.included, "', '")),
                        .suggestion = {},
                        .where = {}});
  }
  if (request.autocorrelation &&
      (*request.autocorrelation < 1 || *request.autocorrelation > request.files.size())) {
    return complain_of({.message = fmt::format("Option --autocorr: {} not a valid chain id.",
                                               *request.autocorrelation),
                        .suggestion = {},
                        .where = {}});
  }
  constexpr int kOnScreen = 2, kInFile = 6;
  std::fputs(heading_text(chains.value(), table).c_str(), stdout);
  std::fputs(screen_table(table, request.digits.value_or(kOnScreen)).c_str(), stdout);
  std::printf("\n%s", closing_text(chains.value()).c_str());
  if (request.autocorrelation) {
    std::fputs(autocorrelation_text(chains.value(), table, *request.autocorrelation).c_str(),
               stdout);
  }
  if (request.csv.empty()) return 0;
  const Status status = output::write_text(
      request.csv, csv_text(chains.value(), table, request.digits.value_or(kInFile)));
  return status ? 0 : complain_of(status.error());
}

}  // namespace autumn::cmdstan
