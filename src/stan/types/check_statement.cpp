// This file checks statements: control flow, target, calls, output.
#include "stan/types/check_state.h"

namespace autumn::stan {

// `jacobian += x` adds to a variable of this name where there is one.
void Checker::read_jacobian(Statement& statement) {
  auto* increment = std::get_if<TargetIncrement>(&statement.node);
  if (increment == nullptr || !increment->is_jacobian) return;
  if (scopes_.find("jacobian") == nullptr) return;
  Assignment assignment{.name = "jacobian",
                        .indices = {},
                        .op = AssignOp::kAdd,
                        .value = std::move(increment->value),
                        .target_type = {}};
  statement.node = std::move(assignment);
}

void Checker::check(Statement& statement) {
  if (is_full()) return;
  read_jacobian(statement);
  std::visit([&](auto& each) { node(each, statement.where); }, statement.node);
}

void Checker::check_statements(Statements& block) {
  for (Statement& statement : block) check(statement);
}

// The body of a branch or a loop: its declarations end with it.
void Checker::check_nested(std::unique_ptr<Statement>& statement) {
  if (statement == nullptr) return;
  scopes_.open();
  ++depth_;
  check(*statement);
  --depth_;
  scopes_.close();
}

void Checker::node(BlockStatement& s, const SourceRange&) {
  scopes_.open();
  ++depth_;
  check_statements(s.statements);
  --depth_;
  scopes_.close();
}

void Checker::node(Profile& s, const SourceRange&) {
  scopes_.open();
  ++depth_;
  check_statements(s.statements);
  --depth_;
  scopes_.close();
}

void Checker::check_condition(ExprPtr& condition, std::string_view what) {
  const ExprFacts value = value_of(condition);
  if (!value.is_known || value.type.is_scalar()) return;
  report(condition->where, "the condition of " + std::string(what) +
                               " must be `int` or `real`, not `" + to_text(value.type) + "`");
}

void Checker::check_int(ExprPtr& expr, std::string_view what) {
  const ExprFacts value = value_of(expr);
  if (!value.is_known || value.type.is_int()) return;
  report(expr->where, std::string(what) + " must be `int`, not `" + to_text(value.type) + "`");
}

void Checker::node(If& s, const SourceRange&) {
  // An else-if chain is walked, not recursed into: it may be long.
  for (If* branch = &s; branch != nullptr;) {
    check_condition(branch->condition, "an `if`");
    check_nested(branch->then_branch);
    If* next =
        branch->else_branch == nullptr ? nullptr : std::get_if<If>(&branch->else_branch->node);
    if (next == nullptr) check_nested(branch->else_branch);
    branch = next;
  }
}

void Checker::node(While& s, const SourceRange&) {
  check_condition(s.condition, "a `while`");
  ++loops_;
  check_nested(s.body);
  --loops_;
}

void Checker::check_loop(std::unique_ptr<Statement>& body, const std::string& name, Symbol symbol) {
  scopes_.open();
  declare(name, std::move(symbol));
  ++loops_;
  check_nested(body);
  --loops_;
  scopes_.close();
}

void Checker::node(ForRange& s, const SourceRange& where) {
  check_int(s.low, "a bound of a loop");
  check_int(s.high, "a bound of a loop");
  check_loop(s.body, s.variable,
             {.type = {Base::kInt, 0}, .place = place_, .role = Role::kLoop, .where = where});
}

namespace {

// What a loop over a container runs through: the elements of an array, or of a vector or matrix.
Type element_type(Type container) {
  if (container.array_rank > 0) {
    --container.array_rank;
  } else {
    container.base = element_base(container.base);
  }
  return container;
}

}  // namespace

void Checker::node(ForEach& s, const SourceRange& where) {
  const ExprFacts container = value_of(s.container);
  Symbol symbol{.type = element_type(container.type),
                .place = place_,
                .role = Role::kLoop,
                .is_known = container.is_known,
                .is_data = container.is_data,
                .where = where};
  if (container.is_known && container.type.rank() == 0) {
    report(s.container->where,
           "a loop can run over an array, a vector, a row_vector or a matrix, not over `" +
               to_text(container.type) + "`",
           "for a range of ints write `" + s.variable + " in 1:n`");
    symbol.is_known = false;
  }
  check_loop(s.body, s.variable, std::move(symbol));
}

void Checker::node(Break&, const SourceRange& where) {
  if (loops_ == 0) report(where, "`break` stands outside of a loop");
}

void Checker::node(Continue&, const SourceRange& where) {
  if (loops_ == 0) report(where, "`continue` stands outside of a loop");
}

void Checker::node(Return& s, const SourceRange& where) {
  const ExprFacts value = s.value == nullptr ? ExprFacts::unknown() : value_of(s.value);
  if (function_ == nullptr) {
    report(where, "`return` stands outside of a function");
    return;
  }
  const Type& wanted = function_->result;
  if (s.value == nullptr) {
    if (!wanted.is_void())
      report(where, "this `return` needs a value of type `" + to_text(wanted) + "`");
    return;
  }
  if (wanted.is_void()) {
    report(s.value->where, "`" + function_->name + "` returns nothing, so `return` takes no value");
  } else if (value.is_known && !converts(value.type, wanted)) {
    report(s.value->where, "`" + function_->name + "` must return `" + to_text(wanted) +
                               "`, not `" + to_text(value.type) + "`");
  }
}

void Checker::node(TargetIncrement& s, const SourceRange& where) {
  const ExprFacts value = value_of(s.value);
  if (value.is_known && value.type.is_composite()) {
    report(s.value->where,
           "a log density is real, so " + with_article(value.type) + " cannot be added to it",
           value.type.is_complex() ? "`get_real(...)` and `get_imag(...)` are its parts" : "");
  }
  const std::string_view name = function_ == nullptr ? std::string_view{} : function_->name;
  if (s.is_jacobian) {
    if (place_ != BlockKind::kTransformedParameters && !name.ends_with("_jacobian")) {
      report(where, "`jacobian +=` can stand only in the transformed parameters block",
             "or in a function with a name that ends with `_jacobian`");
    }
  } else if (place_ != BlockKind::kModel && !name.ends_with("_lp")) {
    report(where, "`target +=` can stand only in the model block",
           "or in a function with a name that ends with `_lp`");
  }
}

void Checker::node(CallStatement& s, const SourceRange& where) {
  if (s.call == nullptr) return;
  auto* call = std::get_if<Call>(&s.call->node);
  if (call == nullptr) {
    static_cast<void>(value_of(s.call));
    report(where, "the value of this expression is not used");
    return;
  }
  const ExprFacts value = call_value(*call, s.call->where, /*is_statement=*/true);
  s.call->type = value.type;
  if (value.is_known && !value.type.is_void()) {
    report(where, "`" + call->name + "` returns " + with_article(value.type) + " that is not used",
           "assign it to a variable, or add it to `target`");
  }
}

void Checker::node(ReportStatement& s, const SourceRange&) {
  for (Printable& item : s.items) {
    if (auto* expr = std::get_if<ExprPtr>(&item)) static_cast<void>(value_of(*expr));
  }
}

}  // namespace autumn::stan
