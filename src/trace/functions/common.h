// This header has what the built-in functions share: sizes and checks of arguments, moves,
// formulas over terms.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/interpret.h"
#include "expr/term.h"
#include "trace/builtin.h"

namespace autumn::trace {

using stan::kIntType;
using stan::kRealType;
inline const stan::Type kVectorType{stan::Base::kVector, 0};
inline const stan::Type kMatrixType{stan::Base::kMatrix, 0};

// ---- sizes ----
// Of a vector (one column), row vector (one row) or matrix.
[[nodiscard]] std::size_t rows_of(const Value& x);
[[nodiscard]] std::size_t cols_of(const Value& x);

// ---- checks; each message begins with the name of the function ----
[[noreturn]] void fail_in(const BuiltinCall& call, std::string_view message);
// "not supported yet", for functions that exist for known numbers only.
[[noreturn]] void fail_for_symbols(const BuiltinCall& call, std::string suggestion);
void require_equal(const BuiltinCall& call, std::string_view what, std::size_t a, std::size_t b);
void require_square(const BuiltinCall& call, const Value& x);
// Of known numbers; symbols are symmetric by promise.
void require_symmetric(const BuiltinCall& call, const Value& x);
void require_not_empty(const BuiltinCall& call, const Value& x);
// The integer argument number k, which must be known.
[[nodiscard]] std::int64_t integer(const BuiltinCall& call, std::size_t k, std::string_view what);
// An integer argument that is a size: not negative.
[[nodiscard]] std::size_t size_argument(const BuiltinCall& call, std::size_t k,
                                        std::string_view what);
// An integer argument that is a place among n, counted from 1; the result counts from 0.
[[nodiscard]] std::size_t place_argument(const BuiltinCall& call, std::size_t k,
                                         std::string_view what, std::size_t n);
// The dims of an elementwise call: those of its containers, which must agree.
[[nodiscard]] Dims joint_dims(const BuiltinCall& call);

// ---- moves ----
// The same elements in the same order, under another type and other dims.
[[nodiscard]] Value reshaped(Machine& machine, const Value& x, stan::Type type, Dims dims);
// A vector as a matrix of one column, a row vector as a matrix of one row.
[[nodiscard]] Value as_matrix(Machine& machine, const Value& x);
// Element i of the result is element from(i) of x, in storage order.
template <typename From>
[[nodiscard]] Value moved(Machine& machine, const Value& x, stan::Type type, Dims dims, From from) {
  std::vector<std::uint32_t> places(size_of(dims));
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint32_t>(from(i));
  if (places.empty()) return Value::numbers(type, std::move(dims), {});
  return machine.gather(x, expr::Index::list(std::move(places)), type, std::move(dims));
}

// ---- formulas ----
// The value of formula(terms of the operands). Known operands are computed apart from the graph of
// the machine.
template <typename Formula>
[[nodiscard]] Value compose(Machine& machine, std::span<const Value> operands, stan::Type type,
                            Dims dims, Formula formula) {
  std::vector<expr::Term> terms;
  const expr::Shape shape = node_shape(dims);
  if (!all_known(operands)) {
    for (const Value& operand : operands) terms.push_back(machine.term(operand));
    return machine.value(type, std::move(dims), expr::reshape(formula(terms), shape));
  }
  expr::Builder builder;
  for (const Value& x : operands) {
    terms.emplace_back(builder, builder.constant(node_shape(x.dims()), x.numbers()));
  }
  const std::vector<NodeId> roots{formula(terms).id()};
  return Value::numbers(type, std::move(dims),
                        expr::interpret(builder.graph(), roots, {})[0].numbers);
}

// Of all arguments of a call.
template <typename Formula>
[[nodiscard]] Value compose(const BuiltinCall& call, Dims dims, Formula formula) {
  return compose(call.machine, call.arguments, call.type, std::move(dims), formula);
}

using Terms = const std::vector<expr::Term>&;

}  // namespace autumn::trace
