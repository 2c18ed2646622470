// What a program says at points: print() of what is sampled at every evaluation of the density,
// print() of what is integrated out once per draw, and why a point is refused.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/prepare.h"
#include "evaluate/evaluator.h"
#include "trace/generated/model_reports.h"

namespace autumn::engine {

// Whether a program says anything where its density is evaluated.
[[nodiscard]] bool speaks_at_points(const trace::GeneratedProgram& program);

// Told why the program refuses a point: what reject() said, or which argument is not allowed.
using RefusalObserver = std::function<void(const Error&)>;

// One per thread; both must outlive it. Lines go to the print of the program, and beyond some
// number of them the program is not asked any more.
class PointReports {
 public:
  PointReports(const Prepared& prepared, const trace::GeneratedProgram& program);

  // From now on refusals are told here, and not printed.
  void tell_refusals_to(RefusalObserver observer) { observer_ = std::move(observer); }

  // The density at an unconstrained point is `value`. The program runs again there, with what is
  // integrated out unknown, if it prints, or if it may have refused the point.
  void at_evaluation(std::span<const double> point, double value);
  // What could not be said at evaluations. `drawn` begins with all parameters.
  void at_draw(std::span<const double> drawn);

  [[nodiscard]] const std::optional<Error>& fatal_error() const { return fatal_error_; }

 private:
  void print(const std::string& line);
  void tell_refusal(const trace::PointReport& report);

  const Prepared& prepared_;
  const trace::GeneratedProgram& program_;
  trace::ModelReporter reporter_;
  evaluate::Evaluator values_;            // of what is sampled
  std::vector<std::size_t> starts_;       // of the parameters, among all their numbers
  std::vector<double> numbers_;           // of all parameters
  std::vector<std::uint8_t> is_sampled_;  // one of these
  std::int64_t lines_ = 0;
  std::int64_t refusals_ = 0;
  std::int64_t questions_ = 0;
  RefusalObserver observer_;
  std::optional<Error> fatal_error_;
};

}  // namespace autumn::engine
