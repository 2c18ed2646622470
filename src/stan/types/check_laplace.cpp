// This file checks calls of Laplace's approximation: of laplace_marginal, laplace_latent_rng, and
// their variants with tolerances and with distributions that have names.
//
// The arguments are a likelihood (a function and a tuple of its arguments, or those of a
// distribution), perhaps the size of blocks, a covariance function and the tuple of its arguments,
// and for `_tol` control parameters, one by one (as in the sources of Stan 2.37) or in a tuple (as
// in 2.39).
#include <algorithm>

#include "stan/types/check_state.h"

namespace autumn::stan {
namespace {

const Type kVector{Base::kVector, 0};
const Type kMatrix{Base::kMatrix, 0};
const Type kInts{Base::kInt, 1};

// y, groups, perhaps a dispersion, offsets. A dispersion may be one number or a vector.
std::vector<std::vector<Type>> named_arguments(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (has("neg_binomial_2_log")) return {{kInts}, {kInts}, {kRealType, kVector}, {kVector}};
  if (has("bernoulli_logit") || has("poisson_log")) return {{kInts}, {kInts}, {kVector}};
  return {};
}

bool fits(const Type& type, const std::vector<Type>& wanted) {
  return std::ranges::any_of(wanted, [&](const Type& each) { return converts(type, each); });
}

// Control parameters, one by one; with the size of blocks in the older form.
bool are_control(std::span<const Type> types, bool has_block) {
  const std::size_t ints = has_block ? 4 : 3;
  if (types.size() < 2 + ints || types.size() > 2 + ints + (has_block ? 0 : 1)) return false;
  return types[0] == kVector && converts(types[1], kRealType) &&
         std::ranges::all_of(types.subspan(2), [](const Type& t) { return t.is_int(); });
}

std::string form_of(const Call& call) {
  const bool is_named = !named_arguments(call.name).empty();
  const bool is_random = call.name.ends_with("_rng");
  std::string text = call.name + "(";
  if (!is_named) text += "likelihood, (arguments, ...)";
  if (is_named) text += is_random ? "y, groups" : "y | groups";
  if (call.name.find("neg_binomial") != std::string::npos) text += ", dispersion";
  if (is_named) text += ", offsets";
  text += ", covariance, (arguments, ...)";
  if (call.name.find("_tol") != std::string::npos) {
    text +=
        ", theta_0, tolerance, max_num_steps, hessian_block_size, solver, max_steps_line_search";
  }
  return text + ")";
}

}  // namespace

bool Checker::is_laplace(const std::string& name) const {
  return name.starts_with("laplace_") && !lookup(name).empty() && overloads_.find(name).empty();
}

// As the call that it stands for (`resolve` makes it one).
void Checker::check_laplace_tilde(Tilde& s, const SourceRange& where) {
  if (s.truncation) report(where, "`" + s.distribution + "` cannot be truncated");
  Call call{.name = s.distribution + "_lpmf", .arguments = {}, .has_bar = true};
  call.arguments.push_back(std::move(s.value));
  for (ExprPtr& argument : s.arguments) call.arguments.push_back(std::move(argument));
  static_cast<void>(laplace_value(call, where));
  s.value = std::move(call.arguments[0]);
  for (std::size_t k = 0; k < s.arguments.size(); ++k) {
    s.arguments[k] = std::move(call.arguments[k + 1]);
  }
}

const Function* Checker::named_function(const Call& call, std::size_t place) const {
  if (place >= call.arguments.size() || call.arguments[place] == nullptr) return nullptr;
  const auto* variable = std::get_if<Variable>(&call.arguments[place]->node);
  if (variable == nullptr || scopes_.find(variable->name) != nullptr) return nullptr;
  const auto& found = overloads_.find(variable->name);
  return found.empty() ? nullptr : &overloads_.function(found.front());
}

// Whether some function of this name takes these types and gives that one.
bool Checker::check_passed(Call& call, std::size_t place, std::vector<Type> types,
                           const Type& result) {
  const auto& name = std::get<Variable>(call.arguments[place]->node).name;
  const auto fits_function = [&](const auto& entry) {
    const Function& function = overloads_.function(entry);
    return function.result == result && function.parameters.size() == types.size() &&
           std::ranges::equal(types, function.parameters, converts, {}, &FunctionParameter::type);
  };
  if (std::ranges::any_of(overloads_.find(name), fits_function)) {
    call.arguments[place]->type = result;
    return true;
  }
  std::string hint;
  for (const Overloads::Entry& entry : overloads_.find(name)) {
    hint += (hint.empty() ? "found: " : "\n         ") + to_text(overloads_.function(entry));
  }
  report(call.arguments[place]->where,
         "`" + call.name + "` needs a function `" + to_text(result) + " " + name +
             list_arguments(types) + "` here",
         hint);
  return false;
}

ExprFacts Checker::laplace_value(Call& call, const SourceRange& where) {
  ExprFacts result{.type = call.name.ends_with("_rng") ? kVector : kRealType};
  CheckedArguments all;
  for (std::size_t k = 0; k < call.arguments.size(); ++k) {
    const bool is_name = named_function(call, k) != nullptr;
    add_argument(all, is_name ? ExprFacts{} : value_of(call.arguments[k]));
  }
  result = merge(result, all.merged);
  if (!all.all_known) return ExprFacts::unknown();
  if (!has_laplace_form(call, all.types)) {
    report(where, "the arguments of `" + call.name + "` are not those of its form",
           "write `" + form_of(call) + "`");
    return result;
  }
  std::size_t place = named_arguments(call.name).size();
  const auto types_with = [&](std::vector<Type> first, std::size_t tuple) {
    for (const Type& part : all.types[tuple].parts) first.push_back(part);
    return first;
  };
  if (place == 0) {
    if (!check_passed(call, 0, types_with({kVector}, 1), kRealType)) return result;
    place = 2;
  }
  if (named_function(call, place) == nullptr) ++place;
  static_cast<void>(check_passed(call, place, types_with({}, place + 1), kMatrix));
  return result;
}

bool Checker::has_laplace_form(const Call& call, std::span<const Type> types) const {
  const auto named = named_arguments(call.name);
  std::size_t place = named.size();
  if (types.size() < place + 2) return false;
  for (std::size_t k = 0; k < named.size(); ++k) {
    if (!fits(types[k], named[k])) return false;
  }
  if (named.empty()) {
    if (named_function(call, 0) == nullptr || !types[1].is_tuple()) return false;
    place = 2;
  }
  bool has_block = true;
  if (place < types.size() && named_function(call, place) == nullptr) {
    if (!types[place++].is_int()) return false;
    has_block = false;
  }
  if (named_function(call, place) == nullptr || place + 1 >= types.size()) return false;
  if (!types[place + 1].is_tuple()) return false;
  const auto rest = types.subspan(place + 2);
  if (call.name.find("_tol") == std::string::npos) return rest.empty();
  if (rest.size() != 1 || !rest[0].is_tuple()) return are_control(rest, has_block);
  const std::vector<Type> parts(rest[0].parts.begin(), rest[0].parts.end());
  return are_control(parts, has_block);
}

}  // namespace autumn::stan
