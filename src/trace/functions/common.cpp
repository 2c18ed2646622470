// This file checks sizes and other properties of the arguments of built-in functions.
#include "trace/functions/common.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.h"

namespace autumn::trace {

using stan::Base;

std::size_t rows_of(const Value& x) {
  return x.type().base == Base::kRowVector ? 1 : x.dims()[0];
}

std::size_t cols_of(const Value& x) {
  if (x.type().base == Base::kRowVector) return x.dims()[0];
  return x.type().base == Base::kMatrix ? x.dims()[1] : 1;
}

void fail_in(const BuiltinCall& call, std::string_view message) {
  fail(fmt::format("{}: {}", call.syntax.name, message));
}

void fail_for_symbols(const BuiltinCall& call, std::string suggestion) {
  fail(fmt::format("not supported yet: {} of an expression that depends on parameters",
                   call.syntax.name),
       std::move(suggestion));
}

void require_equal(const BuiltinCall& call, std::string_view what, std::size_t a, std::size_t b) {
  if (a != b) fail_in(call, fmt::format("{} do not match: {} and {}", what, a, b));
}

void require_square(const BuiltinCall& call, const Value& x) {
  if (rows_of(x) == cols_of(x)) return;
  fail_in(call, fmt::format("the matrix is not square: {} and {}", counted(rows_of(x), "row"),
                            counted(cols_of(x), "column")));
}

void require_symmetric(const BuiltinCall& call, const Value& x) {
  require_square(call, x);
  if (!x.is_known()) return;
  constexpr double kTolerance = 1e-8;  // Stan's
  const std::size_t n = rows_of(x);
  const auto a = x.numbers();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (std::fabs(a[i + n * j] - a[j + n * i]) <= kTolerance) continue;
      fail_in(call,
              fmt::format("the matrix is not symmetric: [{0},{1}] is {2}, but [{1},{0}] is {3}",
                          i + 1, j + 1, a[i + n * j], a[j + n * i]));
    }
  }
}

void require_not_empty(const BuiltinCall& call, const Value& x) {
  if (x.size() == 0) fail_in(call, "the argument has no elements");
}

std::int64_t integer(const BuiltinCall& call, std::size_t k, std::string_view what) {
  const Value& x = call.arguments[k];
  if (!x.is_known()) {
    fail_in(call, fmt::format("{} depends on parameters; it must be known", what));
  }
  return static_cast<std::int64_t>(x.number());
}

std::size_t size_argument(const BuiltinCall& call, std::size_t k, std::string_view what) {
  const std::int64_t n = integer(call, k, what);
  if (n < 0) fail_in(call, fmt::format("{} is {}, but must not be negative", what, n));
  return static_cast<std::size_t>(n);
}

std::size_t place_argument(const BuiltinCall& call, std::size_t k, std::string_view what,
                           std::size_t n) {
  const std::int64_t place = integer(call, k, what);
  if (place < 1 || place > static_cast<std::int64_t>(n)) {
    fail_in(call, fmt::format("{} is {}, but must be between 1 and {}", what, place, n));
  }
  return static_cast<std::size_t>(place - 1);
}

Dims joint_dims(const BuiltinCall& call) {
  const Value* container = nullptr;
  for (const Value& x : call.arguments) {
    if (x.is_scalar()) continue;
    if (container != nullptr && container->dims() != x.dims()) {
      fail_in(call,
              fmt::format("sizes do not match: {} and {}", describe(*container), describe(x)));
    }
    container = &x;
  }
  return container == nullptr ? Dims{} : container->dims();
}

Value reshaped(Machine& machine, const Value& x, stan::Type type, Dims dims) {
  if (!x.is_node()) return x.as(type, std::move(dims));
  const NodeId node = machine.builder().reshape(x.node(), node_shape(dims));
  return machine.value(type, std::move(dims), node);
}

Value as_matrix(Machine& machine, const Value& x) {
  return reshaped(machine, x, kMatrixType, {rows_of(x), cols_of(x)});
}

}  // namespace autumn::trace
