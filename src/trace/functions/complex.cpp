// This file has the functions of complex numbers, element by element: known ones as the standard
// library has them, symbols by formulas of their real and imaginary parts.
#include "trace/complex.h"

#include <cmath>
#include <complex>
#include <numbers>

#include "trace/functions/common.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

using expr::Term;
using Number = std::complex<double>;

stan::Type real_type_of(const stan::Type& type) {
  return {stan::real_base(type.base), type.array_rank};
}

// A complex number of terms, with as much arithmetic as the formulas below need.
struct ComplexTerm {
  Term re;
  Term im;
};
ComplexTerm operator+(ComplexTerm a, ComplexTerm b) {
  return {a.re + b.re, a.im + b.im};
}
ComplexTerm operator-(ComplexTerm a, ComplexTerm b) {
  return {a.re - b.re, a.im - b.im};
}
ComplexTerm operator+(double a, ComplexTerm b) {
  return {a + b.re, b.im};
}
ComplexTerm operator-(double a, ComplexTerm b) {
  return {a - b.re, -b.im};
}
ComplexTerm operator*(ComplexTerm a, ComplexTerm b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
ComplexTerm operator*(double a, ComplexTerm b) {
  return {a * b.re, a * b.im};
}
Term squared_size(ComplexTerm a) {
  return square(a.re) + square(a.im);
}
ComplexTerm operator/(ComplexTerm a, ComplexTerm b) {
  const ComplexTerm product = a * ComplexTerm{b.re, -b.im};
  const Term size = squared_size(b);
  return {product.re / size, product.im / size};
}
// i a and -i a.
ComplexTerm turned_left(ComplexTerm a) {
  return {-a.im, a.re};
}
ComplexTerm turned_right(ComplexTerm a) {
  return {a.im, -a.re};
}

ComplexTerm exp_of(ComplexTerm a) {
  return {exp(a.re) * cos(a.im), exp(a.re) * sin(a.im)};
}
ComplexTerm log_of(ComplexTerm a) {
  return {0.5 * log(squared_size(a)), atan2(a.im, a.re)};
}
ComplexTerm log10_of(ComplexTerm a) {
  return (1.0 / std::numbers::ln10) * log_of(a);
}
// By size and angle: the square roots of real and imaginary parts have no slope on the axis.
ComplexTerm sqrt_of(ComplexTerm a) {
  const Term size = sqrt(sqrt(squared_size(a)));
  const Term angle = 0.5 * atan2(a.im, a.re);
  return {size * cos(angle), size * sin(angle)};
}
ComplexTerm sin_of(ComplexTerm a) {
  return {sin(a.re) * cosh(a.im), cos(a.re) * sinh(a.im)};
}
ComplexTerm cos_of(ComplexTerm a) {
  return {cos(a.re) * cosh(a.im), -(sin(a.re) * sinh(a.im))};
}
ComplexTerm tan_of(ComplexTerm a) {
  return sin_of(a) / cos_of(a);
}
ComplexTerm sinh_of(ComplexTerm a) {
  return {sinh(a.re) * cos(a.im), cosh(a.re) * sin(a.im)};
}
ComplexTerm cosh_of(ComplexTerm a) {
  return {cosh(a.re) * cos(a.im), sinh(a.re) * sin(a.im)};
}
ComplexTerm tanh_of(ComplexTerm a) {
  return sinh_of(a) / cosh_of(a);
}
// The principal values of Abramowitz and Stegun 4.4.26-4.4.28 and 4.6.20-4.6.22.
ComplexTerm asin_of(ComplexTerm a) {
  return turned_right(log_of(turned_left(a) + sqrt_of(1.0 - a * a)));
}
ComplexTerm acos_of(ComplexTerm a) {
  return std::numbers::pi / 2 - asin_of(a);
}
ComplexTerm atan_of(ComplexTerm a) {
  const ComplexTerm left = turned_left(a);
  return 0.5 * turned_left(log_of(1.0 - left) - log_of(1.0 + left));
}
ComplexTerm asinh_of(ComplexTerm a) {
  return log_of(a + sqrt_of(1.0 + a * a));
}
ComplexTerm acosh_of(ComplexTerm a) {
  return log_of(a + sqrt_of(1.0 + a) * sqrt_of(-1.0 + a));
}
ComplexTerm atanh_of(ComplexTerm a) {
  return 0.5 * (log_of(1.0 + a) - log_of(1.0 - a));
}
ComplexTerm conj_of(ComplexTerm a) {
  return {a.re, -a.im};
}
// On the sphere of finite numbers it changes nothing.
ComplexTerm proj_of(ComplexTerm a) {
  return a;
}

Value composite_of(const BuiltinCall& call, const Dims& dims, std::vector<double> re,
                   std::vector<double> im) {
  const stan::Type type = real_type_of(call.type);
  return Value::composite(call.type, {Value::numbers(type, dims, std::move(re)),
                                      Value::numbers(type, dims, std::move(im))});
}

Number number_at(const Value& x, std::size_t i) {
  return {x.leaves()[0].numbers()[i], x.leaves()[1].numbers()[i]};
}

ComplexTerm terms_of(Machine& machine, const Value& x) {
  return {machine.term(x.leaves()[0]), machine.term(x.leaves()[1])};
}

// complex -> complex.
template <Number (*kKnown)(const Number&), ComplexTerm (*kFormula)(ComplexTerm)>
Value mapped(const BuiltinCall& call) {
  const Value x = as_complex(call.arguments[0]);
  if (x.is_known()) {
    std::vector<double> re;
    std::vector<double> im;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Number y = kKnown(number_at(x, i));
      re.push_back(y.real());
      im.push_back(y.imag());
    }
    return composite_of(call, x.dims(), std::move(re), std::move(im));
  }
  const ComplexTerm y = kFormula(terms_of(call.machine, x));
  const stan::Type type = real_type_of(call.type);
  return Value::composite(call.type, {call.machine.value(type, x.dims(), y.re),
                                      call.machine.value(type, x.dims(), y.im)});
}

Term size_of_term(ComplexTerm a) {
  return sqrt(squared_size(a));
}
Term angle_of(ComplexTerm a) {
  return atan2(a.im, a.re);
}

// complex -> real.
template <double (*kKnown)(const Number&), Term (*kFormula)(ComplexTerm)>
Value measured(const BuiltinCall& call) {
  const Value x = as_complex(call.arguments[0]);
  if (!x.is_known()) {
    return call.machine.value(call.type, x.dims(), kFormula(terms_of(call.machine, x)));
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < x.size(); ++i) numbers.push_back(kKnown(number_at(x, i)));
  return Value::numbers(call.type, x.dims(), std::move(numbers));
}

Value get_real(const BuiltinCall& call) {
  return real_part(call.arguments[0]).as(call.type);
}

Value get_imag(const BuiltinCall& call) {
  return imaginary_part(call.arguments[0]).as(call.type);
}

// Of none, one or two reals; a scalar stands for every element.
Value to_complex(const BuiltinCall& call) {
  const stan::Type type = real_type_of(call.type);
  const auto zero = Value::real(0.0);
  const Value re = call.arguments.empty() ? zero : call.arguments[0];
  const Value im = call.arguments.size() < 2 ? zero : call.arguments[1];
  const Dims dims = re.is_scalar() ? im.dims() : re.dims();
  if (!re.is_scalar() && !im.is_scalar()) {
    require_equal(call, "sizes of the parts", re.size(), im.size());
  }
  const auto spread = [&](const Value& x) {
    if (x.dims() == dims) return x.as(type);
    const Value operands[] = {Value::numbers(type, dims, std::vector<double>(size_of(dims))), x};
    return call.machine.elementwise(expr::Op::kAdd, operands, type, dims);
  };
  return Value::composite(call.type, {spread(re), spread(im)});
}

Value polar(const BuiltinCall& call) {
  const Value& size = call.arguments[0];
  const auto part = [&](expr::Op op) {
    const Value angle[] = {call.arguments[1]};
    const Value operands[] = {size, call.machine.elementwise(op, angle, kRealType, {})};
    return call.machine.elementwise(expr::Op::kMul, operands, kRealType, {});
  };
  return Value::composite(call.type, {part(expr::Op::kCos), part(expr::Op::kSin)});
}

template <stan::BinaryOp kOp>
Value by_operator(const BuiltinCall& call) {
  return complex_binary(call.machine, kOp, call.arguments[0], call.arguments[1], call.type);
}

#define AUTUMN_MAPPED(name) {"complex " #name, mapped<std::name<double>, name##_of>}

constexpr BuiltinEntry kComplexFunctions[] = {
    AUTUMN_MAPPED(exp),
    AUTUMN_MAPPED(log),
    AUTUMN_MAPPED(log10),
    AUTUMN_MAPPED(sqrt),
    AUTUMN_MAPPED(sin),
    AUTUMN_MAPPED(cos),
    AUTUMN_MAPPED(tan),
    AUTUMN_MAPPED(sinh),
    AUTUMN_MAPPED(cosh),
    AUTUMN_MAPPED(tanh),
    AUTUMN_MAPPED(asin),
    AUTUMN_MAPPED(acos),
    AUTUMN_MAPPED(atan),
    AUTUMN_MAPPED(asinh),
    AUTUMN_MAPPED(acosh),
    AUTUMN_MAPPED(atanh),
    {"conj", mapped<std::conj<double>, conj_of>},
    {"proj", mapped<std::proj<double>, proj_of>},
    {"complex abs", measured<std::abs<double>, size_of_term>},
    {"arg", measured<std::arg<double>, angle_of>},
    {"norm", measured<std::norm<double>, squared_size>},
    {"get_real", get_real},
    {"get_imag", get_imag},
    {"to_complex", to_complex},
    {"polar", polar},
    {"complex add", by_operator<stan::BinaryOp::kAdd>},
    {"complex subtract", by_operator<stan::BinaryOp::kSubtract>},
    {"complex multiply", by_operator<stan::BinaryOp::kMultiply>},
    {"complex divide", by_operator<stan::BinaryOp::kDivide>},
    {"complex mdivide_right", by_operator<stan::BinaryOp::kDivide>},
    {"complex elt_multiply", by_operator<stan::BinaryOp::kElementMultiply>},
    {"complex elt_divide", by_operator<stan::BinaryOp::kElementDivide>},
    {"complex pow", by_operator<stan::BinaryOp::kPower>},
    {"complex logical_eq", by_operator<stan::BinaryOp::kEqual>},
    {"complex logical_neq", by_operator<stan::BinaryOp::kNotEqual>},
};

#undef AUTUMN_MAPPED

}  // namespace

std::span<const BuiltinEntry> complex_functions() {
  return kComplexFunctions;
}

}  // namespace autumn::trace
