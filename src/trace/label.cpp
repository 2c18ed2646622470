// Labels are printed from the syntax tree of the statement.
#include "trace/label.h"

#include "stan/printing/print_expression.h"

namespace autumn::trace {
namespace {

constexpr std::size_t kLongest = 30;

// The variable itself without its indices, or a short expression as it is written.
std::string name_of(const stan::Expr& expr) {
  const stan::Expr* base = &expr;
  while (const auto* indexed = std::get_if<stan::Indexed>(&base->node)) base = indexed->base.get();
  std::string text;
  stan::print_expression(*base, stan::Precedence::kConditional, text);
  return text.size() <= kLongest ? text : "";
}

std::string label_of_call(const stan::Expr& expr) {
  const auto* call = std::get_if<stan::Call>(&expr.node);
  if (call == nullptr || !call->has_bar || call->arguments.empty()) return "";
  return name_of(*call->arguments[0]);
}

}  // namespace

std::string label_of(const stan::Statement& statement) {
  if (const auto* tilde = std::get_if<stan::Tilde>(&statement.node)) return name_of(*tilde->value);
  if (const auto* target = std::get_if<stan::TargetIncrement>(&statement.node)) {
    return label_of_call(*target->value);
  }
  return "";
}

}  // namespace autumn::trace
