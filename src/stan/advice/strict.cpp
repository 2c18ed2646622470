// This file finds what Stan refuses in the statements and expressions of a checked program.
#include "stan/advice/strict.h"

#include <algorithm>
#include <string_view>

#include "stan/advice/strict_functions.h"
#include "stan/syntax/walk.h"
#include "stan/types/signature.h"

namespace autumn::stan {
namespace {

class StrictStatements {
 public:
  StrictStatements(const Program& program, std::vector<Error>& errors)
      : program_(program), errors_(errors) {}

  void visit(const Statements& block, std::string_view function) {
    function_ = function;
    each_statement(block, [&](const Statement& statement) {
      std::visit([&](const auto& node) { look(node, statement.where); }, statement.node);
      each_expression(statement, [&](const Expr& expr) {
        each_inside(expr, [&](const Expr& part) { look_at(part); });
      });
    });
  }

 private:
  void report(const SourceRange& where, std::string message, std::string suggestion) {
    errors_.push_back({std::move(message), std::move(suggestion), where});
  }

  void refuse_real(const ExprPtr& condition, const std::string& what) {
    if (condition == nullptr || condition->type.base == Base::kInt) return;
    report(condition->where, what + " must be `int` in Stan, not `real`",
           "compare it with a number, as in `x != 0`");
  }

  template <typename Node>
  void look(const Node&, const SourceRange&) {}
  void look(const If& node, const SourceRange&) { refuse_real(node.condition, "a condition"); }
  void look(const While& node, const SourceRange&) { refuse_real(node.condition, "a condition"); }

  void look(const Declaration& node, const SourceRange& where) {
    if (!node.name.ends_with("_lupdf") && !node.name.ends_with("_lupmf")) return;
    report(where, "the name of a variable cannot end with `_lupdf` or `_lupmf` in Stan",
           "choose another name");
  }

  void look(const Assignment& node, const SourceRange& where) {
    look_at_indices(node, where);
    const bool is_elementwise =
        node.op == AssignOp::kElementMultiply || node.op == AssignOp::kElementDivide;
    if (is_elementwise && node.target_type.is_scalar()) {
      report(where, "`.*=` and `./=` are for vectors and matrices in Stan", "write `*=` or `/=`");
    }
  }

  void look_at_indices(const Assignment& node, const SourceRange& where) {
    bool reads_itself = false;
    bool is_nested = false;
    for (std::size_t i = 0; i < node.indices.size(); ++i) {
      for (const Index& index : node.indices[i]) {
        const auto* single = std::get_if<IndexSingle>(&index);
        const bool is_single = single != nullptr && single->value->type.array_rank == 0;
        is_nested = is_nested || (!is_single && i + 1 < node.indices.size());
        each_part(index, [&](const Expr& expr) {
          each_inside(expr, [&](const Expr& part) {
            const auto* variable = std::get_if<Variable>(&part.node);
            reads_itself = reads_itself || (variable != nullptr && variable->name == node.name);
          });
        });
      }
    }
    if (reads_itself) {
      report(where, "`" + node.name + "` is read in the index of its own assignment",
             "Stan refuses this: compute the index before");
    }
    if (is_nested) {
      report(where, "several indices are assigned to in two pairs of brackets",
             "Stan refuses this: write them in one pair, as in `x[:, 1]`");
    }
  }

  void look(const Tilde& node, const SourceRange& where) {
    if (!node.truncation) return;
    for (const ExprPtr* bound : {&node.truncation->low, &node.truncation->high}) {
      if (*bound == nullptr) continue;
      std::vector<Type> types{(*bound)->type};
      for (const ExprPtr& argument : node.arguments) types.push_back(argument->type);
      const bool is_known = has_function(program_, node.distribution + "_lcdf", types) &&
                            has_function(program_, node.distribution + "_lccdf", types);
      if (is_known) continue;
      report(where,
             "`" + node.distribution + "` cannot be truncated in Stan: it has no `" +
                 node.distribution + "_lcdf` and `_lccdf` for this bound and these arguments",
             "");
      return;
    }
  }

  void look_at(const Expr& expr) {
    if (const auto* call = std::get_if<Call>(&expr.node)) {
      look_at_call(*call, expr.where);
    } else if (const auto* binary = std::get_if<Binary>(&expr.node)) {
      if (binary->op != BinaryOp::kAnd && binary->op != BinaryOp::kOr) return;
      refuse_real(binary->left, "a side of `&&` and `||`");
      refuse_real(binary->right, "a side of `&&` and `||`");
    } else if (const auto* unary = std::get_if<Unary>(&expr.node)) {
      if (unary->op == UnaryOp::kNot) refuse_real(unary->operand, "what `!` stands before");
    }
  }

  void look_at_call(const Call& call, const SourceRange& where) {
    const bool is_unnormalised = call.name.ends_with("_lupdf") || call.name.ends_with("_lupmf");
    if (is_unnormalised && (function_.ends_with("_lp") || function_.ends_with("_jacobian"))) {
      report(where, "`" + call.name + "` cannot be called here in Stan",
             "it can in the model block, and in functions that end with `_lpdf` or `_lpmf`");
    }
    if (const auto error = passed_function_error(program_, call)) errors_.push_back(*error);
    if (const auto error = likelihood_error(program_, call)) errors_.push_back(*error);
    const bool is_sliced = call.name.starts_with("reduce_sum") && call.arguments.size() > 1;
    if (is_sliced && call.arguments[1]->type.is_complex()) {
      report(where, "`" + call.name + "` cannot slice complex numbers in Stan",
             "slice their real and imaginary parts");
    }
  }

  const Program& program_;
  std::vector<Error>& errors_;
  std::string_view function_;  // whose body is looked at; empty outside
};

}  // namespace

std::vector<Error> strict_errors(const Program& program) {
  std::vector<Error> errors;
  check_headers_strictly(program, errors);
  StrictStatements statements(program, errors);
  for (const Function& function : program.functions) statements.visit(function.body, function.name);
  for (const Statements* block :
       {&program.data, &program.transformed_data, &program.parameters,
        &program.transformed_parameters, &program.model, &program.generated_quantities}) {
    statements.visit(*block, {});
  }
  return errors;
}

}  // namespace autumn::stan
