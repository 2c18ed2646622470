// This file writes one chain's draws to a file in CmdStan's CSV format.
#include "output/files/csv_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "output/files/number_text.h"

namespace autumn::output {
namespace {

// cmdstanpy refuses these columns with a decimal point, and no precision may turn 1023 into 1e+03.
bool is_integer_column(std::string_view name) {
  return name == "treedepth__" || name == "n_leapfrog__" || name == "divergent__";
}

}  // namespace

Result<CsvWriter> CsvWriter::open(const std::string& path, const RunConfiguration& run,
                                  std::span<const std::string> columns, const FlushPolicy& policy) {
  auto file = OutputFile::create(path, policy);
  if (!file) return file.error();
  CsvWriter writer(std::move(file).value());
  if (const Status status = writer.write_head(head_of(run, columns)); !status) {
    return status.error();
  }
  return writer;
}

std::string csv_head(const Head& head) {
  return head.comments + fmt::format("{}\n", fmt::join(head.columns, ","));
}

void CsvWriter::expect(const Head& head) {
  head_size_ = csv_head(head).size();
  precision_ = head.precision;
  is_integer_.clear();
  for (const std::string& name : head.columns) is_integer_.push_back(is_integer_column(name));
}

void CsvWriter::go_on(const Head& head, std::uint32_t checksum) {
  expect(head);
  file_.set_checksum(checksum);
}

Status CsvWriter::write_head(const Head& head) {
  expect(head);
  file_.pending() += csv_head(head);
  Status written = file_.flush();
  file_.set_checksum(0);
  return written;
}

Status CsvWriter::append(std::span<const double> row) {
  AUTUMN_CHECK(row.size() == is_integer_.size(), "a row has one number per column");
  if (!file_.status()) return file_.status();
  std::string& pending = file_.pending();
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (is_integer_[k])
      append_integer(pending, row[k]);
    else
      append_number(pending, row[k], precision_);
    pending += ',';
  }
  if (row.empty())
    pending += '\n';
  else
    pending.back() = '\n';
  return file_.is_due() ? file_.flush() : Status(Done{});
}

// Where nothing is sampled there is no metric: CmdStan leaves the line empty, on which ArviZ fails.
void CsvWriter::append_matrix_row(std::span<const double> row) {
  std::string& pending = file_.pending();
  pending += row.empty() ? "# nan" : "# ";
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k > 0) pending += ", ";
    append_number(pending, row[k], precision_);
  }
  pending += '\n';
}

Status CsvWriter::write_adaptation(const Adaptation& adaptation) {
  std::string& pending = file_.pending();
  pending += "# Adaptation terminated\n# Step size = ";
  append_number(pending, adaptation.stepsize, precision_);
  const std::span<const double> values = adaptation.inverse_metric;
  switch (adaptation.metric) {
    case MetricKind::kUnit: pending += "\n# No free parameters for unit metric\n"; break;
    case MetricKind::kDiagonal:
      pending += "\n# Diagonal elements of inverse mass matrix:\n";
      append_matrix_row(values);
      break;
    case MetricKind::kDense: {
      const auto n = static_cast<std::size_t>(std::llround(std::sqrt(values.size())));
      AUTUMN_CHECK(n * n == values.size(), "a dense metric is square");
      pending += "\n# Elements of inverse mass matrix:\n";
      for (std::size_t r = 0; r < n; ++r) append_matrix_row(values.subspan(r * n, n));
      if (n == 0) append_matrix_row({});
      break;
    }
  }
  return flush();
}

Status CsvWriter::write_times(const ElapsedTimes& times) {
  file_.pending() += fmt::format(
      "# \n#  Elapsed Time: {} seconds (Warm-up)\n#                {} seconds (Sampling)\n"
      "#                {} seconds (Total)\n# \n",
      seconds_text(times.warmup_seconds), seconds_text(times.sampling_seconds),
      seconds_text(times.warmup_seconds + times.sampling_seconds));
  return flush();
}

}  // namespace autumn::output
