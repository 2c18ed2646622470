// This file is the recursion over statements and expressions.
#include "laws/walk.h"

#include <variant>

namespace autumn::laws {
namespace {

using stan::ExprPtr;
using stan::Statement;
using stan::Statements;

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};

// The parts of a statement: those that are blocks, single statements, or expressions.
struct Parts {
  std::vector<Statements*> blocks;
  std::vector<Statement*> statements;
  std::vector<ExprPtr*> expressions;

  void add(ExprPtr& expression) {
    if (expression != nullptr) expressions.push_back(&expression);
  }
  void add(std::unique_ptr<Statement>& statement) {
    if (statement != nullptr) statements.push_back(statement.get());
  }
  void add(stan::Index& index) {
    std::visit(Overloaded{[&](stan::IndexSingle& single) { add(single.value); },
                          [&](stan::IndexRange& range) {
                            add(range.low);
                            add(range.high);
                          }},
               index);
  }
  void add(stan::DeclaredType& type) {
    for (ExprPtr* part : {&type.lower, &type.upper, &type.offset, &type.multiplier}) add(*part);
  }
};

Parts parts_of(Statement& statement) {
  Parts parts;
  std::visit(Overloaded{
                 [&](stan::Declaration& s) {
                   parts.add(s.type);
                   parts.add(s.initial);
                 },
                 [&](stan::Assignment& s) { parts.add(s.value); },
                 [&](stan::Unpack& s) { parts.add(s.value); },
                 [&](stan::Tilde& s) {
                   parts.add(s.value);
                   for (ExprPtr& argument : s.arguments) parts.add(argument);
                   if (s.truncation) parts.add(s.truncation->low);
                   if (s.truncation) parts.add(s.truncation->high);
                 },
                 [&](stan::TargetIncrement& s) { parts.add(s.value); },
                 [&](stan::CallStatement& s) { parts.add(s.call); },
                 [&](stan::If& s) {
                   parts.add(s.condition);
                   parts.add(s.then_branch);
                   parts.add(s.else_branch);
                 },
                 [&](stan::While& s) {
                   parts.add(s.condition);
                   parts.add(s.body);
                 },
                 [&](stan::ForRange& s) {
                   parts.add(s.low);
                   parts.add(s.high);
                   parts.add(s.body);
                 },
                 [&](stan::ForEach& s) {
                   parts.add(s.container);
                   parts.add(s.body);
                 },
                 [&](stan::BlockStatement& s) { parts.blocks.push_back(&s.statements); },
                 [&](stan::Profile& s) { parts.blocks.push_back(&s.statements); },
                 [&](stan::Return& s) { parts.add(s.value); },
                 [&](auto&) {},
             },
             statement.node);
  return parts;
}

bool walk_block(Statements& block, const std::function<bool(Statements&)>& visit);

bool walk_inside(Statement& statement, const std::function<bool(Statements&)>& visit) {
  const Parts parts = parts_of(statement);
  for (Statements* inner : parts.blocks) {
    if (walk_block(*inner, visit)) return true;
  }
  for (Statement* inner : parts.statements) {
    if (walk_inside(*inner, visit)) return true;
  }
  return false;
}

bool walk_block(Statements& block, const std::function<bool(Statements&)>& visit) {
  if (visit(block)) return true;
  for (Statement& statement : block) {
    if (walk_inside(statement, visit)) return true;
  }
  return false;
}

bool walk_expression(ExprPtr& expression, const std::function<bool(ExprPtr&)>& visit) {
  if (visit(expression)) return true;
  for (ExprPtr* child : children(*expression)) {
    if (walk_expression(*child, visit)) return true;
  }
  return false;
}

bool walk_statement(Statement& statement, const std::function<bool(ExprPtr&)>& visit) {
  const Parts parts = parts_of(statement);
  for (ExprPtr* expression : parts.expressions) {
    if (walk_expression(*expression, visit)) return true;
  }
  for (Statements* block : parts.blocks) {
    for (Statement& inner : *block) {
      if (walk_statement(inner, visit)) return true;
    }
  }
  for (Statement* inner : parts.statements) {
    if (walk_statement(*inner, visit)) return true;
  }
  return false;
}

std::vector<Statements*> blocks_of(stan::Program& program) {
  std::vector<Statements*> blocks{&program.model, &program.transformed_parameters,
                                  &program.parameters, &program.transformed_data, &program.data};
  for (stan::Function& function : program.functions) blocks.push_back(&function.body);
  return blocks;
}

}  // namespace

std::vector<ExprPtr*> children(stan::Expr& expression) {
  Parts parts;
  std::visit(Overloaded{
                 [&](stan::Unary& e) { parts.add(e.operand); },
                 [&](stan::Binary& e) {
                   parts.add(e.left);
                   parts.add(e.right);
                 },
                 [&](stan::Conditional& e) {
                   parts.add(e.condition);
                   parts.add(e.if_true);
                   parts.add(e.if_false);
                 },
                 [&](stan::Call& e) {
                   for (ExprPtr& argument : e.arguments) parts.add(argument);
                 },
                 [&](stan::TuplePart& e) { parts.add(e.base); },
                 [&](stan::TupleLiteral& e) {
                   for (ExprPtr& element : e.elements) parts.add(element);
                 },
                 [&](stan::Indexed& e) {
                   parts.add(e.base);
                   for (stan::Index& index : e.indices) parts.add(index);
                 },
                 [&](stan::ArrayLiteral& e) {
                   for (ExprPtr& element : e.elements) parts.add(element);
                 },
                 [&](stan::RowLiteral& e) {
                   for (ExprPtr& element : e.elements) parts.add(element);
                 },
                 [&](auto&) {},
             },
             expression.node);
  return parts.expressions;
}

bool walk_blocks(stan::Program& program, const std::function<bool(Statements&)>& visit) {
  for (Statements* block : blocks_of(program)) {
    if (walk_block(*block, visit)) return true;
  }
  return false;
}

bool walk_expressions(stan::Program& program, const std::function<bool(ExprPtr&)>& visit) {
  for (Statements* block : blocks_of(program)) {
    for (Statement& statement : *block) {
      if (walk_statement(statement, visit)) return true;
    }
  }
  return false;
}

}  // namespace autumn::laws
