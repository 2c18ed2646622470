// This file is stansummary: the table of what every variable came out as, on the screen and as CSV.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/display_name.h"
#include "cmdstan/summary_tool.h"
#include "output/diagnostics/diagnostics.h"
#include "output/files/draw_file.h"
#include "output/files/text_files.h"
#include "output/report/summary.h"

namespace autumn::cmdstan {
namespace {

constexpr std::string_view kSummaryUsage =
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

std::vector<std::string> percentages(const std::string& text) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : text + ",") {
    if (c != ',' && c != ' ' && c != '"') {
      part += c;
    } else if (!part.empty()) {
      parts.push_back(std::exchange(part, {}));
    }
  }
  return parts;
}

class SummaryWords {
 public:
  explicit SummaryWords(std::span<const std::string> words) : words_(words) {}

  Result<SummaryRequest> run() {
    for (next_ = 0; next_ < words_.size(); ++next_) {
      const std::string& word = words_[next_];
      std::string value;
      if (word == "-h" || word == "--help")
        request_.wants_help = true;
      else if (take(word, "-p", "--percentiles", value))
        request_.percentiles = percentages(value);
      else if (take(word, "-c", "--csv_filename", value))
        request_.csv = value;
      else if (take(word, "-i", "--include_param", value))
        request_.included.push_back(value);
      else if (take(word, "-s", "--sig_figs", value))
        request_.digits = std::atoi(value.c_str());
      else if (take(word, "-a", "--autocorr", value))
        request_.autocorrelation = static_cast<std::size_t>(std::atoi(value.c_str()));
      else if (word.starts_with("-"))
        return Error{.message = fmt::format("stansummary: unknown option `{}`", word),
                     .suggestion = "stansummary --help lists the options",
                     .where = {}};
      else
        request_.files.push_back(word);
    }
    return checked();
  }

 private:
  bool take(const std::string& word, std::string_view brief, std::string_view name,
            std::string& value) {
    if (word == brief || word == name) {
      if (next_ + 1 < words_.size()) value = words_[++next_];
      return true;
    }
    if (!word.starts_with(name) || word.size() == name.size() || word[name.size()] != '=') {
      return false;
    }
    value = word.substr(name.size() + 1);
    return true;
  }

  Result<SummaryRequest> checked() {
    double before = -1.0;
    for (const std::string& text : request_.percentiles) {
      const double percent = std::atof(text.c_str());
      if (!(percent > before && percent >= 0.0 && percent <= 100.0)) {
        return Error{.message = fmt::format("Option --percentiles {}: values must be in range (0, "
                                            "100), inclusive, and strictly increasing.",
                                            fmt::join(request_.percentiles, ",")),
                     .suggestion = {},
                     .where = {}};
      }
      before = percent;
    }
    if (request_.digits && (*request_.digits < 1 || *request_.digits > 18)) {
      return Error{
          .message = "Option --sig_figs: must be between 1 and 18", .suggestion = {}, .where = {}};
    }
    return request_;
  }

  std::span<const std::string> words_;
  std::size_t next_ = 0;
  SummaryRequest request_;
};

struct Chains {
  std::vector<output::CsvFile> files;
  std::vector<DrawTable> draws;  // of equal length
};

Result<Chains> read_chains(const std::vector<std::string>& files) {
  Chains chains;
  for (const std::string& path : files) {
    std::error_code code;
    if (!std::filesystem::exists(path, code)) {
      return Error{.message = "File does not exist: " + path, .suggestion = {}, .where = {}};
    }
    auto file = output::read_draws(path);
    if (!file) return file.error();
    if (file.value().content.draws.rows() == 0) {
      return Error{
          .message = fmt::format("Error during processing. No sampling draws found in Stan "
                                 "CSV file: {}.",
                                 path),
          .suggestion = {},
          .where = {}};
    }
    chains.draws.push_back(std::move(file.value().content.draws));
    chains.files.push_back(std::move(file.value().content));
  }
  return chains;
}

// First index fastest is how files have them; people read matrices row by row.
struct ColumnOfTable {
  std::size_t column = 0;
  std::string name;
};

std::string base_of(const std::string& column) {
  return column.substr(0, column.find_first_of(".:"));
}

std::vector<ColumnOfTable> columns_to_show(const DrawTable& draws, const SummaryRequest& request) {
  std::vector<ColumnOfTable> columns;
  for (std::size_t c = 0; c < draws.columns(); ++c) {
    const std::string& name = draws.names()[c];
    const std::string shown = display_name(name);
    const bool is_wanted =
        request.included.empty() ||
        std::ranges::find(request.included, name) != request.included.end() ||
        std::ranges::find(request.included, shown) != request.included.end() ||
        std::ranges::find(request.included, base_of(name)) != request.included.end();
    if (is_wanted) columns.push_back({c, shown});
  }
  const auto indices = [&](const ColumnOfTable& column) {
    std::vector<long> numbers;
    const std::string& name = draws.names()[column.column];
    for (std::size_t at = name.find('.'); at != std::string::npos; at = name.find('.', at + 1)) {
      numbers.push_back(std::atol(name.c_str() + at + 1));
    }
    return numbers;
  };
  for (auto begin = columns.begin(); begin != columns.end();) {
    const std::string base = base_of(draws.names()[begin->column]);
    auto end = begin;
    while (end != columns.end() && base_of(draws.names()[end->column]) == base) ++end;
    const bool is_plain = std::all_of(begin, end, [&](const ColumnOfTable& c) {
      return draws.names()[c.column].find(':') == std::string::npos;
    });
    if (is_plain) {
      std::stable_sort(begin, end, [&](const ColumnOfTable& a, const ColumnOfTable& b) {
        return indices(a) < indices(b);
      });
    }
    begin = end;
  }
  return columns;
}

std::vector<double> sorted_draws(const output::ChainMatrix& x) {
  std::vector<double> all(x.values.begin(), x.values.end());
  std::ranges::sort(all);
  return all;
}

// As R's quantile() and CmdStan have it.
double quantile_of(const std::vector<double>& sorted, double probability) {
  const double place = probability * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  const double share = place - static_cast<double>(low);
  return share == 0.0 ? sorted[low] : (1.0 - share) * sorted[low] + share * sorted[high];
}

double median_deviation(std::vector<double> sorted) {
  const double middle = quantile_of(sorted, 0.5);
  for (double& x : sorted) x = std::abs(x - middle);
  std::ranges::sort(sorted);
  constexpr double kToDeviation = 1.4826;
  return kToDeviation * quantile_of(sorted, 0.5);
}

struct TableRow {
  std::string name;
  std::vector<double> numbers;
};

class Table {
 public:
  Table(const Chains& chains, const SummaryRequest& request) : chains_(chains), request_(request) {
    length_ = chains.draws[0].rows();
    for (const DrawTable& draws : chains.draws) length_ = std::min(length_, draws.rows());
    headings_ = {"Mean", "MCSE", "StdDev", "MAD"};
    for (const std::string& p : request.percentiles) headings_.push_back(p + "%");
    for (const char* name : {"ESS_bulk", "ESS_tail", "R_hat"}) headings_.emplace_back(name);
    for (const ColumnOfTable& column : columns_to_show(chains.draws[0], request)) add(column);
  }

  [[nodiscard]] const std::vector<std::string>& headings() const { return headings_; }
  [[nodiscard]] const std::vector<TableRow>& rows() const { return rows_; }
  [[nodiscard]] std::size_t length() const { return length_; }

 private:
  void add(const ColumnOfTable& column) {
    std::vector<double> values;
    for (const DrawTable& draws : chains_.draws) {
      for (std::size_t r = 0; r < length_; ++r) values.push_back(draws.at(r, column.column));
    }
    const output::ChainMatrix x{.values = values, .chains = chains_.draws.size()};
    output::Diagnoser diagnoser(chains_.draws.size(), length_);
    const output::VariableSummary s = diagnoser.summarise(x);
    const std::vector<double> sorted = sorted_draws(x);
    TableRow row{column.name, {s.mean, s.mcse, s.sd, median_deviation(sorted)}};
    for (const std::string& p : request_.percentiles) {
      row.numbers.push_back(quantile_of(sorted, std::atof(p.c_str()) / 100.0));
    }
    row.numbers.insert(row.numbers.end(), {s.ess_bulk, s.ess_tail, s.rhat});
    rows_.push_back(std::move(row));
  }

  const Chains& chains_;
  const SummaryRequest& request_;
  std::size_t length_ = 0;
  std::vector<std::string> headings_;
  std::vector<TableRow> rows_;
};

std::string number_text(double x, int digits) {
  return std::isnan(x) ? "nan" : fmt::format("{:.{}g}", x, digits);
}

std::string screen_table(const Table& table, int digits) {
  std::size_t name_width = 0;
  for (const TableRow& row : table.rows()) name_width = std::max(name_width, row.name.size());
  std::vector<std::vector<std::string>> cells;
  std::vector<std::size_t> widths;
  for (const std::string& heading : table.headings()) widths.push_back(heading.size());
  for (const TableRow& row : table.rows()) {
    std::vector<std::string>& line = cells.emplace_back();
    for (std::size_t c = 0; c < row.numbers.size(); ++c) {
      line.push_back(number_text(row.numbers[c], digits));
      widths[c] = std::max(widths[c], line.back().size());
    }
  }
  std::string text = fmt::format("{:{}}", "", name_width);
  for (std::size_t c = 0; c < widths.size(); ++c) {
    text += fmt::format("  {:>{}}", table.headings()[c], widths[c]);
  }
  text += "\n\n";
  bool was_sampler = true;
  for (std::size_t r = 0; r < table.rows().size(); ++r) {
    const bool is_sampler = table.rows()[r].name.ends_with("__");
    if (was_sampler && !is_sampler && r > 0) text += '\n';
    was_sampler = is_sampler;
    text += fmt::format("{:<{}}", table.rows()[r].name, name_width);
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

std::string heading_text(const Chains& chains, const Table& table) {
  const output::CsvFile& first = chains.files[0];
  const auto value = [&](std::string_view key, std::string_view usual) {
    return output::find_value(first, key).value_or(std::string(usual));
  };
  std::string text = fmt::format("Inference for Stan model: {}\n", value("model", "model"));
  const std::size_t n = chains.draws.size();
  text += fmt::format("{} chain{}: each with iter={}; warmup={}; thin={}; {} iterations saved.\n\n",
                      n, n == 1 ? "" : "s", value("num_samples", std::to_string(table.length())),
                      value("num_warmup", "0"), value("thin", "1"), n * table.length());
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

std::string csv_text(const Chains& chains, const Table& table, int digits) {
  std::string text = fmt::format("name,{}\n", fmt::join(table.headings(), ","));
  for (const TableRow& row : table.rows()) {
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
std::string autocorrelation_text(const Chains& chains, const Table& table, std::size_t chain) {
  const DrawTable& draws = chains.draws[chain - 1];
  const std::size_t lags = std::min<std::size_t>(table.length(), 30);
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
  const Result<SummaryRequest> parsed = SummaryWords(words).run();
  if (!parsed) return complain_of(parsed.error());
  const SummaryRequest& request = parsed.value();
  if (request.wants_help || request.files.empty()) {
    std::fputs(std::string(kSummaryUsage).c_str(), stdout);
    return request.wants_help ? 0 : 1;
  }
  const auto chains = read_chains(request.files);
  if (!chains) return complain_of(chains.error());
  const Table table(chains.value(), request);
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
