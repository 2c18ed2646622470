// This file finds decisions that depend on parameters.
#include "stan/advice/facts.h"

#include "stan/syntax/walk.h"

namespace autumn::stan {
namespace {

std::string names_of(const Facts& facts, const Slots& slots) {
  std::string text;
  for (const int slot : slots) text += (text.empty() ? "`" : ", `") + facts.name(slot) + "`";
  return text;
}

void look_at_condition(const Facts& facts, const Expr& condition, const std::string& what,
                       std::vector<Warning>& warnings) {
  const Slots slots = facts.parameters_of(condition);
  if (slots.empty()) return;
  warnings.push_back({WarningKind::kControlFlow,
                      {what + " depends on " + names_of(facts, slots) +
                           ", so the density may jump or have a kink where it changes",
                       "samplers that follow gradients do not see this; sum over the cases, or "
                       "make the change smooth",
                       condition.where}});
}

}  // namespace

void warn_of_control_flow(const Facts& facts, std::vector<Warning>& warnings) {
  const Program& program = *facts.program;
  for (const Statements* block : {&program.transformed_parameters, &program.model}) {
    each_statement(*block, [&](const Statement& statement) {
      if (const auto* branch = std::get_if<If>(&statement.node)) {
        look_at_condition(facts, *branch->condition, "this `if`", warnings);
      } else if (const auto* loop = std::get_if<While>(&statement.node)) {
        look_at_condition(facts, *loop->condition, "this `while`", warnings);
      } else if (const auto* range = std::get_if<ForRange>(&statement.node)) {
        look_at_condition(facts, *range->low, "the beginning of this loop", warnings);
        look_at_condition(facts, *range->high, "the end of this loop", warnings);
      }
      each_expression(statement, [&](const Expr& expr) {
        each_inside(expr, [&](const Expr& part) {
          const auto* chosen = std::get_if<Conditional>(&part.node);
          if (chosen != nullptr)
            look_at_condition(facts, *chosen->condition, "this `? :`", warnings);
        });
      });
    });
  }
}

}  // namespace autumn::stan
