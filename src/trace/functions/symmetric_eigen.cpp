// This file has the kernel of symmetric eigendecompositions, and its adjoint.
#include "trace/functions/symmetric_eigen.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "expr/adjoint_kernel.h"
#include "trace/functions/common.h"
#include "trace/machine.h"

namespace autumn::trace {
namespace {

using expr::Numbers;
using expr::Shape;
using Matrix = Eigen::MatrixXd;
using ConstMap = Eigen::Map<const Matrix>;
using Map = Eigen::Map<Matrix>;

Eigen::Index side_of(Numbers square) {
  return std::lround(std::sqrt(static_cast<double>(square.size())));
}

// Column 0 has the eigenvalues, the others are the vectors.
Shape decomposed_shape(Shape a) {
  return Shape::matrix(a.rows, a.rows + 1);
}

void decompose(Numbers numbers, std::span<double> to) {
  const Eigen::Index n = side_of(numbers);
  if (n == 0) return;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(ConstMap(numbers.data(), n, n));
  Map out(to.data(), n, n + 1);
  out.col(0) = solver.eigenvalues();
  out.rightCols(n) = solver.eigenvectors();
}

// From V'G, with G the adjoint of the vectors, to how far each pair of vectors wants to be turned
// into each other: the closer their values, the easier that is. Of equal values it is not defined,
// and no number.
void weigh_turns(const ConstMap& decomposed, Matrix& inner) {
  for (Eigen::Index j = 0; j < inner.cols(); ++j) {
    for (Eigen::Index i = 0; i < j; ++i) {
      const double gap = decomposed(j, 0) - decomposed(i, 0);
      inner(i, j) = inner(j, i) = 0.5 * (inner(i, j) - inner(j, i)) / gap;
    }
  }
}

// With A = V diag(l) V', E = V' dA V: dl_i = E_ii and dV = V (F o E), where F_ij is
// 1 / (l_j - l_i), and 0 on the diagonal. So the adjoint of A is V (diag(g) + sym(F o V'G)) V'.
//
// Operands: the matrix, its decomposition, and the adjoint of that.
class SymmetricEigenAdjoint final : public expr::AdjointKernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "eigendecompose_sym_adjoint"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return Shape::vector(operands[0].size());
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    const double n = operands[0].rows;
    return 60.0 + 2.0 * n * n + 0.34 * n * n * n;
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const Eigen::Index n = side_of(operands[0]);
    const ConstMap decomposed(operands[1].data(), n, n + 1);
    const ConstMap given(operands[2].data(), n, n + 1);
    const auto vectors = decomposed.rightCols(n);
    Matrix inner = Matrix::Zero(n, n);
    // Nobody may ask for the vectors: the values have slopes where they are equal, too.
    if ((given.rightCols(n).array() != 0.0).any()) {
      inner.noalias() = vectors.transpose() * given.rightCols(n);
      weigh_turns(decomposed, inner);
    }
    inner.diagonal() = given.col(0);
    const Matrix half = vectors * inner;
    Map(outputs[0].data(), n, n).noalias() = half * vectors.transpose();
  }
};

class SymmetricEigen final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "eigendecompose_sym"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return decomposed_shape(operands[0]);
  }
  [[nodiscard]] std::shared_ptr<const expr::Kernel> adjoint() const override {
    static const auto kAdjoint = std::make_shared<const SymmetricEigenAdjoint>();
    return kAdjoint;
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    const double n = operands[0].rows;
    return 50.0 + 45.0 * n * n + 0.75 * n * n * n;
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    if (!outputs[0].empty()) decompose(operands[0], outputs[0]);
  }
};

Value decomposed(const BuiltinCall& call, const Value& a) {
  const Dims dims{a.dims()[0], a.dims()[0] + 1};
  if (a.is_known()) {
    std::vector<double> numbers(size_of(dims));
    decompose(a.numbers(), numbers);
    return Value::numbers(kMatrixType, dims, std::move(numbers));
  }
  // One kernel for all, by which equal nodes are found.
  static const auto kKernel = std::make_shared<const SymmetricEigen>();
  expr::Builder& builder = call.machine.builder();
  const NodeId operands[] = {call.machine.node(a)};
  return call.machine.value(kMatrixType, dims, builder.part(builder.kernel(kKernel, operands), 0));
}

}  // namespace

Value symmetric_eigen(const BuiltinCall& call, const Value& a, std::size_t first, Dims dims) {
  const auto index = expr::Index::range(static_cast<std::uint32_t>(first),
                                        static_cast<std::uint32_t>(size_of(dims)));
  return call.machine.gather(decomposed(call, a), index, call.type, std::move(dims));
}

}  // namespace autumn::trace
