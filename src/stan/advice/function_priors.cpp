// This file finds the arguments that a function of the user's gives a distribution in its body.
#include <algorithm>
#include <string_view>

#include "stan/advice/facts.h"
#include "stan/syntax/walk.h"
#include "stan/types/signature.h"

namespace autumn::stan {
namespace {

using Names = std::set<std::string_view>;

void add_names(const Expr& expr, Names& names) {
  each_inside(expr, [&](const Expr& part) {
    const auto* variable = std::get_if<Variable>(&part.node);
    if (variable != nullptr) names.insert(variable->name);
  });
}

class PriorFinder {
 public:
  explicit PriorFinder(const Program& program) : program_(program) {}

  std::set<std::size_t> of(int number) {
    if (!open_.insert(number).second) return {};  // it calls itself
    const Function& function = program_.functions[static_cast<std::size_t>(number)];
    Names outcomes;
    each_statement(function.body, [&](const Statement& statement) {
      if (const auto* tilde = std::get_if<Tilde>(&statement.node)) {
        add_names(*tilde->value, outcomes);
        add_given(tilde->user_function, tilde->arguments, 1, outcomes);
      }
      each_expression(statement, [&](const Expr& expr) { look_at(expr, outcomes); });
    });
    open_.erase(number);
    std::set<std::size_t> found;
    for (std::size_t k = 0; k < function.parameters.size(); ++k) {
      if (outcomes.contains(function.parameters[k].name)) found.insert(k);
    }
    return found;
  }

 private:
  void look_at(const Expr& expr, Names& outcomes) {
    each_inside(expr, [&](const Expr& part) {
      const auto* call = std::get_if<Call>(&part.node);
      if (call == nullptr || call->arguments.empty()) return;
      const std::string name = without_proportionality(call->name);
      const bool is_density = name.ends_with("_lpdf") || name.ends_with("_lpmf");
      if (is_density) add_names(*call->arguments[0], outcomes);
      add_given(call->user_function, call->arguments, 0, outcomes);
    });
  }

  // What a function that is called does with its arguments, the first of which has this number.
  void add_given(int function, const std::vector<ExprPtr>& arguments, std::size_t first,
                 Names& outcomes) {
    if (function < 0) return;
    for (const std::size_t k : of(function)) {
      if (k >= first && k - first < arguments.size()) add_names(*arguments[k - first], outcomes);
    }
  }

  const Program& program_;
  std::set<int> open_;
};

}  // namespace

std::set<std::size_t> arguments_with_priors(const Program& program, int function) {
  return PriorFinder(program).of(function);
}

}  // namespace autumn::stan
