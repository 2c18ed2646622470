// This file prints statements, declarations and whole programs.
#include "stan/printing/print.h"

#include <string_view>

#include "stan/printing/print_expression.h"

namespace autumn::stan {
namespace {

std::string_view word(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kInt: return "int";
    case DeclaredKind::kReal: return "real";
    case DeclaredKind::kVector: return "vector";
    case DeclaredKind::kRowVector: return "row_vector";
    case DeclaredKind::kMatrix: return "matrix";
    case DeclaredKind::kSimplex: return "simplex";
    case DeclaredKind::kUnitVector: return "unit_vector";
    case DeclaredKind::kOrdered: return "ordered";
    case DeclaredKind::kPositiveOrdered: return "positive_ordered";
    case DeclaredKind::kSumToZeroVector: return "sum_to_zero_vector";
    case DeclaredKind::kCholeskyFactorCorr: return "cholesky_factor_corr";
    case DeclaredKind::kCholeskyFactorCov: return "cholesky_factor_cov";
    case DeclaredKind::kCorrMatrix: return "corr_matrix";
    case DeclaredKind::kCovMatrix: return "cov_matrix";
    case DeclaredKind::kColumnStochasticMatrix: return "column_stochastic_matrix";
    case DeclaredKind::kRowStochasticMatrix: return "row_stochastic_matrix";
    case DeclaredKind::kSumToZeroMatrix: return "sum_to_zero_matrix";
    case DeclaredKind::kComplex: return "complex";
    case DeclaredKind::kComplexVector: return "complex_vector";
    case DeclaredKind::kComplexRowVector: return "complex_row_vector";
    case DeclaredKind::kComplexMatrix: return "complex_matrix";
    case DeclaredKind::kTuple: return "tuple";
  }
  return {};
}

std::string_view symbol(AssignOp op) {
  switch (op) {
    case AssignOp::kSet: return "=";
    case AssignOp::kAdd: return "+=";
    case AssignOp::kSubtract: return "-=";
    case AssignOp::kMultiply: return "*=";
    case AssignOp::kDivide: return "/=";
    case AssignOp::kElementMultiply: return ".*=";
    case AssignOp::kElementDivide: return "./=";
  }
  return {};
}

std::string_view word(Report kind) {
  switch (kind) {
    case Report::kPrint: return "print";
    case Report::kReject: return "reject";
    case Report::kFatalError: return "fatal_error";
  }
  return {};
}

void print_bound(std::string_view name, const ExprPtr& value, std::string& separator,
                 std::string& out) {
  if (value == nullptr) return;
  out.append(separator).append(name).append("=");
  print_expression(*value, Precedence::kSum, out);
  separator = ", ";
}

void print_type(const DeclaredType& type, std::string& out);

void print_parts(const std::vector<DeclaredType>& parts, std::string& out) {
  std::string separator = "(";
  for (const DeclaredType& part : parts) {
    out += separator;
    print_type(part, out);
    separator = ", ";
  }
  out += parts.size() == 1 ? ",)" : ")";
}

void print_type(const DeclaredType& type, std::string& out) {
  if (!type.array_sizes.empty()) {
    out += "array[";
    print_list(type.array_sizes, out);
    out += "] ";
  }
  out += word(type.kind);
  if (type.kind == DeclaredKind::kTuple) return print_parts(type.parts, out);
  std::string separator = "<";
  print_bound("lower", type.lower, separator, out);
  print_bound("upper", type.upper, separator, out);
  print_bound("offset", type.offset, separator, out);
  print_bound("multiplier", type.multiplier, separator, out);
  if (separator != "<") out += ">";
  if (type.sizes.empty()) return;
  out += "[";
  print_list(type.sizes, out);
  out += "]";
}

class StatementPrinter {
 public:
  StatementPrinter(std::string& out, std::size_t indent) : out_(out), indent_(indent) {}

  void statement(const Statement& statement) {
    indent();
    std::visit(*this, statement.node);
  }

  void block(const Statements& statements) {
    out_ += "{\n";
    StatementPrinter inner(out_, indent_ + 1);
    for (const Statement& each : statements) inner.statement(each);
    indent();
    out_ += "}";
  }

  void operator()(const Declaration& node) {
    print_type(node.type, out_);
    out_.append(" ").append(node.name);
    if (node.initial != nullptr) {
      out_ += " = ";
      expression(node.initial);
    }
    out_ += ";\n";
  }

  void operator()(const Assignment& node) {
    out_ += node.name;
    for (const std::vector<Index>& group : node.indices) print_indices(group, out_);
    out_.append(" ").append(symbol(node.op)).append(" ");
    expression(node.value);
    out_ += ";\n";
  }

  void operator()(const Unpack& node) {
    expression(node.target);
    out_.append(" ").append(symbol(node.op)).append(" ");
    expression(node.value);
    out_ += ";\n";
  }

  void operator()(const Tilde& node) {
    expression(node.value);
    out_.append(" ~ ").append(node.distribution).append("(");
    print_list(node.arguments, out_);
    out_ += ")";
    if (node.truncation) {
      out_ += " T[";
      expression(node.truncation->low);
      out_ += ", ";
      expression(node.truncation->high);
      out_ += "]";
    }
    out_ += ";\n";
  }

  void operator()(const TargetIncrement& node) {
    out_ += node.is_jacobian ? "jacobian += " : "target += ";
    expression(node.value);
    out_ += ";\n";
  }

  void operator()(const CallStatement& node) {
    expression(node.call);
    out_ += ";\n";
  }

  void operator()(const If& node) {
    out_ += "if (";
    expression(node.condition);
    out_ += ")";
    body(*node.then_branch, node.else_branch == nullptr);
    if (node.else_branch == nullptr) return;
    out_ += "else";
    if (const auto* chained = std::get_if<If>(&node.else_branch->node)) {
      out_ += " ";
      (*this)(*chained);
    } else {
      body(*node.else_branch, true);
    }
  }

  void operator()(const While& node) {
    out_ += "while (";
    expression(node.condition);
    out_ += ")";
    body(*node.body, true);
  }

  void operator()(const ForRange& node) {
    out_.append("for (").append(node.variable).append(" in ");
    expression(node.low);
    out_ += ":";
    expression(node.high);
    out_ += ")";
    body(*node.body, true);
  }

  void operator()(const ForEach& node) {
    out_.append("for (").append(node.variable).append(" in ");
    expression(node.container);
    out_ += ")";
    body(*node.body, true);
  }

  void operator()(const BlockStatement& node) {
    block(node.statements);
    out_ += "\n";
  }

  void operator()(const Profile& node) {
    out_.append("profile(\"").append(node.name).append("\") ");
    block(node.statements);
    out_ += "\n";
  }

  void operator()(const Break&) { out_ += "break;\n"; }
  void operator()(const Continue&) { out_ += "continue;\n"; }

  void operator()(const Return& node) {
    out_ += node.value != nullptr ? "return " : "return";
    expression(node.value);
    out_ += ";\n";
  }

  void operator()(const ReportStatement& node) {
    out_.append(word(node.kind)).append("(");
    bool is_first = true;
    for (const Printable& item : node.items) {
      if (!is_first) out_ += ", ";
      is_first = false;
      if (const auto* text = std::get_if<std::string>(&item)) {
        out_.append("\"").append(*text).append("\"");
      } else {
        expression(std::get<ExprPtr>(item));
      }
    }
    out_ += ");\n";
  }

 private:
  void indent() { out_.append(2 * indent_, ' '); }

  // Nothing for an absent expression.
  void expression(const ExprPtr& value) {
    if (value != nullptr) print_expression(*value, Precedence::kConditional, out_);
  }

  // What an `if` or a loop governs: a block on the same line, anything else on a line of its own.
  // Leaves the place where `else` goes unless `is_last`.
  void body(const Statement& inner, bool is_last) {
    if (const auto* braces = std::get_if<BlockStatement>(&inner.node)) {
      out_ += " ";
      block(braces->statements);
      out_ += is_last ? "\n" : " ";
      return;
    }
    out_ += "\n";
    StatementPrinter(out_, indent_ + 1).statement(inner);
    if (!is_last) indent();
  }

  std::string& out_;
  std::size_t indent_;
};

void print_function(const Function& function, std::string& out) {
  out.append("  ").append(to_text(function.result)).append(" ").append(function.name).append("(");
  bool is_first = true;
  for (const FunctionParameter& parameter : function.parameters) {
    if (!is_first) out += ", ";
    is_first = false;
    if (parameter.is_data) out += "data ";
    out.append(to_text(parameter.type)).append(" ").append(parameter.name);
  }
  out += ")";
  if (function.is_forward) {
    out += ";\n";
    return;
  }
  out += " ";
  StatementPrinter(out, 1).block(function.body);
  out += "\n";
}

void print_block(std::string_view name, const Statements& block, std::string& out) {
  if (block.empty()) return;
  out.append(name).append(" ");
  StatementPrinter(out, 0).block(block);
  out += "\n";
}

}  // namespace

std::string to_text(const Program& program) {
  std::string text;
  if (!program.functions.empty()) {
    text += "functions {\n";
    for (const Function& function : program.functions) print_function(function, text);
    text += "}\n";
  }
  print_block("data", program.data, text);
  print_block("transformed data", program.transformed_data, text);
  print_block("parameters", program.parameters, text);
  print_block("transformed parameters", program.transformed_parameters, text);
  print_block("model", program.model, text);
  print_block("generated quantities", program.generated_quantities, text);
  return text;
}

std::string to_text(const Statement& statement) {
  std::string text;
  StatementPrinter(text, 0).statement(statement);
  return text;
}

std::string to_text(const DeclaredType& type) {
  std::string text;
  print_type(type, text);
  return text;
}

}  // namespace autumn::stan
