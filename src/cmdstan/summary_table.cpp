// This file computes the table of stansummary from files of draws.
#include "cmdstan/summary_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "base/display_name.h"
#include "output/diagnostics/diagnostics.h"
#include "output/files/draw_file.h"
#include "output/report/summary.h"

namespace autumn::cmdstan {
namespace {

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

class TableMaking {
 public:
  TableMaking(const Chains& chains, const SummaryRequest& request)
      : chains_(chains), request_(request) {
    table_.length = chains.draws[0].rows();
    for (const DrawTable& draws : chains.draws)
      table_.length = std::min(table_.length, draws.rows());
    table_.headings = {"Mean", "MCSE", "StdDev", "MAD"};
    for (const std::string& p : request.percentiles) table_.headings.push_back(p + "%");
    for (const char* name : {"ESS_bulk", "ESS_tail", "R_hat"}) table_.headings.emplace_back(name);
    for (const ColumnOfTable& column : columns_to_show(chains.draws[0], request)) add(column);
  }

  [[nodiscard]] SummaryTable take() { return std::move(table_); }

 private:
  void add(const ColumnOfTable& column) {
    std::vector<double> values;
    for (const DrawTable& draws : chains_.draws) {
      for (std::size_t r = 0; r < table_.length; ++r) values.push_back(draws.at(r, column.column));
    }
    const output::ChainMatrix x{.values = values, .chains = chains_.draws.size()};
    output::Diagnoser diagnoser(chains_.draws.size(), table_.length);
    const output::VariableSummary s = diagnoser.summarise(x);
    const std::vector<double> sorted = sorted_draws(x);
    TableRow row{column.name, {s.mean, s.mcse, s.sd, median_deviation(sorted)}};
    for (const std::string& p : request_.percentiles) {
      row.numbers.push_back(quantile_of(sorted, std::atof(p.c_str()) / 100.0));
    }
    row.numbers.insert(row.numbers.end(), {s.ess_bulk, s.ess_tail, s.rhat});
    table_.rows.push_back(std::move(row));
  }

  const Chains& chains_;
  const SummaryRequest& request_;
  SummaryTable table_;
};

}  // namespace

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
  std::vector<const DrawTable*> tables;
  for (const DrawTable& draws : chains.draws) tables.push_back(&draws);
  if (const Status same = output::check_same_columns(tables); !same) return same.error();
  return chains;
}

SummaryTable summary_table(const Chains& chains, const SummaryRequest& request) {
  return TableMaking(chains, request).take();
}

}  // namespace autumn::cmdstan
