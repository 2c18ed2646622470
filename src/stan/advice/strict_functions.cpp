// This file finds what Stan refuses about functions of the user.
#include "stan/advice/strict_functions.h"

#include <algorithm>
#include <set>
#include <string>

#include "stan/syntax/walk.h"
#include "stan/types/check_state.h"

namespace autumn::stan {
namespace {

bool takes(const Function& function, std::span<const Type> types) {
  if (function.parameters.size() != types.size()) return false;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!converts(types[i], function.parameters[i].type)) return false;
  }
  return true;
}

bool differs_in_data(const Function& a, const Function& b) {
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    if (a.parameters[i].is_data != b.parameters[i].is_data) return true;
  }
  return false;
}

bool takes_function(const Signature& signature) {
  return !signature.arguments.empty() && signature.arguments[0].accepts == Accepts::kFunction;
}

// How many of the last arguments of the call are ints where the function has reals.
std::size_t conversions_at_end(const Function& function, std::span<const Type> types) {
  std::size_t count = 0;
  const std::size_t most = std::min(function.parameters.size(), types.size() - 1);
  for (std::size_t i = 1; i <= most; ++i) {
    const Type& wanted = function.parameters[function.parameters.size() - i].type;
    const Type& given = types[types.size() - i];
    if (wanted != given && converts(given, wanted)) ++count;
  }
  return count;
}

void check_one_header(const Program& program, std::size_t number, std::vector<Error>& errors) {
  const Function& function = program.functions[number];
  const auto refuse = [&](std::string message, std::string suggestion) {
    errors.push_back({std::move(message), std::move(suggestion), function.where});
  };
  const auto built_in = lookup(function.name);
  if (!built_in.empty() && takes_function(built_in[0])) {
    refuse("`" + function.name + "` is a function of Stan that cannot be overloaded",
           "choose another name");
  }
  for (const FunctionParameter& parameter : function.parameters) {
    if (!parameter.name.ends_with("_lupdf") && !parameter.name.ends_with("_lupmf")) continue;
    refuse("the name of an argument cannot end with `_lupdf` or `_lupmf` in Stan",
           "choose another name for `" + parameter.name + "`");
  }
  for (std::size_t i = 0; i < number; ++i) {
    const Function& before = program.functions[i];
    if (before.name != function.name || !same_parameters(before, function)) continue;
    if (function.is_forward) {
      refuse("`" + function.name + "` is declared already", "remove this declaration");
      return;
    }
    if (!differs_in_data(before, function)) continue;
    refuse("`" + function.name + "` is declared with other `data` arguments before",
           "Stan wants the same in the declaration and in the definition");
    return;
  }
}

bool has_no_third_derivatives(std::string_view name) {
  for (const char* prefix :
       {"ode_", "dae", "integrate_", "solve_", "algebra_solver", "map_rect", "reduce_sum"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

// A function without third derivatives that those of this name call, perhaps through others.
std::optional<std::string> solver_called_by(const Program& program, std::string_view name,
                                            std::set<std::string>& seen) {
  if (!seen.emplace(name).second) return std::nullopt;
  std::optional<std::string> found;
  const auto look = [&](const Expr& part) {
    const auto* call = std::get_if<Call>(&part.node);
    if (found || call == nullptr) return;
    if (call->user_function < 0) {
      if (has_no_third_derivatives(call->name)) found = call->name;
    } else {
      found = solver_called_by(program, call->name, seen);
    }
  };
  for (const Function& function : program.functions) {
    if (function.name != name) continue;
    each_statement(function.body, [&](const Statement& statement) {
      each_expression(statement, [&](const Expr& expr) { each_inside(expr, look); });
    });
  }
  return found;
}

}  // namespace

std::optional<Error> likelihood_error(const Program& program, const Call& call) {
  if (!call.name.starts_with("laplace_") || call.arguments.empty()) return std::nullopt;
  const auto* likelihood = std::get_if<Variable>(&call.arguments[0]->node);
  if (likelihood == nullptr) return std::nullopt;
  std::set<std::string> seen;
  const auto solver = solver_called_by(program, without_proportionality(likelihood->name), seen);
  if (!solver) return std::nullopt;
  return Error{"`" + *solver + "`, which the likelihood of `" + call.name +
                   "` calls, has no derivatives of higher order in Stan",
               "write the likelihood without it", call.arguments[0]->where};
}

bool has_function(const Program& program, std::string_view name, std::span<const Type> types) {
  return best_match(name, types).has_value() ||
         std::any_of(program.functions.begin(), program.functions.end(),
                     [&](const auto& each) { return each.name == name && takes(each, types); });
}

std::optional<Error> passed_function_error(const Program& program, const Call& call) {
  const auto* passed = call.arguments.empty() || call.user_function >= 0
                           ? nullptr
                           : std::get_if<Variable>(&call.arguments[0]->node);
  const auto signatures = lookup(call.name);
  if (passed == nullptr || signatures.empty() || !takes_function(signatures[0])) {
    return std::nullopt;
  }
  const SourceRange& where = call.arguments[0]->where;
  if (passed->name.ends_with("_jacobian")) {
    return Error{"`" + passed->name + "` cannot be passed to `" + call.name + "` in Stan",
                 "functions that change the Jacobian are only called directly", where};
  }
  std::vector<Type> types;
  for (const ExprPtr& argument : call.arguments) types.push_back(argument->type);
  std::vector<std::size_t> counts;
  for (const Signature& signature : signatures) {
    if (!match(signature, types)) continue;
    for (const Function& function : program.functions) {
      if (function.is_forward || function.name != without_proportionality(passed->name)) continue;
      if (!can_be_passed(function, signature, types)) continue;
      counts.push_back(conversions_at_end(function, types));
    }
    break;
  }
  std::sort(counts.begin(), counts.end());
  if (counts.size() < 2 || counts[0] != counts[1]) return std::nullopt;
  return Error{"two overloads of `" + passed->name + "` fit the arguments of `" + call.name +
                   "` equally well",
               "define one for exactly these types", where};
}

void check_headers_strictly(const Program& program, std::vector<Error>& errors) {
  for (std::size_t i = 0; i < program.functions.size(); ++i) check_one_header(program, i, errors);
}

}  // namespace autumn::stan
