// This file finds variables that are read before anything was assigned to them.
#include <algorithm>

#include "stan/advice/facts.h"
#include "stan/syntax/walk.h"

namespace autumn::stan {
namespace {

// Goes through statements in their order. What may have a value counts as having one: an element
// that was assigned, one side of a condition, any part of a loop around the place.
class InitialValues {
 public:
  explicit InitialValues(std::vector<Warning>& warnings) : warnings_(warnings) {}

  void visit(const Statements& block) {
    for (const Statement& statement : block) visit(statement);
  }

 private:
  void visit(const Statement& statement) {
    if (is_loop(statement)) {
      each_statement(statement, [&](const Statement& part) { note_value(part); });
    }
    each_expression(statement, [&](const Expr& expr) { read(expr); });
    if (const auto* declared = std::get_if<Declaration>(&statement.node)) {
      if (declared->initial == nullptr && !is_of_size_zero(declared->type)) {
        empty_.insert(declared->slot);
      }
    }
    if (const auto* assigned = std::get_if<Assignment>(&statement.node)) {
      if (assigned->op != AssignOp::kSet)
        read_slot(assigned->slot, assigned->name, statement.where);
    }
    note_value(statement);
    each_statement_part(statement, [&](const Statement& part) { visit(part); });
  }

  static bool is_loop(const Statement& statement) {
    return std::holds_alternative<While>(statement.node) ||
           std::holds_alternative<ForRange>(statement.node) ||
           std::holds_alternative<ForEach>(statement.node);
  }

  // `array[0] real x_r;` has nothing to be assigned to.
  static bool is_of_size_zero(const DeclaredType& type) {
    const auto is_zero = [](const ExprPtr& size) { return size && literal_value(*size) == 0.0; };
    return std::any_of(type.array_sizes.begin(), type.array_sizes.end(), is_zero) ||
           std::any_of(type.sizes.begin(), type.sizes.end(), is_zero);
  }

  // `x += 1` reads x first.
  void note_value(const Statement& statement) {
    const auto* assigned = std::get_if<Assignment>(&statement.node);
    if (assigned == nullptr || assigned->op != AssignOp::kSet) return;
    has_value_.insert(assigned->slot);
  }

  void read(const Expr& expr) {
    if (asks_for_shape(expr)) return;
    if (const auto* variable = std::get_if<Variable>(&expr.node)) {
      read_slot(variable->slot, variable->name, expr.where);
    }
    each_part(expr, [&](const Expr& part) { read(part); });
  }

  void read_slot(int slot, const std::string& name, const SourceRange& where) {
    if (!empty_.contains(slot) || has_value_.contains(slot)) return;
    has_value_.insert(slot);  // it is said once
    warnings_.push_back(
        {WarningKind::kUninitialized,
         {"`" + name + "` is read here before it has a value", "assign to it before", where}});
  }

  std::vector<Warning>& warnings_;
  Slots empty_;
  Slots has_value_;
};

}  // namespace

void warn_of_uninitialized(const Program& program, std::vector<Warning>& warnings) {
  for (const Function& function : program.functions) InitialValues(warnings).visit(function.body);
  InitialValues blocks(warnings);
  for (const Statements* block : {&program.transformed_data, &program.transformed_parameters,
                                  &program.model, &program.generated_quantities}) {
    blocks.visit(*block);
  }
}

}  // namespace autumn::stan
