// The table of stansummary: means, errors, quantiles and effective sizes.
#pragma once

#include <string>
#include <vector>

#include "base/draws.h"
#include "base/error.h"
#include "cmdstan/summary_request.h"
#include "output/files/csv_reader.h"

namespace autumn::cmdstan {

struct TableRow {
  std::string name;
  std::vector<double> numbers;
};

// Files of draws, and their draws.
struct Chains {
  std::vector<output::CsvFile> files;
  std::vector<DrawTable> draws;  // of equal length
};

[[nodiscard]] Result<Chains> read_chains(const std::vector<std::string>& files);

// What every variable came out as, one row each, over the common length of the chains.
struct SummaryTable {
  std::vector<std::string> headings;
  std::vector<TableRow> rows;
  std::size_t length = 0;  // of each chain
};
[[nodiscard]] SummaryTable summary_table(const Chains& chains, const SummaryRequest& request);

}  // namespace autumn::cmdstan
