// This file has the functions ode_* and integrate_ode_* of the language.
#include <algorithm>

#include "trace/functions/higher_order.h"
#include "trace/interpreter.h"
#include "trace/ode/checks.h"
#include "trace/ode/kernel.h"

namespace autumn::trace {
namespace {

// Stan's defaults.
solve::OdeSettings default_settings(std::string_view function) {
  if (function.find("bdf") != std::string_view::npos)
    return {solve::OdeMethod::kBdf, 1e-10, 1e-10, 1e8};
  if (function.find("adams") != std::string_view::npos) {
    return {solve::OdeMethod::kAdams, 1e-10, 1e-10, 1e8};
  }
  const bool is_cash_karp = function.find("ckrk") != std::string_view::npos;
  return {is_cash_karp ? solve::OdeMethod::kCashKarp : solve::OdeMethod::kDormandPrince, 1e-6, 1e-6,
          1e6};
}

Value solve_call(const BuiltinCall& call, const OdeCall& problem,
                 std::span<const Value> arguments) {
  check_problem(call.syntax.name, problem);
  std::vector<Value> all{Value::real(0.0), problem.initial};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const int function = function_argument(call, 0, all);
  auto right_side =
      std::make_shared<const RightSide>(RightSide::Call{call.interpreter.program(),
                                                        call.interpreter.owner(),
                                                        function,
                                                        problem.initial,
                                                        {arguments.begin(), arguments.end()}});
  find_mistakes(*right_side, problem.initial_time, problem.initial);
  return solve_ode(call.machine, std::move(right_side), problem, arguments, call.type);
}

// The adjoint solver gets its gradient backwards; here the forward one serves, with the tolerances
// of the forward pass.
void set_adjoint_control(solve::OdeSettings& settings, std::span<const Value> control) {
  const auto absolute = control[1].numbers();
  constexpr double kAdams = 1.0;
  settings.method =
      control[9].number() == kAdams ? solve::OdeMethod::kAdams : solve::OdeMethod::kBdf;
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
