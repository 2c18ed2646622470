// This file walks through statements and lists what they reach.
#include "trace/paths/reach.h"

#include <utility>

#include "stan/syntax/walk.h"

namespace autumn::trace {
namespace {

using stan::Statement;

class ReachWalker {
 public:
  void walk(const Statement& statement) {
    stan::each_expression(statement, [&](const stan::Expr& expression) { read(expression); });
    std::visit([&](const auto& node) { note(node); }, statement.node);
    const bool is_loop = std::holds_alternative<stan::While>(statement.node) ||
                         std::holds_alternative<stan::ForRange>(statement.node) ||
                         std::holds_alternative<stan::ForEach>(statement.node);
    loops_ += is_loop ? 1 : 0;
    stan::each_statement_part(statement, [&](const Statement& part) { walk(part); });
    loops_ -= is_loop ? 1 : 0;
  }

  void read(const stan::Expr& expression) {
    stan::each_inside(expression, [&](const stan::Expr& part) {
      if (const auto* variable = std::get_if<stan::Variable>(&part.node)) {
        if (variable->slot >= 0) reach.mentioned.insert(variable->slot);
      } else if (const auto* call = std::get_if<stan::Call>(&part.node)) {
        reach.has_random = reach.has_random || call->name.ends_with("_rng");
        reach.reads_target = reach.reads_target || call->name.ends_with("_lp");
      } else if (std::holds_alternative<stan::TargetValue>(part.node)) {
        reach.reads_target = true;
      }
    });
  }

  Reach reach;

 private:
  void declare(int slot) {
    reach.mentioned.insert(slot);
    reach.declared.insert(slot);
  }
  void set(int slot) {
    reach.mentioned.insert(slot);
    reach.set.insert(slot);
  }

  // What a statement does itself, beside reading; most do nothing.
  void note(const auto& /*node*/) {}
  void note(const stan::Declaration& s) { declare(s.slot); }
  void note(const stan::Assignment& s) { set(s.slot); }
  void note(const stan::Unpack& s) {
    for (const stan::LeafTarget& leaf : s.leaves) set(leaf.slot);
  }
  void note(const stan::ForRange& s) { declare(s.slot); }
  void note(const stan::ForEach& s) {
    if (s.leaves.empty()) declare(s.slot);
    for (const stan::LoopLeaf& leaf : s.leaves) declare(leaf.slot);
  }
  void note(const stan::Break&) { jump(); }
  void note(const stan::Continue&) { jump(); }
  void note(const stan::Return&) { reach.jumps_out = true; }

  // To the next loop around.
  void jump() { reach.jumps_out = reach.jumps_out || loops_ == 0; }

  int loops_ = 0;
};

}  // namespace

std::set<int> mentioned_in(const stan::Expr& expression) {
  ReachWalker walker;
  walker.read(expression);
  return std::move(walker.reach.mentioned);
}

Reach reach_of(std::span<const Statement> statements) {
  ReachWalker walker;
  for (const Statement& statement : statements) walker.walk(statement);
  return std::move(walker.reach);
}

}  // namespace autumn::trace
