// Writes one chain's draws to a file in CmdStan's CSV format.
#include "output/csv_writer.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "output/number_text.h"

namespace autumn::output {
namespace {

// cmdstanpy refuses these columns with a decimal point, and no precision may turn 1023 into 1e+03.
bool is_integer_column(std::string_view name) {
  return name == "treedepth__" || name == "n_leapfrog__" || name == "divergent__";
}

std::string suggestion_for(int error_number, const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  switch (error_number) {
    case ENOENT:
      return fmt::format("Create the directory '{}' first, or choose another output file.", folder);
    case EACCES:
    case EPERM:
    case EROFS: return "Choose an output file in a directory you may write to.";
    case EISDIR: return "This is a directory: add a file name to it.";
    case ENOSPC:
    case EDQUOT:
      return "The disk is full: make room, or choose another disk. The draws already written are "
             "kept.";
    default: return "Choose another output file.";
  }
}

Error write_error(int error_number, const std::string& path) {
  return {fmt::format("cannot write '{}': {}", path, std::generic_category().message(error_number)),
          suggestion_for(error_number, path),
          {}};
}

}  // namespace

CsvWriter::CsvWriter(std::string path, File file, const FlushPolicy& policy)
    : path_(std::move(path)), file_(std::move(file)), policy_(policy), last_flush_(Clock::now()) {
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // `pending_` is the buffer
}

CsvWriter::~CsvWriter() {
  if (file_ != nullptr) static_cast<void>(flush());
}

Result<CsvWriter> CsvWriter::open(const std::string& path, const RunConfiguration& run,
                                  std::span<const std::string> columns, const FlushPolicy& policy) {
  errno = 0;
  File file(std::fopen(path.c_str(), "wb"));
  if (file == nullptr) return write_error(errno, path);
  CsvWriter writer(path, std::move(file), policy);
  writer.precision_ = run.sig_figs;
  writer.has_adaptation_ = run.algorithm == Algorithm::kHmc;
  for (const std::string& name : columns) writer.is_integer_.push_back(is_integer_column(name));
  writer.pending_ = header_text(run) + fmt::format("{}\n", fmt::join(columns, ","));
  if (const Status status = writer.flush(); !status) return status.error();
  return writer;
}

Status CsvWriter::append(std::span<const double> row) {
  AUTUMN_CHECK(row.size() == is_integer_.size(), "a row has one number per column");
  if (!status_) return status_;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (is_integer_[k])
      append_integer(pending_, row[k]);
    else
      append_number(pending_, row[k], precision_);
    pending_ += ',';
  }
  if (row.empty())
    pending_ += '\n';
  else
    pending_.back() = '\n';
  return flush_if_due();
}

void CsvWriter::append_matrix_row(std::span<const double> row) {
  pending_ += "# ";
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k > 0) pending_ += ", ";
    append_number(pending_, row[k], precision_);
  }
  pending_ += '\n';
}

Status CsvWriter::write_adaptation(const Adaptation& adaptation) {
  AUTUMN_CHECK(has_adaptation_, "fixed_param has no adaptation block");
  pending_ += "# Adaptation terminated\n# Step size = ";
  append_number(pending_, adaptation.stepsize, precision_);
  const std::span<const double> values = adaptation.inverse_metric;
  switch (adaptation.metric) {
    case MetricKind::kUnit: pending_ += "\n# No free parameters for unit metric\n"; break;
    case MetricKind::kDiagonal:
      // Nothing sampled leaves an empty line, as CmdStan does since 2.36.
      pending_ += "\n# Diagonal elements of inverse mass matrix:\n";
      append_matrix_row(values);
      break;
    case MetricKind::kDense: {
      const auto n = static_cast<std::size_t>(std::llround(std::sqrt(values.size())));
      AUTUMN_CHECK(n * n == values.size(), "a dense metric is square");
      pending_ += "\n# Elements of inverse mass matrix:\n";
      for (std::size_t r = 0; r < n; ++r) append_matrix_row(values.subspan(r * n, n));
      break;
    }
  }
  return flush();
}

Status CsvWriter::write_times(const ElapsedTimes& times) {
  pending_ += fmt::format(
      "# \n#  Elapsed Time: {:g} seconds (Warm-up)\n#                {:g} seconds (Sampling)\n"
      "#                {:g} seconds (Total)\n# \n",
      times.warmup_seconds, times.sampling_seconds, times.warmup_seconds + times.sampling_seconds);
  return flush();
}

Status CsvWriter::fail(int error_number) {
  status_ = write_error(error_number, path_);
  pending_.clear();
  return status_;
}

Status CsvWriter::flush() {
  if (!status_) return status_;
  AUTUMN_CHECK(file_ != nullptr, "the file is still open");
  errno = 0;
  const std::size_t written = std::fwrite(pending_.data(), 1, pending_.size(), file_.get());
  if (written != pending_.size()) return fail(errno);
  pending_.clear();
  last_flush_ = Clock::now();
  return Done{};
}

Status CsvWriter::flush_if_due() {
  const bool due =
      pending_.size() >= policy_.bytes || Clock::now() - last_flush_ >= policy_.interval;
  return due ? flush() : Status(Done{});
}

Status CsvWriter::close() {
  if (file_ == nullptr) return status_;
  const Status flushed = flush();
  // Some file systems report a full disk only here.
  errno = 0;
  const bool closed = std::fclose(file_.release()) == 0;
  if (!flushed) return flushed;
  return closed ? Status(Done{}) : fail(errno);
}

}  // namespace autumn::output
