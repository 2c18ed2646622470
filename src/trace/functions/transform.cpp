// This file has the transforms of constrained variables as functions: *_constrain, *_jacobian,
// *_unconstrain.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "model/constrain.h"
#include "model/constrain_items.h"
#include "model/unconstrain.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using expr::Shape;
using expr::Term;
using model::SupportKind;

enum class Effect : std::uint8_t { kConstrain, kJacobian };

// ---- from unconstrained numbers ----

model::Variable variable_of(SupportKind kind, const Dims& dims) {
  model::Variable variable;
  variable.name = "x";
  variable.dims = dims;
  variable.support.kind = kind;
  return variable;
}

// What stands for a bound, an offset or a multiplier: argument number k of the call.
std::optional<Term> term_at(Terms x, std::size_t k) {
  return k == 0 ? std::nullopt : std::optional<Term>(x[k]);
}

struct BoundPlaces {
  std::size_t lower = 0;
  std::size_t upper = 0;
  std::size_t offset = 0;
  std::size_t multiplier = 0;
};

// Value and log Jacobian of the transform, one after the other.
Term transformed(SupportKind kind, const Dims& dims, const BoundPlaces& places, Terms x) {
  const model::SupportTerms support{.lower = term_at(x, places.lower),
                                    .upper = term_at(x, places.upper),
                                    .offset = term_at(x, places.offset),
                                    .multiplier = term_at(x, places.multiplier)};
  const Term free = reshape(x[0], Shape::vector(x[0].size()));
  const model::Constrained both = model::constrain(variable_of(kind, dims), support, free);
  return expr::concat({reshape(both.value, Shape::vector(size_of(dims))), both.log_jacobian});
}

Value with_effect(const BuiltinCall& call, Effect effect, const Dims& dims, const Value& both) {
  const std::size_t size = size_of(dims);
  if (effect == Effect::kJacobian) {
    const auto last = expr::Index::range(static_cast<std::uint32_t>(size), 1);
    call.interpreter.add_to_target(call.machine.gather(both, last, kRealType, {}));
  }
  return moved(call.machine, both, call.type, dims, [](std::size_t i) { return i; });
}

// `operands` are the unconstrained numbers and what the places name.
Value constrained(const BuiltinCall& call, Effect effect, SupportKind kind, const Dims& dims,
                  const BoundPlaces& places, std::span<const Value> operands) {
  if (size_of(dims) == 0) return Value::numbers(call.type, dims, {});
  const Value both = compose(call.machine, operands, kVectorType, {size_of(dims) + 1},
                             [&](Terms x) { return transformed(kind, dims, places, x); });
  return with_effect(call, effect, dims, both);
}

BoundPlaces scalar_places(SupportKind kind, std::string_view name) {
  if (name.starts_with("offset")) return {.offset = 1, .multiplier = 2};
  if (kind == SupportKind::kUpper) return {.upper = 1};
  return kind == SupportKind::kInterval ? BoundPlaces{.lower = 1, .upper = 2}
                                        : BoundPlaces{.lower = 1};
}

template <SupportKind kKind, Effect kEffect>
Value scalar_transform(const BuiltinCall& call) {
  const Dims dims = call.arguments[0].dims();
  for (const Value& bound : call.arguments.subspan(1)) {
    if (!bound.is_scalar() && bound.dims() != dims) {
      fail_in(call, fmt::format("sizes do not match: {} and {}", describe(call.arguments[0]),
                                describe(bound)));
    }
  }
  return constrained(call, kEffect, kKind, dims, scalar_places(kKind, call.syntax.name),
                     call.arguments);
}

// Vectors, with `kMore` elements more than there are unconstrained numbers; of a matrix its rows.
template <SupportKind kKind, Effect kEffect, std::size_t kMore>
Value vector_transform(const BuiltinCall& call) {
  Dims dims = call.arguments[0].dims();
  dims.back() += kMore;
  return constrained(call, kEffect, kKind, dims, {}, call.arguments.first(1));
}

// Matrices by their rows and columns: from a vector each.
template <SupportKind kKind, Effect kEffect>
Value matrix_transform(const BuiltinCall& call) {
  const std::size_t rows = size_argument(call, 1, "the number of rows");
  const std::size_t cols =
      call.arguments.size() > 2 ? size_argument(call, 2, "the number of columns") : rows;
  if (cols > rows) fail_in(call, "there must be no more columns than rows");
  Dims dims = call.arguments[0].dims();
  const Dims item{rows, cols};
  require_equal(call, "numbers of unconstrained elements", dims.back(),
                model::unconstrained_size(kKind, item));
  dims.back() = rows;
  dims.push_back(cols);
  return constrained(call, kEffect, kKind, dims, {}, call.arguments.first(1));
}

// The same with the last two indices exchanged.
Value with_columns_as_rows(const BuiltinCall& call, const Value& x, stan::Type type) {
  Dims dims = x.dims();
  std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  const std::size_t rows = x.dims()[dims.size() - 2];
  const std::size_t cols = x.dims()[dims.size() - 1];
  const std::size_t items = rows * cols == 0 ? 1 : x.size() / (rows * cols);
  return moved(call.machine, x, type, dims, [=](std::size_t i) {
    const std::size_t item = i % items;
    const std::size_t place = i / items;
    return item + items * (place / cols + rows * (place % cols));
  });
}

template <Effect kEffect>
Value column_transform(const BuiltinCall& call) {
  const Value rows = with_columns_as_rows(call, call.arguments[0], call.type);
  Dims dims = rows.dims();
  dims.back() += 1;
  const Value simplexes = constrained(call, kEffect, SupportKind::kSimplex, dims, {}, {&rows, 1});
  return with_columns_as_rows(call, simplexes, call.type);
}

// ---- sums to zero: orthonormal, so that the Jacobian is one ----

// x times the transposed basis (or the basis itself, to go back), item by item: along the last
// index.
using Basis = std::vector<double> (*)(std::size_t);

Value along_last(const BuiltinCall& call, const Value& x, bool is_back,
                 Basis basis = model::helmert_basis) {
  Dims dims = x.dims();
  const std::size_t from = dims.back();
  if (is_back && from == 0) fail_in(call, "a vector of no elements has no sum to be zero");
  const std::size_t to = is_back ? from - 1 : from + 1;
  const std::size_t n = is_back ? from : to;
  dims.back() = to;
  if (size_of(dims) == 0) return Value::numbers(x.type(), dims, {});
  if (n == 1) return Value::numbers(x.type(), dims, std::vector<double>(size_of(dims), 0.0));
  const Shape rows = Shape::matrix(x.size() / from, from);
  return compose(call.machine, {&x, 1}, x.type(), dims, [&](Terms t) {
    expr::Builder& builder = t[0].builder();
    const Term v(builder, builder.constant(Shape::matrix(n, n - 1), basis(n)));
    return matmul(reshape(t[0], rows), v,
                  is_back ? expr::flag::kNone : expr::flag::kTransposeRight);
  });
}

template <bool kIsBack>
Value sum_to_zero(const BuiltinCall& call) {
  const bool is_matrix = call.type.base == stan::Base::kMatrix;
  const Basis basis = is_matrix ? model::rotated_helmert_basis : model::helmert_basis;
  const Value first = along_last(call, call.arguments[0], kIsBack, basis);
  if (!is_matrix) return first.as(call.type);
  const Value turned =
      along_last(call, with_columns_as_rows(call, first, first.type()), kIsBack, basis);
  return with_columns_as_rows(call, turned, call.type);
}

// ---- to unconstrained numbers ----

// A constant bound at infinity is none.
bool is_infinite(Term bound) {
  const auto& graph = bound.builder().graph();
  return graph.is_constant(bound.id()) && bound.shape().is_scalar() &&
         std::isinf(graph.constant(bound.id())[0]);
}

template <SupportKind kKind>
Value free_scalar(const BuiltinCall& call) {
  const BoundPlaces places = scalar_places(kKind, call.syntax.name);
  return compose(call, joint_dims(call), [&](Terms x) {
    if (places.offset != 0) return (x[0] - x[1]) / x[2];
    const bool has_lower = places.lower != 0 && !is_infinite(x[places.lower]);
    const bool has_upper = places.upper != 0 && !is_infinite(x[places.upper]);
    if (!has_lower && !has_upper) return x[0] + 0.0 * x[1];
    if (!has_upper) return log(x[0] - x[places.lower]);
    if (!has_lower) return log(x[places.upper] - x[0]);
    return log(x[0] - x[places.lower]) - log(x[places.upper] - x[0]);
  });
}

// Items as the rows of a matrix.
Term rows_of_items(Term x, std::size_t length) {
  return reshape(x, Shape::matrix(x.size() / length, length));
}

template <bool kIsPositive>
Value free_ordered(const BuiltinCall& call) {
  const Dims dims = call.arguments[0].dims();
  const std::size_t length = dims.back();
  if (size_of(dims) == 0) return call.arguments[0];
  return compose(call, dims, [&](Terms x) {
    const Term rows = rows_of_items(x[0], length);
    const Term first = column(rows, 0);
    std::vector<Term> parts{kIsPositive ? log(first) : first};
    for (std::size_t k = 1; k < length; ++k) {
      parts.push_back(log(column(rows, k) - column(rows, k - 1)));
    }
    return expr::concat(parts);
  });
}

Value free_simplex(const BuiltinCall& call) {
  const Value logs = call.machine.elementwise(expr::Op::kLog, call.arguments.first(1),
                                              call.arguments[0].type(), call.arguments[0].dims());
  return along_last(call, logs, true).as(call.type);
}

Value free_columns(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  const Value logs = call.machine.elementwise(expr::Op::kLog, {&x, 1}, x.type(), x.dims());
  const Value rows = along_last(call, with_columns_as_rows(call, logs, x.type()), true);
  return with_columns_as_rows(call, rows, call.type);
}

Value free_unit_vector(const BuiltinCall& call) {
  return call.arguments[0].as(call.type);
}

// Entries (row, column) of the Cholesky factors of all items, as vectors with a number per item.
using Entries = std::function<Term(std::size_t row, std::size_t col)>;

// The items are the factors.
Entries entries_of(Term factors, std::size_t rows, std::size_t count) {
  return [=](std::size_t row, std::size_t col) {
    return slice(factors, count * (row + rows * col), count);
  };
}

expr::Index strided(std::size_t start, std::size_t count, std::size_t step) {
  return expr::Index::range(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(count),
                            static_cast<std::int64_t>(step));
}

// The items are L L'.
Entries entries_of_root(Term products, std::size_t rows, std::size_t count) {
  const std::size_t size = rows * rows;
  std::vector<Term> factors;
  for (std::size_t item = 0; item < count; ++item) {
    const auto index = strided(item, size, count);
    const Term l = cholesky(gather(products, index, Shape::matrix(rows, rows)));
    factors.push_back(reshape(l, Shape::vector(size)));
  }
  const Term all = expr::concat(factors);
  return [=](std::size_t row, std::size_t col) {
    return gather(all, strided(row + rows * col, count, size));
  };
}

// Row by row the entries on and below the diagonal, on it their logarithms.
std::vector<Term> free_factor(const Entries& l, std::size_t rows, std::size_t cols) {
  std::vector<Term> free;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < std::min(r + 1, cols); ++c) {
      free.push_back(r == c ? log(l(r, c)) : l(r, c));
    }
  }
  return free;
}

// Row by row the canonical partial correlations: each entry by what is left of the unit length.
std::vector<Term> free_correlations(const Entries& l, std::size_t rows) {
  std::vector<Term> free;
  for (std::size_t r = 1; r < rows; ++r) {
    std::optional<Term> left;
    for (std::size_t c = 0; c < r; ++c) {
      const Term x = l(r, c);
      free.push_back(atanh(left ? x / sqrt(*left) : x));
      left = left ? *left - square(x) : 1.0 - square(x);
    }
  }
  return free;
}

Value free_symbolic_matrix(const BuiltinCall& call, SupportKind kind, const Dims& item,
                           const Dims& dims) {
  const std::size_t count = size_of(dims) / dims.back();
  return compose(call, dims, [&](Terms x) {
    const Term all = reshape(x[0], Shape::vector(x[0].size()));
    const bool is_product = kind == SupportKind::kCorrMatrix || kind == SupportKind::kCovMatrix;
    const Entries l =
        is_product ? entries_of_root(all, item[0], count) : entries_of(all, item[0], count);
    const bool is_correlation =
        kind == SupportKind::kCorrMatrix || kind == SupportKind::kCholeskyCorr;
    return expr::concat(is_correlation ? free_correlations(l, item[0])
                                       : free_factor(l, item[0], item[1]));
  });
}

template <SupportKind kKind>
Value free_matrix(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  Dims dims = x.dims();
  const Dims item{dims[dims.size() - 2], dims[dims.size() - 1]};
  const bool is_factor = kKind == SupportKind::kCholeskyCov;
  if (is_factor ? item[0] < item[1] : item[0] != item[1])
    fail_in(call, "the matrix has a wrong shape");
  dims.pop_back();
  dims.back() = model::unconstrained_size(kKind, item);
  if (size_of(dims) == 0) return Value::numbers(call.type, dims, {});
  if (!x.is_known()) return free_symbolic_matrix(call, kKind, item, dims);
  auto free = model::unconstrain(variable_of(kKind, x.dims()), {}, x.numbers());
  if (!free) fail_in(call, fmt::format("the value is no {}", model::name_of(kKind)));
  return Value::numbers(call.type, dims, std::move(free).value());
}

#define AUTUMN_SCALAR(name, kind)                                                  \
  {#name "_constrain", scalar_transform<SupportKind::kind, Effect::kConstrain>},   \
      {#name "_jacobian", scalar_transform<SupportKind::kind, Effect::kJacobian>}, \
      {#name "_unconstrain", free_scalar<SupportKind::kind>},
#define AUTUMN_VECTOR(name, kind, more, unconstrain)                                     \
  {#name "_constrain", vector_transform<SupportKind::kind, Effect::kConstrain, more>},   \
      {#name "_jacobian", vector_transform<SupportKind::kind, Effect::kJacobian, more>}, \
      {#name "_unconstrain", unconstrain},
#define AUTUMN_MATRIX(name, kind)                                                  \
  {#name "_constrain", matrix_transform<SupportKind::kind, Effect::kConstrain>},   \
      {#name "_jacobian", matrix_transform<SupportKind::kind, Effect::kJacobian>}, \
      {#name "_unconstrain", free_matrix<SupportKind::kind>},

constexpr BuiltinEntry kTransformFunctions[] = {
    AUTUMN_SCALAR(lower_bound, kLower) AUTUMN_SCALAR(upper_bound, kUpper)
        AUTUMN_SCALAR(lower_upper_bound, kInterval) AUTUMN_SCALAR(offset_multiplier, kReal)
            AUTUMN_VECTOR(ordered, kOrdered, 0, free_ordered<false>)
                AUTUMN_VECTOR(positive_ordered, kPositiveOrdered, 0, free_ordered<true>)
                    AUTUMN_VECTOR(unit_vector, kUnitVector, 0, free_unit_vector)
                        AUTUMN_VECTOR(simplex, kSimplex, 1, free_simplex)
                            AUTUMN_VECTOR(stochastic_row, kSimplex, 1, free_simplex)
                                AUTUMN_MATRIX(cholesky_factor_corr, kCholeskyCorr)
                                    AUTUMN_MATRIX(cholesky_factor_cov, kCholeskyCov)
                                        AUTUMN_MATRIX(corr_matrix, kCorrMatrix)
                                            AUTUMN_MATRIX(cov_matrix, kCovMatrix){
                                                "stochastic_column_constrain",
                                                column_transform<Effect::kConstrain>},
    {"stochastic_column_jacobian", column_transform<Effect::kJacobian>},
    {"stochastic_column_unconstrain", free_columns},
    {"sum_to_zero_constrain", sum_to_zero<false>},
    {"sum_to_zero_jacobian", sum_to_zero<false>},
    {"sum_to_zero_unconstrain", sum_to_zero<true>},
};

}  // namespace

std::span<const BuiltinEntry> transform_functions() {
  return kTransformFunctions;
}

}  // namespace autumn::trace
