// This file makes variables of declared parameters, and begins target() with their Jacobians.
#include "trace/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "model/jacobian.h"
#include "stan/syntax/walk.h"
#include "trace/declared.h"

namespace autumn::trace {
namespace {

using stan::Declaration;
using stan::DeclaredKind;

model::SupportKind support_kind(const Declaration& d) {
  const bool has_lower = d.type.lower != nullptr;
  const bool has_upper = d.type.upper != nullptr;
  switch (d.type.kind) {
    case DeclaredKind::kReal:
    case DeclaredKind::kVector:
    case DeclaredKind::kRowVector:
    case DeclaredKind::kMatrix:
      if (has_lower && has_upper) return model::SupportKind::kInterval;
      if (has_lower) return model::SupportKind::kLower;
      return has_upper ? model::SupportKind::kUpper : model::SupportKind::kReal;
    case DeclaredKind::kSimplex:
    case DeclaredKind::kRowStochasticMatrix: return model::SupportKind::kSimplex;
    case DeclaredKind::kUnitVector: return model::SupportKind::kUnitVector;
    case DeclaredKind::kOrdered: return model::SupportKind::kOrdered;
    case DeclaredKind::kPositiveOrdered: return model::SupportKind::kPositiveOrdered;
    case DeclaredKind::kSumToZeroVector: return model::SupportKind::kSumToZero;
    case DeclaredKind::kCholeskyFactorCorr: return model::SupportKind::kCholeskyCorr;
    case DeclaredKind::kCholeskyFactorCov: return model::SupportKind::kCholeskyCov;
    case DeclaredKind::kCorrMatrix: return model::SupportKind::kCorrMatrix;
    case DeclaredKind::kCovMatrix: return model::SupportKind::kCovMatrix;
    case DeclaredKind::kColumnStochasticMatrix: return model::SupportKind::kColumnStochastic;
    case DeclaredKind::kSumToZeroMatrix: return model::SupportKind::kSumToZeroMatrix;
    case DeclaredKind::kComplex:
    case DeclaredKind::kComplexVector:
    case DeclaredKind::kComplexRowVector:
    case DeclaredKind::kComplexMatrix:
    case DeclaredKind::kTuple:
    case DeclaredKind::kInt: break;
  }
  internal_error("the checker lets no integer parameter through, and lowering no tuple", __FILE__,
                 __LINE__);
}

// A bound is a scalar, has the variable's dimensions, or only the last of them: then it is the
// same for all items before.
std::optional<NodeId> bound(Interpreter& interpreter, const stan::ExprPtr& expression,
                            const Dims& dims) {
  Machine& machine = interpreter.machine();
  if (!expression) return std::nullopt;
  const Value value = interpreter.evaluate(*expression);
  if (value.is_scalar() || value.dims() == dims) return machine.node(value);
  const std::size_t items = value.size() == 0 ? 0 : size_of(dims) / value.size();
  const bool is_suffix = value.dims().size() < dims.size() &&
                         std::equal(value.dims().rbegin(), value.dims().rend(), dims.rbegin());
  if (!is_suffix) {
    fail(fmt::format("a bound is {}, but the variable has sizes ({})", describe(value),
                     fmt::join(dims, ",")),
         "a bound is a scalar or has the sizes of its variable");
  }
  std::vector<std::uint32_t> index;
  for (std::size_t i = 0; i < size_of(dims); ++i) {
    index.push_back(static_cast<std::uint32_t>(i / items));
  }
  return machine.node(
      machine.gather(value, expr::Index::list(std::move(index)), value.type(), dims));
}

model::Variable parameter_of(Interpreter& interpreter, const stan::Statement& statement) {
  const Declaration& d = declaration(&statement);
  model::Variable parameter;
  parameter.name = d.name;
  parameter.where = statement.where;
  parameter.dims = column_dims(interpreter, statement);
  parameter.array_rank = d.type.array_sizes.size();
  parameter.support = {.kind = support_kind(d),
                       .lower = bound(interpreter, d.type.lower, parameter.dims),
                       .upper = bound(interpreter, d.type.upper, parameter.dims),
                       .offset = bound(interpreter, d.type.offset, parameter.dims),
                       .multiplier = bound(interpreter, d.type.multiplier, parameter.dims)};
  const expr::Graph& graph = interpreter.machine().builder().graph();
  if (const Status status = model::check_support(graph, parameter); !status) {
    fail(status.error().message, status.error().suggestion);
  }
  return parameter;
}

bool reads_target(const stan::Statements& block) {
  bool result = false;
  stan::each_statement(block, [&](const stan::Statement& statement) {
    stan::each_expression(statement, [&](const stan::Expr& expression) {
      stan::each_inside(expression, [&](const stan::Expr& part) {
        result = result || std::holds_alternative<stan::TargetValue>(part.node);
      });
    });
  });
  return result;
}

model::SupportTerms terms_of(expr::Builder& builder, const model::Support& support) {
  const auto term = [&](const std::optional<NodeId>& node) {
    return node ? std::optional(expr::Term(builder, *node)) : std::nullopt;
  };
  return {.lower = term(support.lower),
          .upper = term(support.upper),
          .offset = term(support.offset),
          .multiplier = term(support.multiplier)};
}

}  // namespace

model::Variable declared_parameter(Interpreter& interpreter, const stan::Statement& statement) {
  return at_statement(statement, [&] { return parameter_of(interpreter, statement); });
}

bool reads_target(const stan::Program& program) {
  const auto reads = [](const stan::Function& function) { return reads_target(function.body); };
  return std::ranges::any_of(program.functions, reads) ||
         reads_target(program.transformed_parameters) || reads_target(program.model);
}

void begin_target(Interpreter& interpreter, std::span<const model::Variable> parameters) {
  if (!reads_target(interpreter.program())) return;
  Machine& machine = interpreter.machine();
  expr::Builder& builder = machine.builder();
  expr::Term total = expr::constant(builder, 0.0);
  std::size_t next = 0;
  for (const stan::Statement* statement : declarations(interpreter.program().parameters)) {
    const auto slot = static_cast<std::size_t>(declaration(statement).slot);
    const model::Variable& parameter = parameters[next++];
    const expr::Term value = machine.term(interpreter.globals()[slot]);
    const auto jacobian =
        model::log_jacobian_at(parameter, terms_of(builder, parameter.support), value);
    if (!jacobian) {
      throw RuntimeError{.message =
                             "not supported yet: target() beside a unit_vector, because its "
                             "Jacobian depends on a length that is not a parameter",
                         .suggestion = "",
                         .where = statement->where};
    }
    total = total + *jacobian;
  }
  interpreter.begin_target(machine.value(stan::kRealType, {}, total));
}

}  // namespace autumn::trace
