// This file runs blocks, and the statements that add to the target or report something.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/display_name.h"
#include "stan/types/leaves.h"
#include "trace/builtin.h"
#include "trace/distributions/distribution.h"
#include "trace/distributions/dropped.h"
#include "trace/distributions/extra_list.h"
#include "trace/distributions/summands.h"
#include "trace/indexing.h"
#include "trace/interpreter.h"
#include "trace/operators.h"
#include "trace/print_text.h"

namespace autumn::trace {
namespace {

// The proportional densities that an expression is a sum of.
void add_summands(const stan::Expr& expression, std::vector<const stan::Call*>& summands) {
  if (const auto* sum = std::get_if<stan::Binary>(&expression.node)) {
    if (sum->op != stan::BinaryOp::kAdd) return;
    add_summands(*sum->left, summands);
    add_summands(*sum->right, summands);
  }
  const auto* call = std::get_if<stan::Call>(&expression.node);
  const bool is_one = call != nullptr && density_terms_of(call->name) == DensityTerms::kAsCaller;
  if (is_one) summands.push_back(call);
}

}  // namespace

void Interpreter::restart() {
  summands_.clear();
  executed_ = 0;
  target_.clear();
}

void Interpreter::run(const stan::Statements& block) {
  (void)execute(block);
}

void Interpreter::run_in(std::vector<Value>& frame, int depth,
                         std::span<const stan::Statement> statements) {
  std::vector<Value>* const outer = std::exchange(frame_, &frame);
  const int outer_depth = std::exchange(depth_, depth);
  const auto leave = [&] {
    frame_ = outer;
    depth_ = outer_depth;
  };
  try {
    for (const stan::Statement& statement : statements) (void)execute(statement);
  } catch (...) {
    leave();
    throw;
  }
  leave();
}

Interpreter::Flow Interpreter::execute_node(const stan::Tilde& s,
                                            const stan::Statement& statement) {
  // An integer that parameters decide is a number to Stan, which drops its terms.
  const auto evaluated = [&](const stan::Expr& expression) {
    Value value = evaluate(expression);
    const bool is_number = value.is_known() || value.type().base != stan::Base::kInt;
    // Where data are drawn, counts are symbols.
    if (is_number || (traces_both_sides() && hooks_.regions == nullptr)) return value;
    value = decided(value);
    if (!value.is_known()) fail_undecided("an integer depends on a parameter");
    return value;
  };
  const Value y = evaluated(*s.value);
  std::vector<Value> arguments;
  for (const stan::ExprPtr& argument : s.arguments) arguments.push_back(evaluated(*argument));
  if (s.user_function >= 0) {
    std::vector<Value> all{y};
    all.insert(all.end(), arguments.begin(), arguments.end());
    add_to_target(call(s.user_function, all, DensityTerms::kAsCaller), statement);
  } else {
    const Value density = log_density_call(machine_, s.distribution, y, arguments);
    std::vector<const stan::Expr*> syntax{s.value.get()};
    for (const stan::ExprPtr& argument : s.arguments) syntax.push_back(argument.get());
    std::vector<Value> all{y};
    all.insert(all.end(), arguments.begin(), arguments.end());
    add_to_target(
        counts_constants() ? without_dropped(density, s.distribution, syntax, all) : density,
        statement);
  }
  if (!s.truncation) return Flow::kNext;
  std::optional<Value> low;
  std::optional<Value> high;
  if (s.truncation->low) low = evaluate(*s.truncation->low);
  if (s.truncation->high) high = evaluate(*s.truncation->high);
  const TruncatedCall truncated{s.distribution, y, arguments, low, high};
  if (s.user_function < 0) {
    add_to_target(truncation_call(machine_, truncated), statement);
  } else {
    const auto& function = program_.functions[static_cast<std::size_t>(s.user_function)];
    const bool is_discrete = function.name.ends_with("_lpmf");
    add_to_target(user_truncation_call(*this, truncated, is_discrete), statement);
  }
  return Flow::kNext;
}

bool Interpreter::counts_constants() const {
  return machine_.taken() || hooks_.decide || hooks_.drops_constants;
}

Value Interpreter::without_dropped(const Value& density, std::string_view distribution,
                                   std::span<const stan::Expr* const> syntax,
                                   std::span<const Value> arguments) {
  const bool has_terms = find_distribution(distribution) != nullptr ||
                         distribution.ends_with("_glm") || has_item_summands(distribution);
  if (!drops_terms_ || !has_terms) return density;
  std::vector<TypedArgument> typed;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    typed.push_back({arguments[k], is_differentiated(*syntax[k])});
  }
  // Nothing is left of data alone.
  const bool is_any = std::ranges::any_of(typed, &TypedArgument::is_differentiated);
  if (!is_any && find_distribution(distribution) == nullptr && density.is_known()) {
    return Value::real(0.0);
  }
  const Value dropped = Value::real(dropped_terms(machine_, distribution, typed));
  return binary(machine_, stan::BinaryOp::kSubtract, density, dropped, stan::kRealType);
}

// Outside of functions everything that is declared after the data; in functions, which Stan
// compiles for the types of their arguments, what is not known.
bool Interpreter::is_differentiated(const stan::Expr& expression) const {
  if (expression.type.base == stan::Base::kInt) return false;
  const auto is_active = [&](int slot) {
    const Value& value = (*frame_)[static_cast<std::size_t>(slot)];
    if (value.type().base == stan::Base::kInt) return false;
    return !value.is_known() || (depth_ == 0 && slot >= first_parameter_);
  };
  return std::ranges::any_of(mentioned_in(expression), is_active);
}

Interpreter::Flow Interpreter::execute_node(const stan::TargetIncrement& s,
                                            const stan::Statement& statement) {
  std::vector<const stan::Call*> inner;
  add_summands(*s.value, inner);
  inner.swap(summands_);
  Value value = evaluate(*s.value);
  inner.swap(summands_);
  add_to_target(std::move(value), statement);
  return Flow::kNext;
}

Interpreter::Flow Interpreter::execute_node(const stan::CallStatement& s, const stan::Statement&) {
  (void)evaluate(*s.call);
  return Flow::kNext;
}

Interpreter::Flow Interpreter::execute_node(const stan::ReportStatement& s,
                                            const stan::Statement& statement) {
  bool is_known = true;
  const std::string text = report_text(s, is_known);
  switch (s.kind) {
    case stan::Report::kPrint:
      if (!is_known && hooks_.print_unknown) {
        hooks_.print_unknown();
      } else if (hooks_.print) {
        hooks_.print(text);
      }
      return Flow::kNext;
    case stan::Report::kReject:
      throw RuntimeError{.message = text,
                         .suggestion = "",
                         .where = statement.where,
                         .is_reject = true,
                         .is_of_point = !is_known};
    case stan::Report::kFatalError:
      throw RuntimeError{
          .message = text, .suggestion = "", .where = statement.where, .is_fatal = true};
  }
  not_of_the_list("the report");
}

std::string Interpreter::report_text(const stan::ReportStatement& s, bool& is_known) {
  std::string text;
  for (const stan::Printable& item : s.items) {
    if (const auto* words = std::get_if<std::string>(&item)) {
      text += *words;
      continue;
    }
    const Value value = evaluate(*std::get<stan::ExprPtr>(item));
    is_known = is_known && value.is_known();
    if (!value.is_known() && s.kind != stan::Report::kPrint) machine_.tell(machine_.node(value));
    text += value.is_known() ? numbers_text(value) : "(depends on parameters)";
  }
  return text;
}

}  // namespace autumn::trace
