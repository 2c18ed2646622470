// This file has the functions of complex vectors and matrices: products and Fourier transforms.
#include <Eigen/Core>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

#include "stan/types/leaves.h"
#include "trace/complex.h"
#include "trace/functions/common.h"
#include "trace/functions/groups.h"

namespace autumn::trace {
namespace {

using expr::Term;
using stan::BinaryOp;
using ComplexMatrix = Eigen::MatrixXcd;

const stan::Type kComplexVector{stan::Base::kComplexVector, 0};
const stan::Type kComplexMatrix{stan::Base::kComplexMatrix, 0};

// ---- products ----

Value conjugate(const BuiltinCall& call, const Value& x) {
  const Value im[] = {x.leaves()[1]};
  return Value::composite(
      x.type(),
      {x.leaves()[0], call.machine.elementwise(expr::Op::kNegate, im, im[0].type(), im[0].dims())});
}

// What a formula makes of both parts.
template <typename Formula>
Value each_part(const BuiltinCall& call, const Value& x, const Dims& dims, Formula formula) {
  const stan::Type type{stan::real_base(call.type.base), call.type.array_rank};
  std::vector<Value> leaves;
  for (const Value& leaf : x.leaves()) {
    leaves.push_back(compose(call.machine, std::span(&leaf, 1), type, dims, formula));
  }
  return Value::composite(call.type, std::move(leaves));
}

// conj(x) y, element by element: Stan's dot products of vectors are Eigen's, which conjugate the
// first one; those of arrays are plain.
Value products(const BuiltinCall& call, const Value& given_x, const Value& given_y) {
  const Value x = as_complex(given_x);
  const Value y = as_complex(given_y);
  require_equal(call, "sizes of the arguments", x.size(), y.size());
  const bool is_plain = x.type().array_rank > 0;
  const Value left = is_plain ? x : conjugate(call, x);
  return complex_binary(call.machine, BinaryOp::kElementMultiply, left, y, x.type());
}

Value dot(const BuiltinCall& call) {
  const Value all = products(call, call.arguments[0], call.arguments.back());
  return each_part(call, all, {}, [](Terms t) { return sum(t[0]); });
}

expr::Shape matrix_shape(const Value& x) {
  return expr::Shape::matrix(rows_of(x.leaves()[0]), cols_of(x.leaves()[0]));
}

Value columns_dot(const BuiltinCall& call) {
  const Value all = products(call, call.arguments[0], call.arguments.back());
  const expr::Shape shape = matrix_shape(all);
  return each_part(call, all, {shape.cols},
                   [&](Terms t) { return col_sums(reshape(t[0], shape)); });
}

Value rows_dot(const BuiltinCall& call) {
  const Value all = products(call, call.arguments[0], call.arguments.back());
  const expr::Shape shape = matrix_shape(all);
  return each_part(call, all, {shape.rows},
                   [&](Terms t) { return row_sums(reshape(t[0], shape)); });
}

// A matrix times a diagonal one, from the left or from the right.
template <bool kIsFromLeft>
Value times_diagonal(const BuiltinCall& call) {
  const Value v = as_complex(call.arguments[kIsFromLeft ? 0 : 1]);
  const Value m = as_complex(call.arguments[kIsFromLeft ? 1 : 0]);
  const std::size_t rows = m.dims()[0];
  require_equal(call, "sizes of the arguments", v.size(), m.dims()[kIsFromLeft ? 0 : 1]);
  std::vector<Value> leaves;
  for (const Value& leaf : v.leaves()) {
    leaves.push_back(moved(call.machine, leaf, kMatrixType, m.dims(),
                           [&](std::size_t i) { return kIsFromLeft ? i % rows : i / rows; }));
  }
  const Value factors = Value::composite(kComplexMatrix, std::move(leaves));
  return complex_binary(call.machine, BinaryOp::kElementMultiply, factors, m, call.type);
}

Value product_of_all(const BuiltinCall& call) {
  const Value x = as_complex(call.arguments[0]);
  Value product = Value::real(1.0).as(stan::kComplexType);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Value element =
        Value::composite(stan::kComplexType, {call.machine.element(x.leaves()[0], i, kRealType),
                                              call.machine.element(x.leaves()[1], i, kRealType)});
    product =
        complex_binary(call.machine, BinaryOp::kMultiply, product, element, stan::kComplexType);
  }
  return product;
}

// Eigen's self-adjoint view: what is above the diagonal is conjugate to what is below, and the
// diagonal is real.
Value symmetrize(const BuiltinCall& call) {
  const Value& x = call.arguments[0];
  const std::size_t n = x.dims()[0];
  require_equal(call, "numbers of rows and columns", n, x.dims()[1]);
  const auto lower = [&](std::size_t i) {
    const std::size_t row = i % n;
    const std::size_t column = i / n;
    return std::max(row, column) + n * std::min(row, column);
  };
  std::vector<double> signs(n * n);
  for (std::size_t i = 0; i < n * n; ++i) {
    const std::size_t row = i % n;
    signs[i] = row == i / n ? 0.0 : (row > i / n ? 1.0 : -1.0);
  }
  const Value re = moved(call.machine, x.leaves()[0], kMatrixType, x.dims(), lower);
  const Value im[] = {moved(call.machine, x.leaves()[1], kMatrixType, x.dims(), lower),
                      Value::numbers(kMatrixType, x.dims(), std::move(signs))};
  return Value::composite(
      call.type, {re, call.machine.elementwise(expr::Op::kMul, im, kMatrixType, x.dims())});
}

// ---- known numbers as Eigen has them ----

ComplexMatrix known_matrix_of(const Value& given) {
  const Value x = as_complex(given);
  const auto rows = static_cast<Eigen::Index>(x.dims()[0]);
  const auto cols = x.dims().size() == 2 ? static_cast<Eigen::Index>(x.dims()[1]) : 1;
  ComplexMatrix m(rows, cols);
  m.real() = Eigen::Map<const Eigen::MatrixXd>(x.leaves()[0].numbers().data(), rows, cols);
  m.imag() = Eigen::Map<const Eigen::MatrixXd>(x.leaves()[1].numbers().data(), rows, cols);
  return m;
}

Value value_from(const ComplexMatrix& m, const stan::Type& type, const Dims& dims) {
  const stan::Type part{stan::real_base(type.base), 0};
  const Eigen::MatrixXd re = m.real();
  const Eigen::MatrixXd im = m.imag();
  return Value::composite(type, {Value::numbers(part, dims, {re.data(), re.data() + re.size()}),
                                 Value::numbers(part, dims, {im.data(), im.data() + im.size()})});
}

Value matrix_from(const ComplexMatrix& m) {
  return value_from(m, kComplexMatrix,
                    {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols())});
}

Value vector_from(const ComplexMatrix& m) {
  return value_from(m, kComplexVector, {static_cast<std::size_t>(m.rows())});
}

// ---- Fourier transforms ----

enum class Way : std::uint8_t { kForward, kBack };

// The matrix of exp(-+ 2 pi i k m / n), which is 1/n of its inverse.
Value fourier_matrix(std::size_t n, Way way) {
  const double sign = way == Way::kForward ? -1.0 : 1.0;
  const double scale = way == Way::kForward ? 1.0 : 1.0 / static_cast<double>(n);
  ComplexMatrix m(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      // The product modulo n keeps the digits of the angle.
      const double angle =
          2.0 * std::numbers::pi * static_cast<double>((k * j) % n) / static_cast<double>(n);
      m(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) =
          scale * std::complex<double>(std::cos(angle), sign * std::sin(angle));
    }
  }
  return matrix_from(m);
}

ComplexMatrix transformed_columns(const ComplexMatrix& m, Way way) {
  Eigen::FFT<double> fft;
  ComplexMatrix out(m.rows(), m.cols());
  for (Eigen::Index j = 0; j < m.cols(); ++j) {
    const Eigen::VectorXcd in = m.col(j);
    Eigen::VectorXcd column(in.size());
    if (way == Way::kForward) {
      fft.fwd(column, in);
    } else {
      fft.inv(column, in);
    }
    out.col(j) = column;
  }
  return out;
}

template <Way kWay>
Value transformed(const BuiltinCall& call) {
  const Value x = as_complex(call.arguments[0]);
  if (x.size() == 0) return x;
  if (x.is_known()) return vector_from(transformed_columns(known_matrix_of(x), kWay));
  return complex_binary(call.machine, BinaryOp::kMultiply, fourier_matrix(x.dims()[0], kWay), x,
                        call.type);
}

// Of the columns, then of the rows.
template <Way kWay>
Value transformed_twice(const BuiltinCall& call) {
  const Value x = as_complex(call.arguments[0]);
  if (x.size() == 0) return x;
  if (x.is_known()) {
    const ComplexMatrix columns = transformed_columns(known_matrix_of(x), kWay);
    return matrix_from(transformed_columns(columns.transpose(), kWay).transpose());
  }
  Machine& machine = call.machine;
  const Value columns =
      complex_binary(machine, BinaryOp::kMultiply, fourier_matrix(x.dims()[0], kWay), x, call.type);
  return complex_binary(machine, BinaryOp::kMultiply, columns, fourier_matrix(x.dims()[1], kWay),
                        call.type);
}

constexpr BuiltinEntry kComplexMatrixFunctions[] = {
    {"complex dot_product", dot},
    {"complex dot_self", dot},
    {"complex columns_dot_product", columns_dot},
    {"complex columns_dot_self", columns_dot},
    {"complex rows_dot_product", rows_dot},
    {"complex rows_dot_self", rows_dot},
    {"complex diag_pre_multiply", times_diagonal<true>},
    {"complex diag_post_multiply", times_diagonal<false>},
    {"complex prod", product_of_all},
    {"complex symmetrize_from_lower_tri", symmetrize},
    {"fft", transformed<Way::kForward>},
    {"inv_fft", transformed<Way::kBack>},
    {"fft2", transformed_twice<Way::kForward>},
    {"inv_fft2", transformed_twice<Way::kBack>},
};

}  // namespace

std::span<const BuiltinEntry> complex_matrix_functions() {
  return kComplexMatrixFunctions;
}

}  // namespace autumn::trace
