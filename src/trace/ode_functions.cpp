// The functions ode_* and integrate_ode_* of the language.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trace/higher_order.h"
#include "trace/interpreter.h"
#include "trace/ode_kernel.h"

namespace autumn::trace {
namespace {

// Stan's defaults.
OdeSettings default_settings(std::string_view function) {
  if (function.find("bdf") != std::string_view::npos) return {OdeMethod::kBdf, 1e-10, 1e-10, 1e8};
  if (function.find("adams") != std::string_view::npos) {
    return {OdeMethod::kAdams, 1e-10, 1e-10, 1e8};
  }
  const bool is_cash_karp = function.find("ckrk") != std::string_view::npos;
  return {is_cash_karp ? OdeMethod::kCashKarp : OdeMethod::kDormandPrince, 1e-6, 1e-6, 1e6};
}

void check_finite(std::string_view function, std::string_view what, const Value& x) {
  if (!x.is_known()) return;
  for (const double number : x.numbers()) {
    if (!std::isfinite(number)) {
      fail(fmt::format("{}: {} must be finite, but it is {}", function, what, number));
    }
  }
}

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

void check(std::string_view function, const OdeCall& call) {
  check_finite(function, "the initial state", call.initial);
  if (call.initial.size() == 0) fail(fmt::format("{}: there are no states", function));
  check_times(function, call);
  check_positive(function, "the relative tolerance", call.settings.relative_tolerance);
  check_positive(function, "the absolute tolerance", call.settings.absolute_tolerance);
  check_positive(function, "the number of steps", call.settings.max_steps);
}

// A point of the right kind, to find mistakes of the function before sampling starts. Unknown
// numbers are 1, which is in most domains.
std::vector<double> some_numbers(const Value& x) {
  if (!x.is_known()) return std::vector<double>(x.size(), 1.0);
  return {x.numbers().begin(), x.numbers().end()};
}

void trace_once(const RightSide& right_side, const OdeCall& call) {
  const std::vector<double> y = some_numbers(call.initial);
  std::size_t count = 0;
  for (const std::size_t size : right_side.parameter_sizes()) count += size;
  const std::vector<double> parameters(count, 1.0);
  try {
    (void)right_side.path_for({some_numbers(call.initial_time)[0], y, parameters}, nullptr);
  } catch (const RuntimeError& error) {
    if (!error.is_reject) throw;
  }
}

Value solve_call(const BuiltinCall& call, const OdeCall& problem,
                 std::span<const Value> arguments) {
  check(call.syntax.name, problem);
  std::vector<Value> all{Value::real(0.0), problem.initial};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const int function = function_argument(call, 0, all);
  auto right_side = std::make_shared<const RightSide>(RightSide::Call{
      call.interpreter.program(), function, problem.initial, {arguments.begin(), arguments.end()}});
  trace_once(*right_side, problem);
  return solve_ode(call.machine, std::move(right_side), problem, arguments, call.type);
}

void set_tolerances(OdeSettings& settings, std::span<const Value> tolerances) {
  settings.relative_tolerance = tolerances[0].number();
  settings.absolute_tolerance = tolerances[1].number();
  settings.max_steps = tolerances[2].number();
}

// The adjoint solver gets its gradient backwards; here the forward one serves, with the tolerances
// of the forward pass.
void set_adjoint_control(OdeSettings& settings, std::span<const Value> control) {
  const auto absolute = control[1].numbers();
  constexpr double kAdams = 1.0;
  settings.method = control[9].number() == kAdams ? OdeMethod::kAdams : OdeMethod::kBdf;
  settings.relative_tolerance = control[0].number();
  settings.absolute_tolerance = *std::min_element(absolute.begin(), absolute.end());
  settings.max_steps = control[6].number();
}

}  // namespace

// (f, y0, t0, ts, control..., arguments...)
Value ode(const BuiltinCall& call) {
  const std::string_view name = call.syntax.name;
  const auto a = call.arguments;
  constexpr std::size_t kAdjointControls = 11;
  OdeCall problem{a[1], a[2], a[3], default_settings(name)};
  std::size_t controls = 0;
  if (name == "ode_adjoint_tol_ctl") {
    controls = kAdjointControls;
    set_adjoint_control(problem.settings, a.subspan(4, controls));
  } else if (name.ends_with("_tol")) {
    controls = 3;
    set_tolerances(problem.settings, a.subspan(4, controls));
  }
  return solve_call(call, problem, a.subspan(4 + controls));
}

// (f, y0, t0, ts, theta, x_r, x_i [, relative, absolute, max_steps])
Value integrate_ode(const BuiltinCall& call) {
  const auto a = call.arguments;
  OdeCall problem{a[1], a[2], a[3], default_settings(call.syntax.name)};
  if (a.size() > 7) set_tolerances(problem.settings, a.subspan(7, 3));
  return solve_call(call, problem, a.subspan(4, 3));
}

}  // namespace autumn::trace
