// This file is the table of functions of functions, and has reduce_sum.
#include "trace/functions/higher_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "stan/types/leaves.h"
#include "stan/types/signature.h"
#include "trace/indexing.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

// Leaf by leaf: solvers hand on tuples so.
bool accepts(const stan::Function& function, std::span<const Value> arguments) {
  std::vector<stan::Type> wanted;
  std::vector<stan::Type> given;
  const auto add = [](const stan::Type& type, std::vector<stan::Type>& types) {
    for (stan::Type& leaf : stan::leaf_types(type)) types.push_back(std::move(leaf));
  };
  for (const stan::FunctionParameter& parameter : function.parameters) add(parameter.type, wanted);
  for (const Value& x : arguments) add(x.type(), given);
  return std::ranges::equal(given, wanted, stan::converts);
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
  return call.interpreter.call(function_argument(call, 0, arguments), arguments,
                               density_terms_of(function_name(call, 0)));
}

// map_rect(f, phi, theta, x_r, x_i): the vectors f(phi, theta[i], x_r[i], x_i[i]), one after the
// other.
Value map_rect(const BuiltinCall& call) {
  const std::size_t shards = call.arguments[2].dims()[0];
  for (const Value& x : call.arguments.subspan(3)) {
    if (x.dims()[0] != shards) {
      fail(fmt::format("{}: sizes do not match: {} and {}", call.syntax.name,
                       describe(call.arguments[2]), describe(x)));
    }
  }
  const auto item = [&](const Value& x, std::size_t i) {
    const Subscript place = SingleSubscript{static_cast<double>(i + 1)};
    Selection selection = select(x.dims(), {&place, 1});
    stan::Type type = x.type();
    --type.array_rank;
    return call.machine.gather(x, std::move(selection.index), type, std::move(selection.dims));
  };
  std::vector<Value> parts;
  std::size_t size = 0;
  for (std::size_t i = 0; i < shards; ++i) {
    const std::vector<Value> arguments{call.arguments[1], item(call.arguments[2], i),
                                       item(call.arguments[3], i), item(call.arguments[4], i)};
    parts.push_back(call.interpreter.call(function_argument(call, 0, arguments), arguments));
    size += parts.back().size();
  }
  if (parts.empty()) return Value::numbers(call.type, {0}, {});
  return call.machine.concat(parts, call.type, {size});
}

constexpr BuiltinEntry kHigherOrderFunctions[] = {
    {"map_rect", map_rect},
    {"algebra_solver", solve_equations},
    {"algebra_solver_newton", solve_equations},
    {"solve_newton", solve_equations},
    {"solve_newton_tol", solve_equations},
    {"solve_powell", solve_equations},
    {"solve_powell_tol", solve_equations},
    {"integrate_1d", integrate_1d},
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
    {"dae", dae},
    {"dae_tol", dae},
    {"integrate_ode", integrate_ode},
    {"integrate_ode_rk45", integrate_ode},
    {"integrate_ode_adams", integrate_ode},
    {"integrate_ode_bdf", integrate_ode},
};

}  // namespace

std::optional<int> find_user_function(const stan::Program& program, std::string_view name,
                                      std::span<const Value> arguments) {
  for (std::size_t k = 0; k < program.functions.size(); ++k) {
    const stan::Function& function = program.functions[k];
    if (function.name == name && !function.is_forward && accepts(function, arguments)) {
      return static_cast<int>(k);
    }
  }
  return std::nullopt;
}

const std::string& function_name(const BuiltinCall& call, std::size_t place) {
  return std::get<stan::Variable>(call.syntax.arguments[place]->node).name;
}

int function_argument(const BuiltinCall& call, std::size_t place,
                      std::span<const Value> arguments) {
  const std::string name = stan::without_proportionality(function_name(call, place));
  const auto found = find_user_function(call.interpreter.program(), name, arguments);
  if (found) return *found;
  fail(fmt::format("{}: the function `{}` is not defined for these arguments", call.syntax.name,
                   name));
}

std::span<const BuiltinEntry> higher_order_functions() {
  return kHigherOrderFunctions;
}

}  // namespace autumn::trace
