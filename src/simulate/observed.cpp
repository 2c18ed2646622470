// This file walks over the statements that add to the density, and into the functions that do, to
// find what is observed.
#include "simulate/observed.h"

#include <algorithm>
#include <set>
#include <string>

#include "stan/types/leaves.h"

namespace autumn::simulate {
namespace {

using stan::Expr;
using stan::ExprPtr;
using stan::Statement;

class Observed {
 public:
  explicit Observed(const stan::Program& program) : program_(program) {}

  void visit(const stan::Statements& block) {
    for (const Statement& statement : block) visit(statement);
  }

  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  void visit(const std::unique_ptr<Statement>& statement) {
    if (statement != nullptr) visit(*statement);
  }

  void visit(const Statement& statement) {
    std::visit([&](const auto& node) { visit_node(node); }, statement.node);
  }

  template <typename Node>
  void visit_node(const Node& /*node*/) {}
  void visit_node(const stan::Tilde& s) { mention(*s.value); }
  void visit_node(const stan::TargetIncrement& s) { find_densities(*s.value); }
  void visit_node(const stan::CallStatement& s) { follow_calls(s.call.get()); }
  void visit_node(const stan::Declaration& s) { follow_calls(s.initial.get()); }
  void visit_node(const stan::Assignment& s) { follow_calls(s.value.get()); }
  void visit_node(const stan::Unpack& s) { follow_calls(s.value.get()); }
  void visit_node(const stan::Return& s) { follow_calls(s.value.get()); }
  void visit_node(const stan::If& s) {
    visit(s.then_branch);
    visit(s.else_branch);
  }
  void visit_node(const stan::While& s) { visit(s.body); }
  void visit_node(const stan::ForRange& s) { visit(s.body); }
  void visit_node(const stan::ForEach& s) { visit(s.body); }
  void visit_node(const stan::BlockStatement& s) { visit(s.statements); }
  void visit_node(const stan::Profile& s) { visit(s.statements); }

  // Every variable of an expression but those in indices.
  void mention(const Expr& expr) {
    if (const auto* variable = std::get_if<stan::Variable>(&expr.node)) {
      names_.insert(variable->name);
    } else if (const auto* indexed = std::get_if<stan::Indexed>(&expr.node)) {
      mention(*indexed->base);
    } else {
      each_operand(expr, [&](const Expr& operand) { mention(operand); });
    }
  }

  void find_densities(const Expr& expr) {
    const auto* call = std::get_if<stan::Call>(&expr.node);
    if (call != nullptr && call->has_bar && !call->arguments.empty()) {
      mention(*call->arguments[0]);
      return;
    }
    each_operand(expr, [&](const Expr& operand) { find_densities(operand); });
  }

  // A function whose name ends in _lp observes the arguments of the parameters it observes.
  void follow_calls(const Expr* expr) {
    if (expr == nullptr) return;
    const auto* call = std::get_if<stan::Call>(&expr->node);
    if (call != nullptr && call->user_function >= 0 && call->name.ends_with("_lp")) {
      follow(*call);
    }
    each_operand(*expr, [&](const Expr& operand) { follow_calls(&operand); });
  }

  void follow(const stan::Call& call) {
    if (!open_.insert(call.user_function).second) return;  // it calls itself
    const auto& function = program_.functions[static_cast<std::size_t>(call.user_function)];
    std::set<std::string> outside;
    outside.swap(names_);
    visit(function.body);
    const std::set<std::string> inside = std::move(names_);
    names_ = std::move(outside);
    open_.erase(call.user_function);
    for (std::size_t k = 0; k < call.arguments.size(); ++k) {
      const stan::FunctionParameter& parameter = function.parameters[k];
      const bool is_observed =
          std::ranges::any_of(stan::leaves_of(parameter.name, parameter.type),
                              [&](const stan::Leaf& leaf) { return inside.contains(leaf.name); });
      if (is_observed) mention(*call.arguments[k]);
    }
  }

  template <typename Function>
  static void each_operand(const Expr& expr, const Function& function) {
    const auto all = [&](const std::vector<ExprPtr>& operands) {
      for (const ExprPtr& operand : operands) function(*operand);
    };
    if (const auto* unary = std::get_if<stan::Unary>(&expr.node)) {
      function(*unary->operand);
    } else if (const auto* binary = std::get_if<stan::Binary>(&expr.node)) {
      function(*binary->left);
      function(*binary->right);
    } else if (const auto* call = std::get_if<stan::Call>(&expr.node)) {
      all(call->arguments);
    } else if (const auto* array = std::get_if<stan::ArrayLiteral>(&expr.node)) {
      all(array->elements);
    } else if (const auto* row = std::get_if<stan::RowLiteral>(&expr.node)) {
      all(row->elements);
    } else if (const auto* tuple = std::get_if<stan::TupleLiteral>(&expr.node)) {
      all(tuple->elements);
    } else if (const auto* part = std::get_if<stan::TuplePart>(&expr.node)) {
      function(*part->base);
    }
  }

  const stan::Program& program_;
  std::set<std::string> names_;
  std::set<int> open_;  // functions that we are inside of
};

}  // namespace

std::vector<std::string> observed_names(const stan::Program& program) {
  Observed observed(program);
  observed.visit(program.transformed_parameters);
  observed.visit(program.model);
  std::vector<std::string> names;
  for (const Statement& statement : program.data) {
    const auto* declaration = std::get_if<stan::Declaration>(&statement.node);
    if (declaration != nullptr && observed.names().contains(declaration->name)) {
      names.push_back(declaration->name);
    }
  }
  return names;
}

}  // namespace autumn::simulate
