// This file has linear systems, inverses, determinants and the Cholesky factor.
#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "expr/kernel.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/operators.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using expr::Term;

// Results of factorisations that do not exist are NaN; Stan refuses them, also if nothing uses
// them.
const Value& require_factor(const BuiltinCall& call, const Value& matrix, const Value& result) {
  if (result.size() == 0) return result;
  if (matrix.is_known() && !result.is_known()) {
    check_known({call.syntax.name, "the matrix", dist::Domain::kPositiveDefinite}, matrix);
  } else if (!result.is_known()) {
    call.machine.require({.node = call.machine.node(matrix),
                          .domain = dist::Domain::kPositiveDefinite,
                          .result = call.machine.node(result)});
  } else if (std::isnan(result.numbers()[0])) {
    fail_in(call, "the matrix is not positive definite");
  }
  return result;
}

// ---- systems ----

// A^-1 b.
Value solve_left(const BuiltinCall& call, Term (*solver)(Term, Term)) {
  const Value& a = call.arguments[0];
  const Value& b = call.arguments[1];
  require_square(call, a);
  require_equal(call, "rows", rows_of(a), rows_of(b));
  return compose(call, b.dims(), [&](Terms x) { return solver(x[0], x[1]); });
}

// b A^-1 = (A'^-1 b')'; a row vector is a vector node already. `solver` solves with A'.
Value solve_right(const BuiltinCall& call, Term (*solver)(Term, Term)) {
  const Value& b = call.arguments[0];
  const Value& a = call.arguments[1];
  require_square(call, a);
  require_equal(call, "columns and rows", cols_of(b), rows_of(a));
  return compose(call, b.dims(), [&](Terms x) {
    if (x[0].shape().is_vector()) return solver(x[1], x[0]);
    return transpose(solver(x[1], transpose(x[0])));
  });
}

Term solve_transposed(Term a, Term b) {
  return {a.builder(),
          a.builder().apply(expr::Op::kSolve, {a.id(), b.id()}, expr::flag::kTransposeLeft)};
}

Value mdivide_left(const BuiltinCall& call) {
  return solve_left(call, expr::solve);
}
Value mdivide_left_tri_low(const BuiltinCall& call) {
  return solve_left(call, expr::tri_solve);
}
Value mdivide_left_spd(const BuiltinCall& call) {
  require_symmetric(call, call.arguments[0]);
  return require_factor(call, call.arguments[0], solve_left(call, expr::spd_solve));
}
Value mdivide_right(const BuiltinCall& call) {
  return solve_right(call, solve_transposed);
}
Value mdivide_right_tri_low(const BuiltinCall& call) {
  return solve_right(call, expr::tri_solve_transposed);
}
Value mdivide_right_spd(const BuiltinCall& call) {
  require_symmetric(call, call.arguments[1]);
  return require_factor(call, call.arguments[1], solve_right(call, expr::spd_solve));
}

// ---- inverses ----

Term identity_like(Term a) {
  const Term ones =
      broadcast(expr::constant(a.builder(), 1.0), expr::Shape::vector(a.shape().rows));
  return diagonal_matrix(ones);
}

// (L L')^-1 = L^-T L^-1.
Term inverse_of_square(Term l) {
  const Term half = tri_solve(l, identity_like(l));
  return matmul(half, half, expr::flag::kTransposeLeft);
}

Value inverse_function(const BuiltinCall& call) {
  require_square(call, call.arguments[0]);
  return compose(call, call.arguments[0].dims(),
                 [](Terms x) { return solve(x[0], identity_like(x[0])); });
}

Value inverse_spd(const BuiltinCall& call) {
  require_symmetric(call, call.arguments[0]);
  return require_factor(call, call.arguments[0],
                        compose(call, call.arguments[0].dims(),
                                [](Terms x) { return inverse_of_square(cholesky(x[0])); }));
}

Value chol2inv(const BuiltinCall& call) {
  require_square(call, call.arguments[0]);
  return compose(call, call.arguments[0].dims(), [](Terms x) { return inverse_of_square(x[0]); });
}

Value cholesky_decompose(const BuiltinCall& call) {
  require_symmetric(call, call.arguments[0]);
  return require_factor(
      call, call.arguments[0],
      call.machine.apply(expr::Op::kCholesky, call.arguments, call.type, call.arguments[0].dims()));
}

// ---- determinants ----

Value log_determinant(const BuiltinCall& call) {
  require_square(call, call.arguments[0]);
  return call.machine.apply(expr::Op::kLogAbsDet, call.arguments, call.type, {});
}

Value log_determinant_spd(const BuiltinCall& call) {
  require_symmetric(call, call.arguments[0]);
  return require_factor(call, call.arguments[0],
                        compose(call, {}, [](Terms x) { return log_det_spd(x[0]); }));
}

// The determinant with its sign, and det(A) A^-T as its slope.
class DeterminantKernel final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "determinant"; }
  [[nodiscard]] expr::Shape value_shape(std::span<const expr::Shape>) const override {
    return expr::Shape::scalar();
  }
  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const auto n =
        static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(operands[0].size()))));
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(
        Eigen::Map<const Eigen::MatrixXd>(operands[0].data(), n, n));
    if (!outputs[0].empty()) outputs[0][0] = lu.determinant();
    if (outputs[1].empty()) return;
    Eigen::Map<Eigen::MatrixXd>(outputs[1].data(), n, n) =
        lu.determinant() * lu.inverse().transpose();
  }
};

Value determinant(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  require_square(call, a);
  if (a.size() == 0) return Value::real(1.0);
  if (a.is_known()) {
    const auto n = static_cast<Eigen::Index>(rows_of(a));
    return Value::real(Eigen::Map<const Eigen::MatrixXd>(a.numbers().data(), n, n).determinant());
  }
  static const auto kernel = std::make_shared<DeterminantKernel>();
  expr::Builder& builder = call.machine.builder();
  const NodeId operands[] = {call.machine.node(a)};
  return call.machine.value(call.type, {}, builder.part(builder.kernel(kernel, operands), 0));
}

constexpr BuiltinEntry kSolveFunctions[] = {
    {"mdivide_left", mdivide_left},
    {"mdivide_left_tri_low", mdivide_left_tri_low},
    {"mdivide_left_spd", mdivide_left_spd},
    {"mdivide_right", mdivide_right},
    {"mdivide_right_tri_low", mdivide_right_tri_low},
    {"mdivide_right_spd", mdivide_right_spd},
    {"inverse", inverse_function},
    {"inverse_spd", inverse_spd},
    {"chol2inv", chol2inv},
    {"cholesky_decompose", cholesky_decompose},
    {"log_determinant", log_determinant},
    {"log_determinant_spd", log_determinant_spd},
    {"determinant", determinant},
};

}  // namespace

std::span<const BuiltinEntry> solve_functions() {
  return kSolveFunctions;
}

}  // namespace autumn::trace
