// This file checks calls that take a function of the user: ode_rk45, reduce_sum, integrate_1d and
// the like.
#include <algorithm>

#include "stan/types/check.h"
#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

// The types the passed function is called with: those the signature fixes, then what stands after
// the fixed arguments of the call. The slice of reduce_sum has the type of the array that is cut.
std::vector<Type> types_passed_on(const Signature& signature, std::span<const Type> types) {
  const Argument& wanted = signature.arguments[0];
  std::vector<Type> all;
  for (const Argument& parameter : wanted.parameters) {
    all.push_back(parameter.accepts == Accepts::kArray ? types[1] : parameter.types[0]);
  }
  if (wanted.takes_more) {
    const auto rest = types.subspan(signature.arguments.size());
    all.insert(all.end(), rest.begin(), rest.end());
  }
  return all;
}

// Parameters may be differentiated, unless the signature says that they are data.
bool may_be_data(const Signature& signature, std::size_t parameter) {
  const auto& parameters = signature.arguments[0].parameters;
  return parameter >= parameters.size() || parameters[parameter].is_data ||
         parameters[parameter].types.empty() || parameters[parameter].types[0].base == Base::kInt;
}

}  // namespace

bool can_be_passed(const Function& function, const Signature& signature,
                   std::span<const Type> types) {
  const std::vector<Type> given = types_passed_on(signature, types);
  if (function.result != signature.arguments[0].types[0]) return false;
  if (function.parameters.size() != given.size()) return false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const FunctionParameter& parameter = function.parameters[i];
    if (!converts(given[i], parameter.type)) return false;
    if (parameter.is_data && !may_be_data(signature, i)) return false;
  }
  return true;
}

int passed_function(const Program& program, const Call& call) {
  const auto* passed = call.arguments.empty() || call.arguments[0] == nullptr
                           ? nullptr
                           : std::get_if<Variable>(&call.arguments[0]->node);
  if (passed == nullptr || call.user_function >= 0) return -1;
  const std::string name = without_proportionality(passed->name);
  std::vector<Type> types;
  for (const ExprPtr& argument : call.arguments) types.push_back(argument->type);
  for (const Signature& signature : lookup(call.name)) {
    if (signature.arguments.empty() || signature.arguments[0].accepts != Accepts::kFunction ||
        !match(signature, types)) {
      continue;
    }
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
      const Function& function = program.functions[i];
      if (function.name == name && !function.is_forward &&
          can_be_passed(function, signature, types)) {
        return static_cast<int>(i);
      }
    }
  }
  return -1;
}

ExprFacts Checker::higher_order_value(Call& call, const SourceRange& where) {
  const auto signatures = lookup(call.name);
  ExprFacts result{.type = signatures[0].type};
  if (call.arguments.empty() || call.arguments[0] == nullptr) {
    report_mismatch(call, {}, where);
    return result;
  }
  const auto* passed = std::get_if<Variable>(&call.arguments[0]->node);
  if (passed == nullptr || overloads_.find(passed->name).empty()) {
    report_no_function(call);
    static_cast<void>(check_arguments(std::span(call.arguments).subspan(1)));
    return result;
  }
  if (passed->name.ends_with("_rng") || passed->name.ends_with("_lp")) {
    report(call.arguments[0]->where,
           "`" + passed->name + "` cannot be passed to `" + call.name + "`",
           "functions that draw random numbers or change `target` are only called directly");
    return result;
  }
  check_suffix(passed->name, call.arguments[0]->where);
  CheckedArguments arguments;
  add_argument(arguments, ExprFacts{});
  for (ExprPtr& argument : std::span(call.arguments).subspan(1)) {
    add_argument(arguments, value_of(argument));
  }
  result = merge(result, arguments.merged);
  if (!arguments.all_known) return ExprFacts::unknown();
  const auto signature = std::find_if(signatures.begin(), signatures.end(), [&](const auto& each) {
    return match(each, arguments.types).has_value();
  });
  if (signature == signatures.end()) {
    report_mismatch(call, arguments.types, where);
    return result;
  }
  const auto& overloads = overloads_.find(passed->name);
  const auto found = std::find_if(overloads.begin(), overloads.end(), [&](const auto& entry) {
    return can_be_passed(overloads_.function(entry), *signature, arguments.types);
  });
  if (found == overloads.end()) {
    report_wrong_function(call, *signature, arguments.types);
    return result;
  }
  const Function& function = overloads_.function(*found);
  call.arguments[0]->type = function.result;
  std::vector<ExprPtr*> exprs;
  for (ExprPtr& argument : call.arguments) exprs.push_back(&argument);
  check_data_arguments({.signature = &*signature, .result = result.type}, arguments.values, exprs,
                       call.name);
  const std::size_t fixed = signature->arguments.size();
  const std::size_t first = signature->arguments[0].parameters.size();
  for (std::size_t i = fixed; i < arguments.values.size(); ++i) {
    if (!function.parameters[first + i - fixed].is_data || arguments.values[i].is_data) continue;
    report(call.arguments[i]->where, "`" + function.name +
                                         "` takes this argument as data, but it "
                                         "depends on parameters");
  }
  return result;
}

void Checker::report_no_function(const Call& call) {
  const auto* passed = std::get_if<Variable>(&call.arguments[0]->node);
  std::string near;
  if (passed != nullptr) {
    const auto names = overloads_.names();
    near = nearest_word(passed->name, names.data(), names.data() + names.size());
  }
  report(call.arguments[0]->where,
         "the first argument of `" + call.name + "` must be the name of a function of this program",
         near.empty() ? "" : "did you mean `" + near + "`?");
}

void Checker::report_wrong_function(const Call& call, const Signature& signature,
                                    std::span<const Type> types) {
  const std::string& name = std::get<Variable>(call.arguments[0]->node).name;
  std::string hint;
  for (const Overloads::Entry& entry : overloads_.find(name)) {
    hint += (hint.empty() ? "found: " : "\n         ") + to_text(overloads_.function(entry));
  }
  report(call.arguments[0]->where,
         "`" + call.name + "` needs a function `" + to_text(signature.arguments[0].types[0]) + " " +
             name + list_arguments(types_passed_on(signature, types)) + "` here",
         hint);
}

}  // namespace autumn::stan
