// This file has the operators on values: elementwise arithmetic, matrix products, comparisons,
// integer arithmetic.
#include "trace/operators.h"

#include <fmt/format.h>

#include <cmath>

#include "trace/complex.h"

namespace autumn::trace {
namespace {

using expr::Op;
using stan::Base;
using stan::BinaryOp;

// The dims of an elementwise operation: equal dims, or a scalar against anything.
const Dims& joint_dims(std::string_view symbol, const Value& x, const Value& y) {
  if (x.is_scalar()) return y.dims();
  if (y.is_scalar() || x.dims() == y.dims()) return x.dims();
  fail(fmt::format("sizes do not match in `{}`: {} and {}", symbol, describe(x), describe(y)));
}

Value elementwise(Machine& machine, Op op, std::string_view symbol, const Value& x, const Value& y,
                  stan::Type type) {
  const Value operands[] = {x, y};
  return machine.elementwise(op, operands, type, joint_dims(symbol, x, y));
}

void require_equal(std::size_t a, std::size_t b, std::string_view symbol, const Value& x,
                   const Value& y) {
  if (a != b) {
    fail(fmt::format("sizes do not match in `{}`: {} and {}", symbol, describe(x), describe(y)));
  }
}

std::size_t rows(const Value& x) {
  return x.type().base == Base::kRowVector ? 1 : x.dims()[0];
}

std::size_t cols(const Value& x) {
  if (x.type().base == Base::kRowVector) return x.dims()[0];
  return x.type().base == Base::kVector ? 1 : x.dims()[1];
}

// Products of vectors, row vectors and matrices. A row vector is a vector node, so it is the
// transposed operand.
Value multiply(Machine& machine, const Value& x, const Value& y, stan::Type type) {
  if (x.is_scalar() || y.is_scalar()) return elementwise(machine, Op::kMul, "*", x, y, type);
  require_equal(cols(x), rows(y), "*", x, y);
  const Value operands[] = {x, y};
  const Base a = x.type().base;
  const Base b = y.type().base;
  if (a == Base::kRowVector && b == Base::kVector)
    return machine.apply(Op::kDot, operands, type, {});
  if (a == Base::kVector) {  // an outer product
    return machine.apply(Op::kMatmul, operands, type, {rows(x), cols(y)},
                         expr::flag::kTransposeRight);
  }
  if (a == Base::kRowVector) {
    return machine.apply(Op::kMatmul, operands, type, {cols(y)}, expr::flag::kTransposeLeft);
  }
  const Dims dims = b == Base::kVector ? Dims{rows(x)} : Dims{rows(x), cols(y)};
  return machine.apply(Op::kMatmul, operands, type, dims);
}

Value transpose(Machine& machine, const Value& x, stan::Type type) {
  if (x.type().base != Base::kMatrix) return x.as(type);
  const Value operands[] = {x};
  return machine.apply(Op::kTranspose, operands, type, {x.dims()[1], x.dims()[0]});
}

// a \ b and, through transposes, a / b.
Value left_divide(Machine& machine, const Value& a, const Value& b, stan::Type type) {
  require_equal(rows(a), cols(a), "\\", a, b);
  require_equal(rows(a), rows(b), "\\", a, b);
  const Value operands[] = {a, b};
  return machine.apply(Op::kSolve, operands, type, b.dims());
}

Value right_divide(Machine& machine, const Value& b, const Value& a, stan::Type type) {
  require_equal(cols(b), rows(a), "/", b, a);
  require_equal(rows(a), cols(a), "/", b, a);
  if (b.type().base == Base::kRowVector) {
    const Value operands[] = {a, b};
    return machine.apply(Op::kSolve, operands, type, b.dims(), expr::flag::kTransposeLeft);
  }
  const Value turned = transpose(machine, b, type);
  const Value operands[] = {a, turned};
  const Value solved =
      machine.apply(Op::kSolve, operands, type, turned.dims(), expr::flag::kTransposeLeft);
  return transpose(machine, solved, type);
}

// Of the quotient and the remainder of integers, which may be comparisons of parameters.
void require_known(const Value& x, const Value& y) {
  if (x.is_known() && y.is_known()) return;
  fail_undecided("a division of integers depends on a parameter");
}

Value divide(Machine& machine, const Value& x, const Value& y, stan::Type type) {
  if (!y.is_scalar() && y.type().base == Base::kMatrix && !x.is_scalar()) {
    return right_divide(machine, x, y, type);
  }
  if (type.base != Base::kInt) return elementwise(machine, Op::kDiv, "/", x, y, type);
  require_known(x, y);
  if (y.number() == 0.0) fail("division of an integer by zero");
  return Value::integer(std::trunc(x.number() / y.number()));
}

Value modulo(const Value& x, const Value& y) {
  require_known(x, y);
  if (y.number() == 0.0) fail("remainder of an integer by zero");
  return Value::integer(std::fmod(x.number(), y.number()));
}

Value power(Machine& machine, const Value& x, const Value& y, stan::Type type) {
  // x^2 keeps its digits and its slope at 0.
  if (y.is_known() && y.is_scalar() && y.number() == 2.0) {
    const Value operands[] = {x};
    return machine.elementwise(Op::kSquare, operands, type, x.dims());
  }
  return elementwise(machine, Op::kPow, "^", x, y, type);
}

Value negated(Machine& machine, const Value& x, stan::Type type) {
  const Value operands[] = {x};
  return machine.elementwise(Op::kNot, operands, type, x.dims());
}

}  // namespace

Value unary(Machine& machine, stan::UnaryOp op, const Value& x, stan::Type type) {
  if (x.is_composite()) return complex_unary(machine, op, x, type);
  const Value operands[] = {x};
  switch (op) {
    case stan::UnaryOp::kPlus: return x;
    case stan::UnaryOp::kMinus: return machine.elementwise(Op::kNegate, operands, type, x.dims());
    case stan::UnaryOp::kNot: return negated(machine, x, type);
    case stan::UnaryOp::kTranspose: return transpose(machine, x, type);
  }
  not_of_the_list("the operator");
}

Value binary(Machine& machine, BinaryOp op, const Value& x, const Value& y, stan::Type type) {
  if (x.is_composite() || y.is_composite()) return complex_binary(machine, op, x, y, type);
  switch (op) {
    case BinaryOp::kOr: return elementwise(machine, Op::kOr, "||", x, y, type);
    case BinaryOp::kAnd: return elementwise(machine, Op::kAnd, "&&", x, y, type);
    case BinaryOp::kEqual: return elementwise(machine, Op::kEqual, "==", x, y, type);
    case BinaryOp::kNotEqual:
      return negated(machine, elementwise(machine, Op::kEqual, "!=", x, y, type), type);
    case BinaryOp::kLess: return elementwise(machine, Op::kLess, "<", x, y, type);
    case BinaryOp::kLessEqual: return elementwise(machine, Op::kLessEqual, "<=", x, y, type);
    case BinaryOp::kGreater: return elementwise(machine, Op::kLess, ">", y, x, type);
    case BinaryOp::kGreaterEqual: return elementwise(machine, Op::kLessEqual, ">=", y, x, type);
    case BinaryOp::kAdd: return elementwise(machine, Op::kAdd, "+", x, y, type);
    case BinaryOp::kSubtract: return elementwise(machine, Op::kSub, "-", x, y, type);
    case BinaryOp::kMultiply: return multiply(machine, x, y, type);
    case BinaryOp::kDivide: return divide(machine, x, y, type);
    case BinaryOp::kIntDivide: return divide(machine, x, y, {Base::kInt, 0});
    case BinaryOp::kModulo: return modulo(x, y);
    case BinaryOp::kLeftDivide: return left_divide(machine, x, y, type);
    case BinaryOp::kElementMultiply: return elementwise(machine, Op::kMul, ".*", x, y, type);
    case BinaryOp::kElementDivide: return elementwise(machine, Op::kDiv, "./", x, y, type);
    case BinaryOp::kPower:
    case BinaryOp::kElementPower: return power(machine, x, y, type);
  }
  not_of_the_list("the operator");
}

Value total_of(Machine& machine, const Value& value) {
  if (value.is_scalar()) return value;
  if (value.is_known()) {
    double total = 0.0;
    for (const double x : value.numbers()) total += x;
    return Value::real(total);
  }
  return machine.value(stan::kRealType, {}, sum(machine.term(value)));
}

}  // namespace autumn::trace
