// This file has complex arithmetic from real arithmetic, so that derivatives come by themselves.
#include "trace/complex.h"

#include <complex>
#include <optional>

#include "trace/operators.h"

namespace autumn::trace {
namespace {

using expr::Term;
using stan::BinaryOp;
using stan::UnaryOp;

// Without an imaginary part where it is known to be nothing: then no zeros are computed with.
struct Parts {
  Value re;
  std::optional<Value> im;
};

Parts parts_of(const Value& x) {
  if (!x.is_composite()) return {x, std::nullopt};
  return {x.leaves()[0], x.leaves()[1]};
}

stan::Type real_type(const stan::Type& type) {
  return {stan::real_base(type.base), type.array_rank};
}

// Real operations with a result of one type.
class Arithmetic {
 public:
  Arithmetic(Machine& machine, stan::Type type) : machine_(machine), type_(std::move(type)) {}

  [[nodiscard]] Value apply(BinaryOp op, const Value& x, const Value& y) const {
    return binary(machine_, op, x, y, type_);
  }
  [[nodiscard]] Value negate(const Value& x) const {
    return unary(machine_, UnaryOp::kMinus, x, x.type());
  }
  [[nodiscard]] Value zeros(const Dims& dims) const {
    return Value::numbers(type_, dims, std::vector<double>(size_of(dims)));
  }
  // A scalar for every element.
  [[nodiscard]] Value spread(const Value& x, const Dims& dims) const {
    return x.dims() == dims ? x.as(type_) : apply(BinaryOp::kAdd, zeros(dims), x);
  }

  // What the absence of a term in a sum means.
  [[nodiscard]] Value sum(const std::optional<Value>& x, const std::optional<Value>& y, BinaryOp op,
                          const Dims& dims) const {
    if (x && y) return apply(op, *x, *y);
    if (x) return spread(*x, dims);
    if (!y) return zeros(dims);
    return spread(op == BinaryOp::kSubtract ? negate(*y) : *y, dims);
  }

  [[nodiscard]] std::optional<Value> product(BinaryOp op, const std::optional<Value>& x,
                                             const std::optional<Value>& y) const {
    if (!x || !y) return std::nullopt;
    return apply(op, *x, *y);
  }

 private:
  Machine& machine_;
  stan::Type type_;
};

Value added(const Arithmetic& a, BinaryOp op, const Parts& x, const Parts& y,
            const stan::Type& type) {
  const Value re = a.apply(op, x.re, y.re);
  return Value::composite(type, {re, a.sum(x.im, y.im, op, re.dims())});
}

// Of numbers, of elements, or of matrices: all are bilinear.
Value multiplied(const Arithmetic& a, BinaryOp op, const Parts& x, const Parts& y,
                 const stan::Type& type) {
  const Value first = a.apply(op, x.re, y.re);
  const Value re = a.sum(first, a.product(op, x.im, y.im), BinaryOp::kSubtract, first.dims());
  const Value im =
      a.sum(a.product(op, x.re, y.im), a.product(op, x.im, y.re), BinaryOp::kAdd, first.dims());
  return Value::composite(type, {re, im});
}

// Element by element: x conj(y) / |y|^2.
Value divided(Machine& machine, const Parts& x, const Parts& y, const stan::Type& type) {
  const Arithmetic a(machine, real_type(type));
  constexpr BinaryOp kTimes = BinaryOp::kElementMultiply;
  constexpr BinaryOp kOver = BinaryOp::kElementDivide;
  if (!y.im) {
    const Value re = a.apply(kOver, x.re, y.re);
    return Value::composite(
        type, {re, a.sum(a.product(kOver, x.im, y.re), std::nullopt, BinaryOp::kAdd, re.dims())});
  }
  const Arithmetic of_divisor(machine, y.re.type());
  const Value square = of_divisor.apply(BinaryOp::kAdd, of_divisor.apply(kTimes, y.re, y.re),
                                        of_divisor.apply(kTimes, *y.im, *y.im));
  const Parts conjugate{y.re, of_divisor.negate(*y.im)};
  const Value product = multiplied(a, kTimes, x, conjugate, type);
  return Value::composite(type, {a.apply(kOver, product.leaves()[0], square),
                                 a.apply(kOver, product.leaves()[1], square)});
}

// [x_re, x_im] solves a real system of twice the size: x A = b means
// [x_re, x_im] [A_re, A_im; -A_im, A_re] = [b_re, b_im].
Value right_divided(Machine& machine, const Parts& b, const Parts& a, const stan::Type& type) {
  const std::size_t n = a.re.dims()[0];
  const bool is_row = stan::real_base(type.base) == stan::Base::kRowVector;
  const std::size_t rows = is_row ? 1 : b.re.dims()[0];
  if (a.re.dims()[1] != n || (is_row ? b.re.dims()[0] : b.re.dims()[1]) != n) {
    fail("sizes do not match in `/` of complex matrices");
  }
  const Arithmetic of_matrix(machine, {stan::Base::kMatrix, 0});
  const Value a_im = a.im ? *a.im : of_matrix.zeros({n, n});
  const Value b_im = b.im ? *b.im : Arithmetic(machine, b.re.type()).zeros(b.re.dims());
  // Columns of the system: [A_re; -A_im], then [A_im; A_re].
  const Value quarters[] = {a.re, of_matrix.negate(a_im), a_im, a.re};
  std::vector<std::uint32_t> places;
  for (std::size_t j = 0; j < 2 * n; ++j) {
    for (std::size_t i = 0; i < 2 * n; ++i) {
      const std::size_t quarter = 2 * (j / n) + i / n;
      places.push_back(static_cast<std::uint32_t>(quarter * n * n + (j % n) * n + i % n));
    }
  }
  const stan::Type matrix{stan::Base::kMatrix, 0};
  const Value all = machine.concat(quarters, {stan::Base::kVector, 0}, {4 * n * n});
  const Value system =
      machine.gather(all, expr::Index::list(std::move(places)), matrix, {2 * n, 2 * n});
  const Value sides[] = {b.re, b_im};
  const Value right = machine.concat(sides, matrix, {rows, 2 * n});
  const Value solved = binary(machine, BinaryOp::kDivide, right, system, matrix);
  const auto half = [&](std::size_t first) {
    const auto index = expr::Index::range(static_cast<std::uint32_t>(first * rows * n),
                                          static_cast<std::uint32_t>(rows * n));
    return machine.gather(solved, index, real_type(type), is_row ? Dims{n} : Dims{rows, n});
  };
  return Value::composite(type, {half(0), half(1)});
}

Value equal(Machine& machine, BinaryOp op, const Value& x, const Value& y) {
  const Arithmetic a(machine, stan::kIntType);
  const BinaryOp both = op == BinaryOp::kEqual ? BinaryOp::kAnd : BinaryOp::kOr;
  return a.apply(both, a.apply(op, real_part(x), real_part(y)),
                 a.apply(op, imaginary_part(x), imaginary_part(y)));
}

bool is_matrix_division(const Value& x, const Value& y) {
  return y.type().inner_rank() == 2 && x.type().inner_rank() > 0;
}

}  // namespace

Value real_part(const Value& x) {
  return x.is_composite() ? x.leaves()[0] : x.as(real_type(x.type()));
}

Value imaginary_part(const Value& x) {
  if (x.is_composite()) return x.leaves()[1];
  return Value::numbers(real_type(x.type()), x.dims(), std::vector<double>(x.size()));
}

Value as_complex(const Value& x) {
  return x.as({stan::complex_base(x.type().base), x.type().array_rank});
}

Value complex_unary(Machine& machine, UnaryOp op, const Value& x, const stan::Type& type) {
  std::vector<Value> leaves;
  for (const Value& leaf : x.leaves()) leaves.push_back(unary(machine, op, leaf, real_type(type)));
  return Value::composite(type, std::move(leaves));
}

Value complex_binary(Machine& machine, BinaryOp op, const Value& x, const Value& y,
                     const stan::Type& type) {
  const Arithmetic a(machine, real_type(type));
  switch (op) {
    case BinaryOp::kAdd:
    case BinaryOp::kSubtract: return added(a, op, parts_of(x), parts_of(y), type);
    case BinaryOp::kMultiply:
    case BinaryOp::kElementMultiply: return multiplied(a, op, parts_of(x), parts_of(y), type);
    case BinaryOp::kDivide:
      if (is_matrix_division(x, y)) return right_divided(machine, parts_of(x), parts_of(y), type);
      return divided(machine, parts_of(x), parts_of(y), type);
    case BinaryOp::kElementDivide: return divided(machine, parts_of(x), parts_of(y), type);
    case BinaryOp::kPower:
    case BinaryOp::kElementPower: return complex_power(machine, x, y, type);
    case BinaryOp::kEqual:
    case BinaryOp::kNotEqual: return equal(machine, op, x, y);
    default: break;
  }
  not_of_the_list("the operator of complex numbers");
}

Value complex_power(Machine& machine, const Value& x, const Value& y, const stan::Type& type) {
  const Dims dims = x.is_scalar() ? y.dims() : x.dims();
  if (!x.is_scalar() && !y.is_scalar() && x.dims() != y.dims()) {
    fail("sizes do not match in `^`: " + describe(x) + " and " + describe(y));
  }
  if (x.is_known() && y.is_known()) {
    const auto number = [](const Value& v, std::size_t i) {
      const std::size_t at = v.is_scalar() ? 0 : i;
      return std::complex<double>(real_part(v).numbers()[at], imaginary_part(v).numbers()[at]);
    };
    std::vector<double> re;
    std::vector<double> im;
    for (std::size_t i = 0; i < size_of(dims); ++i) {
      const std::complex<double> power = std::pow(number(x, i), number(y, i));
      re.push_back(power.real());
      im.push_back(power.imag());
    }
    return Value::composite(type, {Value::numbers(real_type(type), dims, std::move(re)),
                                   Value::numbers(real_type(type), dims, std::move(im))});
  }
  // x * x is a number also at 0, where the logarithm is none.
  if (!y.is_composite() && y.is_known() && y.is_scalar() && y.number() == 2.0) {
    return complex_binary(machine, BinaryOp::kElementMultiply, x, x, type);
  }
  // exp(y log x) with log x = log |x| + i arg x.
  const Term x_re = machine.term(real_part(x));
  const Term x_im = machine.term(imaginary_part(x));
  const Term y_re = machine.term(real_part(y));
  const Term y_im = machine.term(imaginary_part(y));
  const Term square_size = square(x_re) + square(x_im);
  const Term is_zero = square_size == 0.0;
  const Term log_size = select(is_zero, 0.0, 0.5 * log(square_size));
  const Term angle = atan2(x_im, x_re);
  const Term size = select(is_zero, 0.0, exp(y_re * log_size - y_im * angle));
  const Term turn = y_re * angle + y_im * log_size;
  return Value::composite(type, {machine.value(real_type(type), dims, size * cos(turn)),
                                 machine.value(real_type(type), dims, size * sin(turn))});
}

}  // namespace autumn::trace
