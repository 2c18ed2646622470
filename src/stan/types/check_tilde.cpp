// This file checks `value ~ distribution(arguments) T[low, high]`.
#include "stan/types/check_state.h"

namespace autumn::stan {

void Checker::node(Tilde& s, const SourceRange& where) {
  const bool is_lp = function_ != nullptr && function_->name.ends_with("_lp");
  if (place_ != BlockKind::kModel && !is_lp) {
    report(where, "`~` can stand only in the model block",
           "or in a function with a name that ends with `_lp`");
  }
  if (is_laplace(s.distribution + "_lpmf")) return check_laplace_tilde(s, where);
  CheckedArguments arguments;
  add_argument(arguments, value_of(s.value));
  for (ExprPtr& argument : s.arguments) add_argument(arguments, value_of(argument));
  check_truncation(s);
  if (!exists(s.distribution + "_lpdf") && !exists(s.distribution + "_lpmf")) {
    report_unknown_distribution(s, where);
    return;
  }
  if (!arguments.all_known) return;
  const std::size_t errors_before = errors_.size();
  std::optional<Overload> chosen;
  for (const char* suffix : {"_lpdf", "_lpmf"}) {
    if (!chosen) chosen = choose(s.distribution + suffix, arguments.types, where);
  }
  if (!chosen) {
    if (errors_.size() == errors_before) report_tilde_mismatch(s, arguments, where);
    return;
  }
  s.user_function = chosen->definition;
  std::vector<ExprPtr*> exprs = {&s.value};
  for (ExprPtr& argument : s.arguments) exprs.push_back(&argument);
  check_data_arguments(*chosen, arguments.values, exprs, s.distribution);
}

void Checker::check_truncation(Tilde& s) {
  if (!s.truncation) return;
  for (ExprPtr* bound : {&s.truncation->low, &s.truncation->high}) {
    if (*bound == nullptr) continue;
    const ExprFacts value = value_of(*bound);
    if (!value.is_known || value.type.is_scalar()) continue;
    report((*bound)->where,
           "a bound of the truncation must be `int` or `real`, not `" + to_text(value.type) + "`");
  }
}

void Checker::report_unknown_distribution(const Tilde& s, const SourceRange& where) {
  const std::string& name = s.distribution;
  for (const char* suffix : {"_lpdf", "_lpmf", "_lupdf", "_lupmf", "_log"}) {
    const std::string_view ending(suffix);
    if (!name.ends_with(ending)) continue;
    const std::string stem = name.substr(0, name.size() - ending.size());
    if (exists(stem + "_lpdf") || exists(stem + "_lpmf")) {
      report(where, "after `~` a distribution is named without an ending", "write `" + stem + "`");
      return;
    }
  }
  const auto known = distribution_names();
  std::vector<std::string> names(known.begin(), known.end());
  for (const std::string& function : overloads_.names()) {
    if (function.ends_with("_lpdf") || function.ends_with("_lpmf")) {
      names.push_back(function.substr(0, function.size() - 5));
    }
  }
  const std::string near = nearest_word(name, names.data(), names.data() + names.size());
  report(where, "there is no distribution `" + name + "`",
         near.empty() ? "" : "did you mean `" + near + "`?");
}

// "available: reals ~ normal(reals, reals)", from the densities of the user and the built-in ones.
std::string Checker::tilde_signatures(const std::string& name, std::span<const Type> types) const {
  std::string hint;
  const auto add = [&](const std::vector<std::string>& arguments) {
    hint += (hint.empty() ? "available: " : "\n             ") + arguments[0] + " ~ " + name + "(";
    for (std::size_t i = 1; i < arguments.size(); ++i) hint += (i > 1 ? ", " : "") + arguments[i];
    hint += ")";
  };
  for (const char* suffix : {"_lpdf", "_lpmf"}) {
    for (const Overloads::Entry& entry : overloads_.find(name + suffix)) {
      std::vector<std::string> arguments;
      for (const FunctionParameter& each : overloads_.function(entry).parameters) {
        arguments.push_back(to_text(each.type));
      }
      if (!arguments.empty()) add(arguments);
    }
    for (const Signature* signature : nearest(lookup(name + suffix), types)) {
      std::vector<std::string> arguments;
      for (const Argument& each : signature->arguments) arguments.push_back(each.text);
      add(arguments);
    }
  }
  return hint;
}

void Checker::report_tilde_mismatch(const Tilde& s, const CheckedArguments& arguments,
                                    const SourceRange& where) {
  const std::string& name = s.distribution;
  const auto known =
      lookup(name + "_lpmf").empty() ? lookup(name + "_lpdf") : lookup(name + "_lpmf");
  const bool is_discrete = !known.empty() && known[0].name.ends_with("_lpmf");
  if (is_discrete && arguments.types[0].base != Base::kInt) {
    report(s.value->where,
           "`" + name + "` is a distribution of ints, but the left side is `" +
               to_text(arguments.types[0]) + "`",
           "the left side must be " + describe(known[0].arguments[0]));
    return;
  }
  const std::vector<Type> rest(arguments.types.begin() + 1, arguments.types.end());
  report(where,
         "`" + to_text(arguments.types[0]) + " ~ " + name + list_arguments(rest) +
             "` fits no signature of `" + name + "`",
         tilde_signatures(name, arguments.types));
}

}  // namespace autumn::stan
