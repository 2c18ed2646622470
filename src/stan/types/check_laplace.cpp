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

// Whether the function is one of these types. `theta` is never data; what else is declared as data
// must be.
void Checker::check_passed(Call& call, std::size_t place, const PassedTypes& types) {
  const auto& name = std::get<Variable>(call.arguments[place]->node).name;
  const auto fits_function = [&](const auto& entry) {
    const Function& function = overloads_.function(entry);
    return function.result == types.result && function.parameters.size() == types.given.size() &&
           std::ranges::equal(types.given, function.parameters, converts, {},
                              &FunctionParameter::type) &&
           (types.latent == 0 || !function.parameters[0].is_data);
  };
  const auto& overloads = overloads_.find(name);
  const auto found = std::ranges::find_if(overloads, fits_function);
  if (found != overloads.end()) {
    call.arguments[place]->type = types.result;
    return check_passed_data(overloads_.function(*found), types.latent, call.arguments[place + 1]);
  }
  std::string hint;
  for (const Overloads::Entry& entry : overloads) {
    hint += (hint.empty() ? "found: " : "\n         ") + to_text(overloads_.function(entry));
  }
  report(call.arguments[place]->where,
         "`" + call.name + "` needs a function `" + to_text(types.result) + " " + name +
             list_arguments(types.given) + "` here",
         hint);
}

void Checker::check_passed_data(const Function& function, std::size_t first, ExprPtr& tuple) {
  auto* literal = std::get_if<TupleLiteral>(&tuple->node);
  for (std::size_t k = first; k < function.parameters.size(); ++k) {
    if (!function.parameters[k].is_data) continue;
    ExprPtr& part = literal == nullptr ? tuple : literal->elements[k - first];
    if (value_of(part).is_data) continue;
    report(part->where,
           "`" + function.name + "` takes this argument as data, but it depends on parameters");
  }
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
  if (has_laplace_form(call, all.types)) {
    check_laplace_functions(call, all.types);
  } else {
    report(where, "the arguments of `" + call.name + "` are not those of its form",
           "write `" + form_of(call) + "`");
  }
  return result;
}

void Checker::check_laplace_functions(Call& call, std::span<const Type> types) {
  const auto with_parts = [&](std::vector<Type> first, std::size_t tuple) {
    for (const Type& part : types[tuple].parts) first.push_back(part);
    return first;
  };
  std::size_t place = named_arguments(call.name).size();
  if (place == 0) {
    check_passed(call, 0, {with_parts({kVector}, 1), kRealType, 1});
    place = 2;
  }
  if (named_function(call, place) == nullptr) ++place;
  check_passed(call, place, {with_parts({}, place + 1), kMatrix, 0});
}

bool Checker::has_laplace_form(const Call& call, std::span<const Type> types) const {
  const auto named = named_arguments(call.name);
  if (types.size() < named.size() + 2) return false;
  for (std::size_t k = 0; k < named.size(); ++k) {
    if (!fits(types[k], named[k])) return false;
  }
  const bool is_user = named.empty();
  if (is_user && (named_function(call, 0) == nullptr || !types[1].is_tuple())) return false;
  return has_covariance_form(call, types, is_user ? 2 : named.size());
}

// From the covariance function on, or from the size of blocks before it.
bool Checker::has_covariance_form(const Call& call, std::span<const Type> types,
                                  std::size_t place) const {
  const bool has_early_block = place < types.size() && named_function(call, place) == nullptr;
  if (has_early_block && !types[place++].is_int()) return false;
  if (named_function(call, place) == nullptr || place + 1 >= types.size()) return false;
  if (!types[place + 1].is_tuple()) return false;
  const auto rest = types.subspan(place + 2);
  if (call.name.find("_tol") == std::string::npos) return rest.empty();
  if (rest.size() != 1 || !rest[0].is_tuple()) return are_control(rest, !has_early_block);
  const std::vector<Type> parts(rest[0].parts.begin(), rest[0].parts.end());
  return are_control(parts, !has_early_block);
}

}  // namespace autumn::stan
