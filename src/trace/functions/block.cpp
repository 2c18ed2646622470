// This file has the functions that cut matrices and put them together, which are pure moves of
// elements.
#include <fmt/format.h>

#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/operators.h"

namespace autumn::trace {
namespace {

using expr::Term;
using stan::Base;

// ---- putting together ----

// Storage is by column: side by side is one after the other.
Value append_col(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  const Value& b = call.arguments[1];
  if (call.type.base == Base::kRowVector) {
    return call.machine.concat(call.arguments, call.type, {a.size() + b.size()});
  }
  require_equal(call, "rows", rows_of(a), rows_of(b));
  return call.machine.concat(call.arguments, call.type, {rows_of(a), cols_of(a) + cols_of(b)});
}

Value append_row(const BuiltinCall& call) {
  const Value& a = call.arguments[0];
  const Value& b = call.arguments[1];
  const Dims flat{a.size() + b.size()};
  if (call.type.base == Base::kVector) return call.machine.concat(call.arguments, call.type, flat);
  require_equal(call, "columns", cols_of(a), cols_of(b));
  const Value joined = call.machine.concat(call.arguments, kVectorType, flat);
  const std::size_t ra = rows_of(a);
  const std::size_t rb = rows_of(b);
  return moved(call.machine, joined, call.type, {ra + rb, cols_of(a)}, [&](std::size_t i) {
    const std::size_t row = i % (ra + rb);
    const std::size_t col = i / (ra + rb);
    return row < ra ? row + ra * col : a.size() + (row - ra) + rb * col;
  });
}

// ---- cutting ----

struct Rectangle {
  std::size_t row, col, rows, cols;
};

Value cut(const BuiltinCall& call, const Rectangle& r, Dims dims) {
  const Value& x = call.arguments[0];
  return moved(call.machine, x, call.type, std::move(dims), [&](std::size_t i) {
    return r.row + i % r.rows + x.dims()[0] * (r.col + i / r.rows);
  });
}

// `count` places from `first` (counted from 1) on, inside n; a piece of nothing may begin anywhere.
std::size_t first_of(const BuiltinCall& call, std::size_t k, std::string_view what,
                     std::size_t count, std::size_t n) {
  if (count == 0) return 0;
  const std::size_t first = place_argument(call, k, what, n);
  if (count > n - first) {
    fail_in(call, fmt::format("{} is {}, and {} from there on is more than the {} there are", what,
                              first + 1, count, n));
  }
  return first;
}

Value block(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  const std::size_t rows = size_argument(call, 3, "the number of rows");
  const std::size_t cols = size_argument(call, 4, "the number of columns");
  const std::size_t row = first_of(call, 1, "the first row", rows, dims[0]);
  const std::size_t col = first_of(call, 2, "the first column", cols, dims[1]);
  return cut(call, {row, col, rows, cols}, {rows, cols});
}

Value sub_col(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  const std::size_t col = place_argument(call, 2, "the column", dims[1]);
  const std::size_t rows = size_argument(call, 3, "the number of rows");
  const std::size_t row = first_of(call, 1, "the first row", rows, dims[0]);
  return cut(call, {row, col, rows, 1}, {rows});
}

Value sub_row(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  const std::size_t row = place_argument(call, 1, "the row", dims[0]);
  const std::size_t cols = size_argument(call, 3, "the number of columns");
  const std::size_t col = first_of(call, 2, "the first column", cols, dims[1]);
  return cut(call, {row, col, 1, cols}, {cols});
}

Value col(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  const std::size_t place = place_argument(call, 1, "the column", dims[1]);
  return cut(call, {0, place, dims[0], 1}, {dims[0]});
}

Value row_function(const BuiltinCall& call) {
  const Dims& dims = call.arguments[0].dims();
  const std::size_t place = place_argument(call, 1, "the row", dims[0]);
  return cut(call, {place, 0, 1, dims[1]}, {dims[1]});
}

// ---- diagonals and triangles ----

std::size_t diagonal_size(const Value& x) {
  return std::min(x.dims()[0], x.dims()[1]);
}

Value diagonal_function(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  return moved(call.machine, x, call.type, {diagonal_size(x)},
               [&](std::size_t i) { return i * (x.dims()[0] + 1); });
}

Value diag_matrix(const BuiltinCall& call) {
  const std::size_t n = call.arguments[0].size();
  return compose(call, {n, n}, [](Terms x) { return diagonal_matrix(x[0]); });
}

Value identity_matrix(const BuiltinCall& call) {
  const std::size_t n = size_argument(call, 0, "the size");
  std::vector<double> numbers(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) numbers[i * (n + 1)] = 1.0;
  return Value::numbers(call.type, {n, n}, std::move(numbers));
}

Value add_diag(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  const std::size_t n = diagonal_size(x);
  if (!call.arguments[1].is_scalar()) {
    require_equal(call, "sizes of the diagonals", n, call.arguments[1].size());
  }
  return compose(call, x.dims(), [&](Terms t) {
    const auto size = expr::Shape::vector(n);
    const Term d = t[1].shape().is_scalar() ? broadcast(t[1], size) : t[1];
    const auto places =
        expr::Index::range(0, static_cast<std::uint32_t>(n), std::int64_t{t[0].shape().rows} + 1);
    return t[0] + scatter_add(d, places, t[0].shape());
  });
}

Value symmetrize_from_lower_tri(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  require_square(call, x);
  const std::size_t n = x.dims()[0];
  return moved(call.machine, x, call.type, x.dims(),
               [&](std::size_t i) { return std::max(i % n, i / n) + n * std::min(i % n, i / n); });
}

Value transpose_function(const BuiltinCall& call) {
  return unary(call.machine, stan::UnaryOp::kTranspose, call.arguments[0], call.type);
}

constexpr BuiltinEntry kBlockFunctions[] = {
    {"append_col", append_col},
    {"append_row", append_row},
    {"block", block},
    {"sub_col", sub_col},
    {"sub_row", sub_row},
    {"col", col},
    {"row", row_function},
    {"diagonal", diagonal_function},
    {"diag_matrix", diag_matrix},
    {"identity_matrix", identity_matrix},
    {"add_diag", add_diag},
    {"symmetrize_from_lower_tri", symmetrize_from_lower_tri},
    {"transpose", transpose_function},
};

}  // namespace

std::span<const BuiltinEntry> block_functions() {
  return kBlockFunctions;
}

}  // namespace autumn::trace
