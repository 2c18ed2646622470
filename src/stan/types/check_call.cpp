// This file checks calls: where a function may be called, which overload is meant, and data-only
// arguments.
#include <algorithm>

#include "stan/syntax/walk.h"
#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(),
                     [&](std::string_view suffix) { return name.ends_with(suffix); });
}

bool is_higher_order(std::string_view name) {
  const auto signatures = lookup(name);
  return !signatures.empty() && !signatures[0].arguments.empty() &&
         signatures[0].arguments[0].accepts == Accepts::kFunction;
}

std::optional<Overload> match_function(const Function& function, std::span<const Type> types) {
  if (function.parameters.size() != types.size()) return std::nullopt;
  Overload overload{.function = &function, .result = function.result};
  for (std::size_t i = 0; i < types.size(); ++i) {
    const Type& wanted = function.parameters[i].type;
    if (!converts(types[i], wanted)) return std::nullopt;
    overload.conversions += conversions_between(types[i], wanted);
  }
  return overload;
}

}  // namespace

bool Checker::exists(std::string_view name) const {
  return !overloads_.find(name).empty() || !lookup(name).empty();
}

// Whether a function of the user cannot be called because a variable has its name.
bool Checker::is_hidden(const std::string& name) const {
  return scopes_.find(name) != nullptr && !overloads_.find(name).empty();
}

void Checker::add_argument(CheckedArguments& all, const ExprFacts& value) {
  all.all_known = all.all_known && value.is_known;
  all.merged = merge(all.merged, value);
  all.types.push_back(value.type);
  all.values.push_back(value);
}

CheckedArguments Checker::check_arguments(std::span<ExprPtr> arguments) {
  CheckedArguments all;
  for (ExprPtr& argument : arguments) add_argument(all, value_of(argument));
  return all;
}

ExprFacts Checker::call_value(Call& call, const SourceRange& where, bool is_statement) {
  if (is_hidden(call.name)) {
    static_cast<void>(check_arguments(call.arguments));
    report(where, "`" + call.name + "` is a variable here, which hides the function of this name",
           "choose another name for one of them");
    return ExprFacts::unknown();
  }
  check_suffix(call.name, where);
  if (is_laplace(call.name)) return laplace_value(call, where);
  if (is_higher_order(call.name)) return higher_order_value(call, where);
  CheckedArguments arguments = check_arguments(call.arguments);
  if (!exists(call.name)) {
    report_unknown_function(call.name, where);
    return ExprFacts::unknown();
  }
  check_bar(call, where);
  if (!arguments.all_known) return ExprFacts::unknown();
  const std::size_t errors_before = errors_.size();
  const auto chosen = choose(call.name, arguments.types, where);
  if (!chosen) {
    if (errors_.size() == errors_before) report_mismatch(call, arguments.types, where);
    return ExprFacts::unknown();
  }
  call.user_function = chosen->definition;
  std::vector<ExprPtr*> exprs;
  for (ExprPtr& argument : call.arguments) exprs.push_back(&argument);
  check_data_arguments(*chosen, arguments.values, exprs, call.name);
  if (chosen->result.is_void() && !is_statement) {
    report(where, "`" + call.name + "` returns nothing, so it has no value to use here");
    return ExprFacts::unknown();
  }
  arguments.merged.type = chosen->result;
  return arguments.merged;
}

// Where functions with special endings may be called.
bool Checker::check_suffix(const std::string& name, const SourceRange& where) {
  const std::string_view inside = function_ == nullptr ? std::string_view{} : function_->name;
  if (name.ends_with("_rng")) {
    const bool is_allowed = place_ == BlockKind::kTransformedData ||
                            place_ == BlockKind::kGeneratedQuantities || inside.ends_with("_rng");
    if (is_allowed) return true;
    report(where,
           "`" + name +
               "` draws random numbers, which is possible only in the transformed data and "
               "generated quantities blocks",
           "and in functions with names that end with `_rng`");
    return false;
  }
  if (name.ends_with("_lp")) {
    const bool is_allowed = place_ == BlockKind::kModel ||
                            place_ == BlockKind::kTransformedParameters || inside.ends_with("_lp");
    if (is_allowed) return true;
    report(where, "`" + name + "` changes `target`, so it can be called only in the model block",
           "and in functions with names that end with `_lp`");
    return false;
  }
  if (name.ends_with("_jacobian")) {
    if (!overloads_.find(name).empty() && !has_jacobian_functions()) return true;
    if (place_ == BlockKind::kTransformedParameters || inside.ends_with("_jacobian")) return true;
    report(where,
           "`" + name +
               "` changes the Jacobian, so it can be called only in the transformed "
               "parameters block",
           "and in functions with names that end with `_jacobian`");
    return false;
  }
  if (ends_with_any(name, {"_lupdf", "_lupmf"})) {
    const bool is_allowed = place_ == BlockKind::kModel ||
                            ends_with_any(inside, {"_lp", "_lpdf", "_lpmf", "_jacobian"});
    if (is_allowed) return true;
    report(where,
           "`" + name +
               "` leaves out constants, which is possible only in the model block and in "
               "functions with names that end with `_lpdf`, `_lpmf` or `_lp`",
           "use `" + without_proportionality(name) + "`");
    return false;
  }
  return true;
}

// Before there was `jacobian +=`, the ending meant nothing, and it does not where nobody writes it.
bool Checker::has_jacobian_functions() const {
  bool is_found = false;
  for (const Function& function : program_.functions) {
    each_statement(function.body, [&](const Statement& statement) {
      const auto* increment = std::get_if<TargetIncrement>(&statement.node);
      is_found = is_found || (increment != nullptr && increment->is_jacobian);
    });
  }
  return is_found;
}

// normal_lpdf(y | mu, sigma); a lone outcome, as of std_normal_lpdf(y), needs none, and Stan has
// allowed commas in cdfs for long.
void Checker::check_bar(const Call& call, const SourceRange& where) {
  const bool is_density = has_density_suffix(call.name);
  if (call.has_bar && !is_density) {
    report(where, "`" + call.name + "` takes no `|`", "separate the arguments with commas");
  }
  const bool is_plain_cdf = call.name.ends_with("_cdf");
  if (is_density && !is_plain_cdf && !call.has_bar && call.arguments.size() > 1) {
    report(where, "`" + call.name + "` needs a `|` after its first argument",
           "write `" + call.name + "(y | ...)`");
  }
}

std::vector<Overload> Checker::overloads(std::string_view name, std::span<const Type> types) {
  std::vector<Overload> all;
  for (const Overloads::Entry& entry : overloads_.find(name)) {
    auto found = match_function(overloads_.function(entry), types);
    if (!found) continue;
    found->definition = entry.definition;
    all.push_back(*found);
  }
  if (const auto built_in = best_match(name, types)) {
    all.push_back({.signature = built_in->signature,
                   .result = built_in->result,
                   .conversions = built_in->conversions});
  }
  return all;
}

// The overload with the fewest conversions. Two overloads of the user that are equally near are an
// error; against a built-in function the user's wins.
std::optional<Overload> Checker::choose(std::string_view name, std::span<const Type> types,
                                        const SourceRange& where) {
  const std::vector<Overload> all = overloads(name, types);
  if (all.empty()) return std::nullopt;
  const auto best = std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.conversions < b.conversions;
  });
  for (auto other = best + 1; other != all.end(); ++other) {
    if (other->conversions != best->conversions || other->function == nullptr) continue;
    report(where,
           "the call of `" + std::string(name) + "` with " + list_arguments(types) +
               " fits two overloads equally well",
           "they are: " + to_text(*best->function) + "\n            " + to_text(*other->function));
    return std::nullopt;
  }
  return *best;
}

void Checker::check_data_arguments(const Overload& chosen, std::span<const ExprFacts> values,
                                   std::span<ExprPtr* const> exprs, std::string_view name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool wants_data = chosen.function != nullptr ? chosen.function->parameters[i].is_data
                                                       : i < chosen.signature->arguments.size() &&
                                                             chosen.signature->arguments[i].is_data;
    if (!wants_data || values[i].is_data) continue;
    report((*exprs[i])->where,
           "argument " + std::to_string(i + 1) + " of `" + std::string(name) +
               "` must be data, but this depends on parameters",
           "data, transformed data and literals are data");
  }
}

void Checker::report_unknown_function(const std::string& name, const SourceRange& where) {
  if (!reported_.insert(name + "()").second) return;
  if (scopes_.find(name) != nullptr) {
    report(where, "`" + name + "` is a variable, not a function");
    return;
  }
  if (const auto kind = distribution_kind(name)) {
    const bool is_discrete = *kind == DistributionKind::kDiscrete;
    report(where, "`" + name + "` is a distribution and not a function",
           "write `" + name + (is_discrete ? "_lpmf" : "_lpdf") + "(y | ...)`, or `y ~ " + name +
               "(...)`");
    return;
  }
  const std::string stem = name.substr(0, name.rfind('_'));
  if (const auto kind = distribution_kind(stem);
      kind && ends_with_any(name, {"_lpdf", "_lpmf", "_lupdf", "_lupmf", "_log"})) {
    const bool is_discrete = *kind == DistributionKind::kDiscrete;
    report(where, "there is no function `" + name + "`",
           "`" + stem + "` is a distribution of " + (is_discrete ? "ints: `" : "reals: `") + stem +
               (is_discrete ? "_lpmf(y | ...)`" : "_lpdf(y | ...)`"));
    return;
  }
  const auto built_in = function_names();
  std::vector<std::string> names(built_in.begin(), built_in.end());
  for (std::string& each : overloads_.names()) names.push_back(std::move(each));
  const std::string near = nearest_word(name, names.data(), names.data() + names.size());
  report(where, "there is no function `" + name + "`",
         near.empty() ? "" : "did you mean `" + near + "`?");
}

void Checker::report_mismatch(const Call& call, std::span<const Type> types,
                              const SourceRange& where) {
  if (report_one_argument(call, types)) return;
  std::string hint;
  for (const Overloads::Entry& entry : overloads_.find(call.name)) {
    hint +=
        (hint.empty() ? "available: " : "\n             ") + to_text(overloads_.function(entry));
  }
  const std::string built_in = nearest_signatures(lookup(call.name), types);
  if (!built_in.empty()) hint += (hint.empty() ? "" : "\n  ") + built_in;
  report(where, "`" + call.name + "` cannot be called with " + list_arguments(types), hint);
}

// If there is only one signature with that many arguments, and one argument is wrong, say which.
bool Checker::report_one_argument(const Call& call, std::span<const Type> types) {
  std::vector<Argument> wanted;
  std::size_t count = 0;
  for (const Overloads::Entry& entry : overloads_.find(call.name)) {
    const auto& parameters = overloads_.function(entry).parameters;
    if (parameters.size() != types.size()) continue;
    ++count;
    wanted.clear();
    for (const FunctionParameter& each : parameters) wanted.push_back({.types = {each.type}});
  }
  for (const Signature& signature : lookup(call.name)) {
    if (signature.arguments.size() != types.size() || !is_worth_naming(signature, types)) continue;
    ++count;
    wanted = signature.arguments;
  }
  if (count != 1) return false;
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!accepts(wanted[i], types[i])) wrong.push_back(i);
  }
  if (wrong.size() != 1) return false;
  const std::size_t at = wrong[0];
  report(call.arguments[at]->where, "argument " + std::to_string(at + 1) + " of `" + call.name +
                                        "` must be " + describe(wanted[at]) + ", not `" +
                                        to_text(types[at]) + "`");
  return true;
}

}  // namespace autumn::stan
