// This file defines the reference meaning of every operation: plain loops, and Eigen for
// factorisations.
#include "expr/operation.h"

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/numbers.h"

namespace autumn::expr {
namespace {

using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;
using Matrix = Eigen::Map<Eigen::MatrixXd>;

ConstMatrix as_matrix(const Operand& operand) {
  return {operand.numbers.data(), operand.shape.rows, operand.shape.cols};
}

Matrix as_matrix(const Shape& shape, std::span<double> out) {
  return {out.data(), shape.rows, shape.cols};
}

// A scalar operand is read again and again: stride 0.
std::size_t stride(const Operand& operand) {
  return operand.shape.is_scalar() ? 0 : 1;
}

void evaluate_elementwise(const Operation& o, std::span<const Operand> in, std::span<double> out) {
  const double* x = in[0].numbers.data();
  const std::size_t dx = stride(in[0]);
  if (in.size() == 1) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = evaluate_unary(o.op, x[i * dx]);
    return;
  }
  const double* y = in[1].numbers.data();
  const std::size_t dy = stride(in[1]);
  if (in.size() == 2) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = evaluate_binary(o.op, x[i * dx], y[i * dy]);
    }
    return;
  }
  const double* z = in[2].numbers.data();
  const std::size_t dz = stride(in[2]);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = evaluate_ternary(o.op, x[i * dx], y[i * dy], z[i * dz]);
  }
}

// log sum exp of n numbers a stride apart, shifted by the largest so that nothing overflows.
double log_sum_exp(const double* x, std::size_t n, std::size_t step) {
  double largest = -kInfinity;
  for (std::size_t i = 0; i < n; ++i) {
    if (std::isnan(x[i * step])) return x[i * step];
    largest = std::max(largest, x[i * step]);
  }
  if (std::isinf(largest)) return largest;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += std::exp(x[i * step] - largest);
  return largest + std::log(sum);
}

double extreme(Numbers x, double start, bool is_max) {
  for (const double v : x) start = is_max ? std::fmax(start, v) : std::fmin(start, v);
  return start;
}

// Running sums along a vector, or along every row of a matrix: numbers a stride apart.
void accumulate(const Operand& x, bool is_reversed, std::span<double> out) {
  const std::size_t stride = x.shape.is_matrix() ? x.shape.rows : 1;
  if (stride == 0) return;
  const std::size_t n = out.size() / stride;
  for (std::size_t r = 0; r < stride; ++r) {
    double sum = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = r + stride * (is_reversed ? n - 1 - k : k);
      out[i] = sum += x.numbers[i];
    }
  }
}

void evaluate_reduction(const Operation& o, const Operand& x, std::span<double> out) {
  const std::size_t rows = x.shape.rows;
  switch (o.op) {
    case Op::kSum: {
      double sum = 0.0;
      for (const double v : x.numbers) sum += v;
      out[0] = sum;
      return;
    }
    case Op::kMaxElement: out[0] = extreme(x.numbers, -kInfinity, true); return;
    case Op::kMinElement: out[0] = extreme(x.numbers, kInfinity, false); return;
    case Op::kLogSumExp: out[0] = log_sum_exp(x.numbers.data(), x.numbers.size(), 1); return;
    case Op::kRowSums:
      std::fill(out.begin(), out.end(), 0.0);
      for (std::size_t i = 0; i < x.numbers.size(); ++i) out[i % rows] += x.numbers[i];
      return;
    case Op::kColSums:
      std::fill(out.begin(), out.end(), 0.0);
      for (std::size_t i = 0; i < x.numbers.size(); ++i) out[i / rows] += x.numbers[i];
      return;
    case Op::kRowLogSumExp:
      for (std::size_t r = 0; r < rows; ++r) {
        // Without columns there is no row to point at.
        const double* row = x.numbers.empty() ? nullptr : x.numbers.data() + r;
        out[r] = log_sum_exp(row, x.shape.cols, rows);
      }
      return;
    case Op::kCumulativeSum: accumulate(x, (o.flags & flag::kReverse) != 0, out); return;
    default: break;
  }
  internal_error("the operation is a reduction", __FILE__, __LINE__);
}

void evaluate_move(const Operation& o, std::span<const Operand> in, std::span<double> out) {
  const Numbers x = in.empty() ? Numbers{} : in[0].numbers;
  switch (o.op) {
    case Op::kGather:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[(*o.index)[i]];
      return;
    case Op::kScatterAdd:
      std::fill(out.begin(), out.end(), 0.0);
      for (std::size_t i = 0; i < x.size(); ++i) out[(*o.index)[i]] += x[i];
      return;
    case Op::kConcat: {
      auto to = out.begin();
      for (const Operand& operand : in) {
        to = std::copy(operand.numbers.begin(), operand.numbers.end(), to);
      }
      return;
    }
    case Op::kReshape: std::copy(x.begin(), x.end(), out.begin()); return;
    case Op::kTranspose: as_matrix(o.shape, out) = as_matrix(in[0]).transpose(); return;
    case Op::kBroadcast: std::fill(out.begin(), out.end(), x[0]); return;
    case Op::kRepeatRows:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[i / o.shape.rows];
      return;
    case Op::kRepeatCols:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[i % o.shape.rows];
      return;
    default: break;
  }
  internal_error("the operation moves elements", __FILE__, __LINE__);
}

void evaluate_matmul(const Operation& o, std::span<const Operand> in, std::span<double> out) {
  const ConstMatrix a = as_matrix(in[0]);
  const ConstMatrix b = as_matrix(in[1]);
  const bool ta = (o.flags & flag::kTransposeLeft) != 0;
  const bool tb = (o.flags & flag::kTransposeRight) != 0;
  Matrix c(out.data(), ta ? a.cols() : a.rows(), tb ? b.rows() : b.cols());
  if (ta && tb) {
    c.noalias() = a.transpose() * b.transpose();
  } else if (ta) {
    c.noalias() = a.transpose() * b;
  } else if (tb) {
    c.noalias() = a * b.transpose();
  } else {
    c.noalias() = a * b;
  }
}

void fill_nan(std::span<double> out) {
  std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
}

// Only the lower triangle is read. A matrix that is not positive definite has no factor: NaN.
void evaluate_cholesky(const Operand& a, const Shape& shape, std::span<double> out) {
  Matrix l = as_matrix(shape, out);
  l = as_matrix(a);
  Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> factor(l);
  if (factor.info() != Eigen::Success) return fill_nan(out);
  l.triangularView<Eigen::StrictlyUpper>().setZero();
}

void evaluate_tri_solve(const Operation& o, std::span<const Operand> in, std::span<double> out) {
  Matrix x = as_matrix(o.shape, out);
  x = as_matrix(in[1]);
  const auto l = as_matrix(in[0]).triangularView<Eigen::Lower>();
  if ((o.flags & flag::kTransposeLeft) != 0) {
    l.transpose().solveInPlace(x);
  } else {
    l.solveInPlace(x);
  }
}

void evaluate_solve(const Operation& o, std::span<const Operand> in, std::span<double> out) {
  Eigen::MatrixXd a = as_matrix(in[0]);
  if ((o.flags & flag::kTransposeLeft) != 0) a.transposeInPlace();
  as_matrix(o.shape, out) = Eigen::PartialPivLU<Eigen::MatrixXd>(a).solve(as_matrix(in[1]));
}

double log_abs_det(const Operand& a) {
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(as_matrix(a));
  return lu.matrixLU().diagonal().array().abs().log().sum();
}

void evaluate_lower_triangle(const Operation& o, const Operand& a, std::span<double> out) {
  Matrix l = as_matrix(o.shape, out);
  l = as_matrix(a);
  l.triangularView<Eigen::StrictlyUpper>().setZero();
  if ((o.flags & flag::kHalfDiagonal) != 0) l.diagonal() *= 0.5;
}

void evaluate_kernel(const Operation& o, std::span<const Operand> in, std::span<double> out) {
  std::vector<Shape> shapes;
  std::vector<Numbers> numbers;
  for (const Operand& operand : in) {
    shapes.push_back(operand.shape);
    numbers.push_back(operand.numbers);
  }
  std::vector<std::span<double>> outputs;
  std::size_t start = 0;
  for (const Shape& shape : output_shapes(*o.kernel, shapes)) {
    outputs.push_back(out.subspan(start, shape.size()));
    start += shape.size();
  }
  std::vector<double> scratch(o.kernel->scratch_size(shapes));
  o.kernel->evaluate(numbers, outputs, scratch);
}

}  // namespace

void evaluate(const Operation& o, std::span<const Operand> in, std::span<double> out) {
  if (is_elementwise(o.op)) return evaluate_elementwise(o, in, out);
  switch (o.op) {
    case Op::kSum:
    case Op::kMaxElement:
    case Op::kMinElement:
    case Op::kLogSumExp:
    case Op::kRowSums:
    case Op::kColSums:
    case Op::kRowLogSumExp:
    case Op::kCumulativeSum: return evaluate_reduction(o, in[0], out);
    case Op::kDot:
      out[0] = std::inner_product(in[0].numbers.begin(), in[0].numbers.end(), in[1].numbers.begin(),
                                  0.0);
      return;
    case Op::kMatmul: return evaluate_matmul(o, in, out);
    case Op::kCholesky: return evaluate_cholesky(in[0], o.shape, out);
    case Op::kTriSolve: return evaluate_tri_solve(o, in, out);
    case Op::kSolve: return evaluate_solve(o, in, out);
    case Op::kLogAbsDet: out[0] = log_abs_det(in[0]); return;
    case Op::kLowerTriangle: return evaluate_lower_triangle(o, in[0], out);
    case Op::kKernel: return evaluate_kernel(o, in, out);
    default: return evaluate_move(o, in, out);
  }
}

}  // namespace autumn::expr
