// This file walks through statements and lists what they reach.
#include "trace/paths/reach.h"

#include <utility>

namespace autumn::trace {
namespace {

using stan::ExprPtr;
using stan::Statement;

class ReachWalker {
 public:
  void walk(const Statement& statement) {
    std::visit([&](const auto& node) { visit(node); }, statement.node);
  }

  void read(const stan::Expr& expression) {
    std::visit([&](const auto& node) { visit_expression(node); }, expression.node);
  }

  Reach reach;

 private:
  void walk(const stan::Statements& block) {
    for (const Statement& statement : block) walk(statement);
  }

  // ---- expressions ----

  void read(const ExprPtr& expression) {
    if (expression != nullptr) read(*expression);
  }
  void read(const std::vector<ExprPtr>& expressions) {
    for (const ExprPtr& expression : expressions) read(expression);
  }
  void read(const std::vector<stan::Index>& indices) {
    for (const stan::Index& index : indices) {
      if (const auto* single = std::get_if<stan::IndexSingle>(&index)) {
        read(single->value);
        continue;
      }
      const auto& range = std::get<stan::IndexRange>(index);
      read(range.low);
      read(range.high);
    }
  }

  void visit_expression(const stan::IntLiteral&) {}
  void visit_expression(const stan::RealLiteral&) {}
  void visit_expression(const stan::ImaginaryLiteral&) {}
  void visit_expression(const stan::TargetValue&) {}
  void visit_expression(const stan::Variable& x) {
    if (x.slot >= 0) reach.mentioned.insert(x.slot);
  }
  void visit_expression(const stan::Unary& x) { read(x.operand); }
  void visit_expression(const stan::Binary& x) {
    read(x.left);
    read(x.right);
  }
  void visit_expression(const stan::Conditional& x) {
    read(x.condition);
    read(x.if_true);
    read(x.if_false);
  }
  void visit_expression(const stan::Call& x) {
    reach.has_random = reach.has_random || x.name.ends_with("_rng");
    read(x.arguments);
  }
  void visit_expression(const stan::Indexed& x) {
    read(x.base);
    read(x.indices);
  }
  void visit_expression(const stan::ArrayLiteral& x) { read(x.elements); }
  void visit_expression(const stan::RowLiteral& x) { read(x.elements); }
  void visit_expression(const stan::TupleLiteral& x) { read(x.elements); }
  void visit_expression(const stan::TuplePart& x) { read(x.base); }

  // ---- statements ----

  void declare(int slot) {
    reach.mentioned.insert(slot);
    reach.declared.insert(slot);
  }

  void walk_loop(const Statement& body) {
    ++loops_;
    walk(body);
    --loops_;
  }

  void visit(const stan::Declaration& s) {
    read(s.type.array_sizes);
    read(s.type.sizes);
    for (const ExprPtr* bound :
         {&s.type.lower, &s.type.upper, &s.type.offset, &s.type.multiplier}) {
      read(*bound);
    }
    read(s.initial);
    declare(s.slot);
  }
  void visit(const stan::Assignment& s) {
    for (const auto& group : s.indices) read(group);
    read(s.value);
    reach.mentioned.insert(s.slot);
    reach.set.insert(s.slot);
  }
  void visit(const stan::Unpack& s) {
    read(s.value);
    for (const stan::LeafTarget& leaf : s.leaves) {
      for (const auto& group : leaf.indices) read(group);
      reach.mentioned.insert(leaf.slot);
      reach.set.insert(leaf.slot);
    }
  }
  void visit(const stan::Tilde& s) {
    read(s.value);
    read(s.arguments);
    if (!s.truncation) return;
    read(s.truncation->low);
    read(s.truncation->high);
  }
  void visit(const stan::TargetIncrement& s) { read(s.value); }
  void visit(const stan::CallStatement& s) { read(s.call); }
  void visit(const stan::If& s) {
    read(s.condition);
    walk(*s.then_branch);
    if (s.else_branch) walk(*s.else_branch);
  }
  void visit(const stan::While& s) {
    read(s.condition);
    walk_loop(*s.body);
  }
  void visit(const stan::ForRange& s) {
    read(s.low);
    read(s.high);
    declare(s.slot);
    walk_loop(*s.body);
  }
  void visit(const stan::ForEach& s) {
    read(s.container);
    if (s.leaves.empty()) declare(s.slot);
    for (const stan::LoopLeaf& leaf : s.leaves) declare(leaf.slot);
    walk_loop(*s.body);
  }
  void visit(const stan::BlockStatement& s) { walk(s.statements); }
  void visit(const stan::Profile& s) { walk(s.statements); }
  void visit(const stan::Break&) { reach.jumps_out = reach.jumps_out || loops_ == 0; }
  void visit(const stan::Continue&) { reach.jumps_out = reach.jumps_out || loops_ == 0; }
  void visit(const stan::Return& s) {
    read(s.value);
    reach.jumps_out = true;
  }
  void visit(const stan::ReportStatement& s) {
    for (const stan::Printable& item : s.items) {
      if (const auto* expression = std::get_if<ExprPtr>(&item)) read(*expression);
    }
  }

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
