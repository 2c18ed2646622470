// This file finds variables that are read before anything was assigned to them.
#include <algorithm>
#include <string>
#include <utility>

#include "base/display_name.h"
#include "stan/advice/facts.h"
#include "stan/syntax/walk.h"

namespace autumn::stan {
namespace {

// Goes through statements in their order. What may have a value counts as having one: an element
// that was assigned, any part of a loop around the place, what a loop before it assigns. After a
// condition both sides must have assigned it, or the one that goes on.
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
    if (const auto* unpacked = std::get_if<Unpack>(&statement.node))
      read_leaves(*unpacked, statement);
    note_value(statement);
    if (const auto* condition = std::get_if<If>(&statement.node)) return visit_sides(*condition);
    each_statement_part(statement, [&](const Statement& part) { visit(part); });
  }

  void visit_sides(const If& condition) {
    const Slots before = has_value_;
    visit(*condition.then_branch);
    Slots after_one = std::exchange(has_value_, before);
    if (condition.else_branch) visit(*condition.else_branch);
    if (leaves(*condition.then_branch)) return;
    if (condition.else_branch && leaves(*condition.else_branch)) {
      has_value_ = std::move(after_one);
      return;
    }
    std::erase_if(has_value_, [&](int slot) { return !after_one.contains(slot); });
  }

  // Whether nothing behind a statement is reached from it.
  static bool leaves(const Statement& statement) {
    if (const auto* report = std::get_if<ReportStatement>(&statement.node)) {
      return report->kind != Report::kPrint;
    }
    if (const auto* block = std::get_if<BlockStatement>(&statement.node)) {
      return std::ranges::any_of(block->statements, leaves);
    }
    if (const auto* condition = std::get_if<If>(&statement.node)) {
      return condition->else_branch && leaves(*condition->then_branch) &&
             leaves(*condition->else_branch);
    }
    return std::holds_alternative<Return>(statement.node) ||
           std::holds_alternative<Break>(statement.node) ||
           std::holds_alternative<Continue>(statement.node);
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
    if (const auto* unpacked = std::get_if<Unpack>(&statement.node)) {
      for (const LeafTarget& leaf : unpacked->leaves) has_value_.insert(leaf.slot);
      return;
    }
    const auto* assigned = std::get_if<Assignment>(&statement.node);
    if (assigned == nullptr || assigned->op != AssignOp::kSet) return;
    has_value_.insert(assigned->slot);
  }

  // `t.1 += x`, as `x += 1`.
  void read_leaves(const Unpack& unpacked, const Statement& statement) {
    if (unpacked.op == AssignOp::kSet) return;
    for (const LeafTarget& leaf : unpacked.leaves) {
      read_slot(leaf.slot, leaf.name, statement.where);
    }
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
    std::string plain = name;  // without the mark of an array of tuples
    if (const auto at = plain.find("[]"); at != std::string::npos) plain.erase(at, 2);
    const std::string shown = display_name(plain);
    // It is said once, also where one side of a condition says it, and of all leaves of a tuple.
    if (!told_.insert(slot).second) return;
    warnings_.push_back(
        {WarningKind::kUninitialized,
         {"`" + shown + "` is read here before it has a value", "assign to it before", where}});
  }

  std::vector<Warning>& warnings_;
  Slots empty_;
  Slots has_value_;
  Slots told_;
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
