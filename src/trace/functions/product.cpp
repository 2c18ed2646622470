// This file has products of matrices and vectors, and functions made of them.
#include <cmath>
#include <limits>

#include "dist/domain.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

using expr::Term;
using expr::flag::kTransposeLeft;
using expr::flag::kTransposeRight;

// ---- products of columns or rows ----

// Two equal shapes as matrices, multiplied by element.
Term products(const Value& like, Term a, Term b) {
  const auto shape = expr::Shape::matrix(rows_of(like), cols_of(like));
  return reshape(a, shape) * reshape(b, shape);
}

void require_same_shape(const BuiltinCall& call) {
  require_equal(call, "rows", rows_of(call.arguments[0]), rows_of(call.arguments[1]));
  require_equal(call, "columns", cols_of(call.arguments[0]), cols_of(call.arguments[1]));
}

// With one argument the product with itself.
Value columns_dot(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (call.arguments.size() == 2) require_same_shape(call);
  return compose(call, {cols_of(x)},
                 [&](Terms t) { return col_sums(products(x, t.front(), t.back())); });
}

Value rows_dot(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  if (call.arguments.size() == 2) require_same_shape(call);
  return compose(call, {rows_of(x)},
                 [&](Terms t) { return row_sums(products(x, t.front(), t.back())); });
}

// ---- products of a matrix with itself ----

Value tcrossprod(const BuiltinCall& call) {
  const std::size_t n = rows_of(call.arguments[0]);
  const Value x = as_matrix(call.machine, call.arguments[0]);
  const Value operands[] = {x, x};
  return call.machine.apply(expr::Op::kMatmul, operands, call.type, {n, n}, kTransposeRight);
}

Value crossprod(const BuiltinCall& call) {
  const std::size_t n = cols_of(call.arguments[0]);
  const Value x = as_matrix(call.machine, call.arguments[0]);
  const Value operands[] = {x, x};
  return call.machine.apply(expr::Op::kMatmul, operands, call.type, {n, n}, kTransposeLeft);
}

// Zeros above the diagonal, also of a matrix that is not square.
Term lower_part(Term x) {
  const expr::Shape shape = x.shape();
  if (shape.is_square()) return lower_triangle(x);
  std::vector<double> is_lower(shape.size());
  for (std::size_t i = 0; i < is_lower.size(); ++i) {
    is_lower[i] = i % shape.rows >= i / shape.rows ? 1.0 : 0.0;
  }
  const Term mask(x.builder(), x.builder().constant(shape, is_lower));
  return select(mask, x, 0.0);
}

Value multiply_lower_tri_self_transpose(const BuiltinCall& call) {
  const std::size_t n = rows_of(call.arguments[0]);
  return compose(call, {n, n}, [](Terms x) {
    const Term l = lower_part(x[0]);
    return matmul(l, l, kTransposeRight);
  });
}

// ---- diagonal matrices ----

Value diag_pre_multiply(const BuiltinCall& call) {
  const Value& m = call.arguments[1];
  require_equal(call, "sizes of the diagonal and the rows", call.arguments[0].size(), rows_of(m));
  return compose(call, m.dims(),
                 [&](Terms x) { return repeat_cols(x[0], x[1].shape().cols) * x[1]; });
}

Value diag_post_multiply(const BuiltinCall& call) {
  const Value& m = call.arguments[0];
  require_equal(call, "sizes of the diagonal and the columns", call.arguments[1].size(),
                cols_of(m));
  return compose(call, m.dims(),
                 [&](Terms x) { return x[0] * repeat_rows(x[1], x[0].shape().rows); });
}

Value quad_form_diag(const BuiltinCall& call) {
  const Value& m = call.arguments[0];
  require_square(call, m);
  require_equal(call, "sizes of the matrix and the diagonal", rows_of(m), call.arguments[1].size());
  return compose(call, m.dims(), [](Terms x) {
    const std::size_t n = x[0].shape().rows;
    return repeat_cols(x[1], n) * x[0] * repeat_rows(x[1], n);
  });
}

// ---- quadratic forms ----

// B' A B; of a vector b the number b' A b.
Term quadratic(Term a, Term b) {
  const Term product = matmul(a, b);
  return b.shape().is_vector() ? dot(b, product) : matmul(b, product, kTransposeLeft);
}

Dims quadratic_dims(const BuiltinCall& call, const Value& a, const Value& b) {
  require_square(call, a);
  require_equal(call, "sizes of the matrices", rows_of(a), rows_of(b));
  return b.type() == kMatrixType ? Dims{cols_of(b), cols_of(b)} : Dims{};
}

Value quad_form(const BuiltinCall& call) {
  const Dims dims = quadratic_dims(call, call.arguments[0], call.arguments[1]);
  return compose(call, dims, [](Terms x) { return quadratic(x[0], x[1]); });
}

Value quad_form_sym(const BuiltinCall& call) {
  const Dims dims = quadratic_dims(call, call.arguments[0], call.arguments[1]);
  require_symmetric(call, call.arguments[0]);
  // What is not known yet is NaN where it is not symmetric, and then so is the density.
  return compose(call, dims, [](Terms x) {
    const Term q = quadratic(x[0], x[1]);
    const Term result = q.shape().is_scalar() ? q : 0.5 * (q + transpose(q));
    return select(dist::is_symmetric(x[0]), result, std::numeric_limits<double>::quiet_NaN());
  });
}

// trace(B' A B) is the sum of B .* (A B).
Value trace_quad_form(const BuiltinCall& call) {
  static_cast<void>(quadratic_dims(call, call.arguments[0], call.arguments[1]));
  return compose(call, {}, [](Terms x) { return dot(x[1], matmul(x[0], x[1])); });
}

// trace(D B' A B) is the sum of (B D') .* (A B).
Value trace_gen_quad_form(const BuiltinCall& call) {
  static_cast<void>(quadratic_dims(call, call.arguments[1], call.arguments[2]));
  require_square(call, call.arguments[0]);
  require_equal(call, "sizes of the matrices", rows_of(call.arguments[0]),
                cols_of(call.arguments[2]));
  return compose(call, {}, [](Terms x) {
    return dot(matmul(x[2], x[0], kTransposeRight), matmul(x[1], x[2]));
  });
}

Value trace(const BuiltinCall& call) {
  return compose(call, {}, [](Terms x) { return sum(diagonal(x[0])); });
}

// ---- powers ----

// By squaring: the bits of n say which powers are multiplied.
Value matrix_power(const BuiltinCall& call) {
  const Value& m = call.arguments[0];
  require_square(call, m);
  std::size_t n = size_argument(call, 1, "the exponent");
  if (n == 0) {
    std::vector<double> numbers(m.size(), 0.0);
    for (std::size_t i = 0; i < numbers.size(); i += rows_of(m) + 1) numbers[i] = 1.0;
    return Value::numbers(call.type, m.dims(), std::move(numbers));
  }
  const Value one[] = {m};
  return compose(call.machine, one, call.type, m.dims(), [&](Terms x) {
    Term square = x[0];
    for (; n % 2 == 0; n /= 2) square = matmul(square, square);
    Term product = square;
    for (n /= 2; n > 0; n /= 2) {
      square = matmul(square, square);
      if (n % 2 == 1) product = matmul(product, square);
    }
    return product;
  });
}

// ---- simplexes ----

Value softmax_function(const BuiltinCall& call) {
  require_not_empty(call, call.arguments[0]);
  return compose(call, call.arguments[0].dims(), [](Terms x) { return softmax(x[0]); });
}

Value log_softmax_function(const BuiltinCall& call) {
  require_not_empty(call, call.arguments[0]);
  return compose(call, call.arguments[0].dims(), [](Terms x) { return log_softmax(x[0]); });
}

constexpr BuiltinEntry kProductFunctions[] = {
    {"columns_dot_product", columns_dot},
    {"columns_dot_self", columns_dot},
    {"rows_dot_product", rows_dot},
    {"rows_dot_self", rows_dot},
    {"tcrossprod", tcrossprod},
    {"crossprod", crossprod},
    {"multiply_lower_tri_self_transpose", multiply_lower_tri_self_transpose},
    {"diag_pre_multiply", diag_pre_multiply},
    {"diag_post_multiply", diag_post_multiply},
    {"quad_form", quad_form},
    {"quad_form_sym", quad_form_sym},
    {"quad_form_diag", quad_form_diag},
    {"trace_quad_form", trace_quad_form},
    {"trace_gen_quad_form", trace_gen_quad_form},
    {"trace", trace},
    {"matrix_power", matrix_power},
    {"softmax", softmax_function},
    {"log_softmax", log_softmax_function},
};

}  // namespace

std::span<const BuiltinEntry> product_functions() {
  return kProductFunctions;
}

}  // namespace autumn::trace
