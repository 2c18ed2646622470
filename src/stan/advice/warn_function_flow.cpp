// This file finds functions that decide by an argument which depends on parameters.
#include "stan/advice/facts.h"
#include "stan/syntax/walk.h"

namespace autumn::stan {
namespace {

// An `if` that only refuses arguments is no decision between two densities.
bool only_rejects(const Statement& statement) {
  const auto* branch = std::get_if<If>(&statement.node);
  if (branch == nullptr || branch->else_branch != nullptr) return false;
  bool rejects = false;
  each_statement(*branch->then_branch, [&](const Statement& inner) {
    const auto* report = std::get_if<ReportStatement>(&inner.node);
    rejects = rejects || (report != nullptr && report->kind != Report::kPrint);
  });
  return rejects;
}

// The conditions of a function body: of `if`, `while` and `? :`.
Slots slots_of_conditions(const Statements& body) {
  Slots all;
  const auto add = [&](const Expr& condition) { all.merge(slots_of(condition)); };
  each_statement(body, [&](const Statement& statement) {
    const auto* branch = std::get_if<If>(&statement.node);
    if (branch != nullptr && !only_rejects(statement)) add(*branch->condition);
    if (const auto* loop = std::get_if<While>(&statement.node)) add(*loop->condition);
    each_expression(statement, [&](const Expr& expr) {
      each_inside(expr, [&](const Expr& part) {
        const auto* chosen = std::get_if<Conditional>(&part.node);
        if (chosen != nullptr) add(*chosen->condition);
      });
    });
  });
  return all;
}

// What is assigned to the slots is added, until nothing new is found.
Slots with_sources(const Statements& body, Slots slots) {
  std::size_t before = 0;
  while (before != slots.size()) {
    before = slots.size();
    each_statement(body, [&](const Statement& statement) {
      if (const auto* declared = std::get_if<Declaration>(&statement.node)) {
        if (declared->initial && slots.contains(declared->slot)) {
          slots.merge(slots_of(*declared->initial));
        }
      } else if (const auto* assigned = std::get_if<Assignment>(&statement.node)) {
        if (slots.contains(assigned->slot)) slots.merge(slots_of(*assigned->value));
      }
    });
  }
  return slots;
}

class FunctionDecisions {
 public:
  explicit FunctionDecisions(const Program& program) {
    for (const Function& function : program.functions) {
      deciding_.push_back(with_sources(function.body, slots_of_conditions(function.body)));
    }
  }

  // Whether a function decides by its argument of this number; arguments have the first slots.
  [[nodiscard]] bool decides_by(int function, std::size_t argument) const {
    return deciding_[static_cast<std::size_t>(function)].contains(static_cast<int>(argument));
  }

 private:
  std::vector<Slots> deciding_;  // of every function: slots of what its conditions read
};

}  // namespace

void warn_of_function_flow(const Facts& facts, std::vector<Warning>& warnings) {
  const Program& program = *facts.program;
  const FunctionDecisions decisions(program);
  const auto look_at = [&](const Expr& part) {
    const auto* call = std::get_if<Call>(&part.node);
    if (call == nullptr || call->user_function < 0) return;
    const auto number = static_cast<std::size_t>(call->user_function);
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const bool decides = decisions.decides_by(call->user_function, i);
      if (!decides || facts.parameters_of(*call->arguments[i]).empty()) continue;
      warnings.push_back(
          {WarningKind::kControlFlow,
           {"`" + call->name + "` decides by its argument `" +
                program.functions[number].parameters[i].name +
                "`, which depends on parameters here, so the density may jump or "
                "have a kink",
            "samplers that follow gradients do not see this", call->arguments[i]->where}});
    }
  };
  for (const Statements* block : {&program.transformed_parameters, &program.model}) {
    each_statement(*block, [&](const Statement& statement) {
      each_expression(statement, [&](const Expr& expr) { each_inside(expr, look_at); });
    });
  }
}

}  // namespace autumn::stan
