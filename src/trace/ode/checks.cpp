// This file checks the arguments of solvers of differential equations.
#include "trace/ode/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trace/interpreter.h"

namespace autumn::trace {

void check_finite(std::string_view function, std::string_view what, const Value& x) {
  if (!x.is_known()) return;
  for (const double number : x.numbers()) {
    if (!std::isfinite(number)) {
      fail(fmt::format("{}: {} must be finite, but it is {}", function, what, number));
    }
  }
}

namespace {

void check_positive(std::string_view function, std::string_view what, double x) {
  if (!(x > 0.0)) fail(fmt::format("{}: {} must be positive, but it is {}", function, what, x));
}

void check_times(std::string_view function, const OdeCall& call) {
  check_finite(function, "the initial time", call.initial_time);
  check_finite(function, "the times", call.times);
  if (call.times.size() == 0) fail(fmt::format("{}: there are no output times", function));
  if (!call.times.is_known()) return;
  const auto times = call.times.numbers();
  if (!std::is_sorted(times.begin(), times.end())) {
    fail(fmt::format("{}: the times must be in increasing order", function));
  }
  if (call.initial_time.is_known() && !(call.initial_time.number() < times[0])) {
    fail(fmt::format("{}: the initial time {} must be less than the first output time {}", function,
                     call.initial_time.number(), times[0]));
  }
}

// A point of the right kind. Unknown numbers are 1, which is in most domains.
std::vector<double> some_numbers(const Value& x) {
  if (!x.is_known()) return std::vector<double>(x.size(), 1.0);
  return {x.numbers().begin(), x.numbers().end()};
}

}  // namespace

void check_problem(std::string_view function, const OdeCall& call) {
  check_finite(function, "the initial state", call.initial);
  if (call.initial.size() == 0) fail(fmt::format("{}: there are no states", function));
  check_times(function, call);
  check_positive(function, "the relative tolerance", call.settings.relative_tolerance);
  check_positive(function, "the absolute tolerance", call.settings.absolute_tolerance);
  check_positive(function, "the number of steps", call.settings.max_steps);
}

void set_tolerances(solve::OdeSettings& settings, std::span<const Value> tolerances) {
  settings.relative_tolerance = tolerances[0].number();
  settings.absolute_tolerance = tolerances[1].number();
  settings.max_steps = tolerances[2].number();
}

void find_mistakes(const RightSide& right_side, const Value& time, const Value& state) {
  const std::vector<double> y = some_numbers(state);
  std::size_t count = 0;
  for (const std::size_t size : right_side.parameter_sizes()) count += size;
  const std::vector<double> parameters(count, 1.0);
  try {
    (void)right_side.path_for({some_numbers(time)[0], y, parameters}, nullptr);
  } catch (const RuntimeError& error) {
    if (!error.is_reject) throw;
  }
}

}  // namespace autumn::trace
