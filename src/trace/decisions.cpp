// This file asks for numbers that decide what the program does: conditions, indices, sizes.
#include <fmt/format.h>

#include <utility>

#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

// Whether results are 0 or 1.
bool is_truth(expr::Op op) {
  using enum expr::Op;
  return op == kLess || op == kLessEqual || op == kEqual || op == kAnd || op == kOr || op == kNot ||
         op == kIsNan;
}

}  // namespace

Value Interpreter::decided(const Value& value) {
  if (value.is_known() || !hooks_.decide) return value;
  std::vector<double> numbers;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Value element = machine_.element(value, i, number_type(value));
    numbers.push_back(element.is_known() ? element.number()
                                         : hooks_.decide(machine_.node(element)));
  }
  return Value::numbers(value.type(), value.dims(), std::move(numbers));
}

double Interpreter::decided_number(const Value& value) {
  const Value known = decided(value);
  if (!known.is_known()) fail_undecided("an order depends on a parameter");
  return known.number();
}

Value Interpreter::condition_value(const stan::Expr& condition) {
  const Value value = evaluate(condition);
  if (value.is_known()) return value;
  if (is_truth(machine_.builder().graph().op(machine_.node(value)))) return decided(value);
  // Any number but 0 is true.
  const expr::Term is_false = machine_.term(value) == 0.0;
  return decided(machine_.value(stan::kIntType, {}, !is_false));
}

bool Interpreter::is_true(const stan::Expr& condition) {
  const Value value = condition_value(condition);
  if (!value.is_known()) fail_undecided("a condition depends on a parameter");
  return value.number() != 0.0;
}

double Interpreter::known_number(const stan::Expr& expression, std::string_view what) {
  const Value value = decided(evaluate(expression));
  if (!value.is_known()) fail_undecided(fmt::format("{} depends on a parameter", what));
  return value.number();
}

}  // namespace autumn::trace
