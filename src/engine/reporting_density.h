// The density as chains and methods evaluate it: the program says there what it has to say.
#pragma once

#include <limits>
#include <optional>

#include "base/stopped.h"
#include "engine/evaluated_density.h"
#include "engine/rows/point_reports.h"

namespace autumn::engine {

// For programs with print(), reject() or fatal_error(); others are evaluated as ever.
class ReportingDensity final : public EvaluatedDensity {
 public:
  // What stands for values after the run was asked to stop.
  static constexpr double kNotEvaluated = std::numeric_limits<double>::quiet_NaN();

  // Once `stop` is raised nothing is evaluated, so that a long transition ends: what comes of it
  // is not kept.
  explicit ReportingDensity(const Prepared& prepared, StopFlag stop = nullptr, Team* team = nullptr)
      : EvaluatedDensity(prepared, team), prepared_(prepared), stop_(stop) {
    if (speaks_at_points(prepared.generated.program)) make_reports();
  }

  // From now on, of any program that has its data still.
  void tell_refusals_to(RefusalObserver observer) {
    if (prepared_.generated.program.globals.empty()) return;
    if (!reports_) make_reports();
    reports_->tell_refusals_to(std::move(observer));
  }

  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    if (is_stopped()) return kNotEvaluated;
    const double value = EvaluatedDensity::evaluate(x, gradient);
    if (reports_) reports_->at_evaluation(x, value);
    return value;
  }
  [[nodiscard]] double value(std::span<const double> x, std::span<double> spare) override {
    if (is_stopped()) return kNotEvaluated;
    const double value = EvaluatedDensity::value_at(x, spare);
    if (reports_) reports_->at_evaluation(x, value);
    return value;
  }

  // For those who evaluate the density in other coordinates: whether they are to tell where, and
  // of a point as it is written.
  [[nodiscard]] bool has_reports() const { return reports_.has_value(); }
  void report(std::span<const double> x, double value) { reports_->at_evaluation(x, value); }

  [[nodiscard]] bool is_stopped() const { return is_raised(stop_); }

  // What fatal_error() said at a point: whoever evaluates is to end.
  [[nodiscard]] std::optional<Error> fatal_error() const {
    return reports_ ? reports_->fatal_error() : std::nullopt;
  }

 private:
  void make_reports() { reports_.emplace(prepared_, prepared_.generated.program); }

  const Prepared& prepared_;
  StopFlag stop_;
  std::optional<PointReports> reports_;
};

}  // namespace autumn::engine
