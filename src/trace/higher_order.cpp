// The table of functions of functions, and reduce_sum.
#include "trace/higher_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "stan/signature.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

bool accepts(const stan::Function& function, std::span<const Value> arguments) {
  if (function.parameters.size() != arguments.size()) return false;
  return std::equal(arguments.begin(), arguments.end(), function.parameters.begin(),
                    [](const Value& x, const stan::FunctionParameter& parameter) {
                      return stan::converts(x.type(), parameter.type);
                    });
}

// reduce_sum(f, x, grainsize, ...): one slice, all of x. The grain size is a hint only.
Value reduce_sum(const BuiltinCall& call) {
  const Value& x = call.arguments[1];
  const std::size_t size = x.dims()[0];
  if (!(call.arguments[2].number() >= 1.0)) {
    fail(fmt::format("{}: grainsize must be positive, but it is {}", call.syntax.name,
                     call.arguments[2].number()));
  }
  if (size == 0) return Value::real(0.0);
  std::vector<Value> arguments{x, Value::integer(1.0), Value::integer(static_cast<double>(size))};
  const auto shared = call.arguments.subspan(3);
  arguments.insert(arguments.end(), shared.begin(), shared.end());
  return call.interpreter.call(function_argument(call, 0, arguments), arguments);
}

constexpr BuiltinEntry kEntries[] = {
    {"reduce_sum", reduce_sum},
    {"reduce_sum_static", reduce_sum},
    {"ode_rk45", ode},
    {"ode_ckrk", ode},
    {"ode_adams", ode},
    {"ode_bdf", ode},
    {"ode_rk45_tol", ode},
    {"ode_ckrk_tol", ode},
    {"ode_adams_tol", ode},
    {"ode_bdf_tol", ode},
    {"ode_adjoint_tol_ctl", ode},
    {"integrate_ode", integrate_ode},
    {"integrate_ode_rk45", integrate_ode},
    {"integrate_ode_adams", integrate_ode},
    {"integrate_ode_bdf", integrate_ode},
};

}  // namespace

int function_argument(const BuiltinCall& call, std::size_t place,
                      std::span<const Value> arguments) {
  const auto& variable = std::get<stan::Variable>(call.syntax.arguments[place]->node);
  const std::string name = stan::without_proportionality(variable.name);
  const auto& functions = call.interpreter.program().functions;
  for (std::size_t k = 0; k < functions.size(); ++k) {
    const stan::Function& function = functions[k];
    if (function.name == name && !function.is_forward && accepts(function, arguments)) {
      return static_cast<int>(k);
    }
  }
  fail(fmt::format("{}: the function {} is not defined for these arguments", call.syntax.name,
                   name));
}

std::span<const BuiltinEntry> higher_order_functions() {
  return kEntries;
}

}  // namespace autumn::trace
