// This file asks programs what they say at points.
#include "engine/rows/point_reports.h"

#include <fmt/format.h>

#include <cmath>

namespace autumn::engine {
namespace {

// Of a chain: to say more takes time and helps nobody.
constexpr std::int64_t kMostLines = 10000;
constexpr std::int64_t kMostRefusals = 100;
// Points without a density of which the program is asked why; mostly it has nothing to say.
constexpr std::int64_t kMostQuestions = 1000;

}  // namespace

bool speaks_at_points(const trace::GeneratedProgram& program) {
  return program.has_model_prints || program.has_rejects || program.has_fatal_errors;
}

PointReports::PointReports(const Prepared& prepared, const trace::GeneratedProgram& program)
    : prepared_(prepared),
      program_(program),
      reporter_(program),
      values_(prepared.values),
      numbers_(reporter_.size(), std::nan("")),
      is_sampled_(reporter_.size(), 0) {
  std::size_t next = 0;
  for (const model::Variable& variable : prepared.compressed.variables) {
    starts_.push_back(next);
    next += trace::size_of(variable.dims);
  }
  for (const collapse::KeptElements& kept : prepared.recovery.source.kept) {
    for (const std::uint32_t element : kept.elements) {
      is_sampled_[starts_[kept.variable] + element] = 1;
    }
  }
}

void PointReports::at_evaluation(std::span<const double> point, double value) {
  const bool prints = program_.has_model_prints && lines_ < kMostLines;
  const bool is_curious =
      program_.has_rejects || (observer_ != nullptr && questions_ < kMostQuestions);
  const bool asks_why = !std::isfinite(value) &&
                        (program_.has_fatal_errors || (is_curious && refusals_ < kMostRefusals));
  if (!prints && !asks_why) return;
  values_.run({&point, 1});
  for (std::size_t k = 0; k < prepared_.sampled.variables.size(); ++k) {
    const collapse::KeptElements& kept = prepared_.recovery.source.kept[k];
    const auto numbers = values_.output(k);
    for (std::size_t i = 0; i < kept.elements.size(); ++i) {
      numbers_[starts_[kept.variable] + kept.elements[i]] = numbers[i];
    }
  }
  const trace::PointReport report = reporter_.at(numbers_, is_sampled_);
  for (const trace::PrintedLine& line : report.lines) {
    if (prints && line.is_known) print(line.text);
  }
  if (!asks_why) return;
  ++questions_;
  tell_refusal(report);
}

void PointReports::print(const std::string& line) {
  if (program_.print && ++lines_ <= kMostLines) program_.print(line);
  if (program_.print && lines_ == kMostLines) {
    program_.print(fmt::format("({} lines of print() are enough of one chain)", kMostLines));
  }
}

void PointReports::tell_refusal(const trace::PointReport& report) {
  if (report.is_fatal && !fatal_error_) fatal_error_ = report.error;
  if (observer_) {
    const bool is_told = report.error && !report.is_fatal && ++refusals_ <= kMostRefusals;
    if (is_told) observer_(*report.error);
    return;
  }
  if (!report.is_reject || !program_.print || ++refusals_ > kMostRefusals) return;
  program_.print(
      fmt::format("rejected: {} (line {})", report.error->message, report.error->where.line));
  if (refusals_ == kMostRefusals) {
    program_.print(fmt::format("({} rejections are enough: the rest is not told)", kMostRefusals));
  }
}

// The program takes the same way as at the evaluation, because what decides is sampled: its prints
// come in the same order.
void PointReports::at_draw(std::span<const double> drawn) {
  if (lines_ >= kMostLines) return;
  const auto numbers = drawn.first(reporter_.size());
  const trace::PointReport before = reporter_.at(numbers, is_sampled_);
  const trace::PointReport all = reporter_.at(numbers);
  for (std::size_t k = 0; k < std::min(before.lines.size(), all.lines.size()); ++k) {
    if (!before.lines[k].is_known) print(all.lines[k].text);
  }
}

}  // namespace autumn::engine
