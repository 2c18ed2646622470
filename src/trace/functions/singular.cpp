// This file has the kernel of singular value decompositions, and its adjoint.
#include "trace/functions/singular.h"

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

struct Sizes {
  Eigen::Index rows, cols, values;
};

std::size_t decomposed_size(std::size_t rows, std::size_t cols) {
  return (rows + 1 + cols) * std::min(rows, cols);
}

// U, s and V of an m x n matrix with k = min(m, n) have m n + k^2 + k numbers together.
Sizes sizes_of(std::size_t matrix, std::size_t decomposed, bool is_tall) {
  const auto values =
      static_cast<Eigen::Index>(std::sqrt(static_cast<double>(decomposed - matrix)));
  const Eigen::Index other = static_cast<Eigen::Index>(matrix) / values;
  return is_tall ? Sizes{other, values, values} : Sizes{values, other, values};
}

// U, s and V, or their adjoints, where they stand.
struct Parts {
  ConstMap u, s, v;

  Parts(const double* at, const Sizes& n)
      : u(at, n.rows, n.values),
        s(at + u.size(), n.values, 1),
        v(at + u.size() + n.values, n.cols, n.values) {}
};

void decompose(Numbers numbers, std::span<double> to, bool is_tall) {
  if (numbers.empty()) return;
  const Sizes n = sizes_of(numbers.size(), to.size(), is_tall);
  const Eigen::JacobiSVD<Matrix> svd(ConstMap(numbers.data(), n.rows, n.cols),
                                     Eigen::ComputeThinU | Eigen::ComputeThinV);
  auto out = std::ranges::copy(svd.matrixU().reshaped(), to.begin()).out;
  out = std::ranges::copy(svd.singularValues(), out).out;
  std::ranges::copy(svd.matrixV().reshaped(), out);
}

// From U'G, with G the adjoint of U, to F o (U'G - G'U), where F_ij is 1 / (s_j^2 - s_i^2), and 0
// on the diagonal. Of equal values it is not defined, and no number. V is taken likewise.
Matrix turns(const ConstMap& vectors, const ConstMap& given, const ConstMap& s) {
  Matrix inner = vectors.transpose() * given;
  for (Eigen::Index j = 0; j < inner.cols(); ++j) {
    for (Eigen::Index i = 0; i < j; ++i) {
      const double gap = (s(j) - s(i)) * (s(j) + s(i));
      inner(i, j) = inner(j, i) = (inner(i, j) - inner(j, i)) / gap;
    }
    inner(j, j) = 0.0;
  }
  return inner;
}

// What of G is outside of the span of the vectors, over s.
Matrix outside(const ConstMap& vectors, const ConstMap& given, const ConstMap& s) {
  return (given - vectors * (vectors.transpose() * given)) * s.col(0).cwiseInverse().asDiagonal();
}

bool is_any(const ConstMap& given) {
  return (given.array() != 0.0).any();
}

// With P = U' dA V: ds_i = P_ii, dU = U (F o (P S + S P')) + (I - U U') dA V / S, and the same of
// the transposed matrix for V.
//
// Operands: the matrix, its decomposition, and the adjoint of that.
class SingularAdjoint final : public expr::AdjointKernel {
 public:
  explicit SingularAdjoint(bool is_tall) : is_tall_(is_tall) {}
  [[nodiscard]] std::string_view name() const override { return "svd_adjoint"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return Shape::vector(operands[0].size());
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    const double m = operands[0].rows, n = operands[0].cols, k = std::min(m, n);
    return 200.0 + 2.0 * m * n + 0.13 * k * (3.0 * m * n + 4.0 * (m + n) * k);
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const Sizes n = sizes_of(operands[0].size(), operands[1].size(), is_tall_);
    const Parts at(operands[1].data(), n);
    const Parts given(operands[2].data(), n);
    const auto scales = at.s.col(0).asDiagonal();
    Map out(outputs[0].data(), n.rows, n.cols);
    // Nobody may ask for vectors: values have slopes where they are equal or 0, too.
    Matrix inner = given.s.col(0).asDiagonal();
    if (is_any(given.u)) inner += turns(at.u, given.u, at.s) * scales;
    if (is_any(given.v)) inner += scales * turns(at.v, given.v, at.s);
    out = at.u * inner * at.v.transpose();
    if (is_any(given.u)) out += outside(at.u, given.u, at.s) * at.v.transpose();
    if (is_any(given.v)) out += at.u * outside(at.v, given.v, at.s).transpose();
  }

 private:
  bool is_tall_;
};

class Singular final : public expr::Kernel {
 public:
  explicit Singular(bool is_tall)
      : is_tall_(is_tall), adjoint_(std::make_shared<const SingularAdjoint>(is_tall)) {}
  [[nodiscard]] std::string_view name() const override { return "svd"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return Shape::vector(decomposed_size(operands[0].rows, operands[0].cols));
  }
  [[nodiscard]] std::shared_ptr<const expr::Kernel> adjoint() const override { return adjoint_; }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    const double m = operands[0].rows, n = operands[0].cols, k = std::min(m, n);
    return 100.0 + 14.0 * k * k * k + 3.0 * m * n * k;
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    if (!outputs[0].empty()) decompose(operands[0], outputs[0], is_tall_);
  }

 private:
  bool is_tall_;
  std::shared_ptr<const expr::Kernel> adjoint_;
};

Value decomposed(const BuiltinCall& call, const Value& a) {
  const bool is_tall = a.dims()[0] >= a.dims()[1];
  const Dims dims{decomposed_size(a.dims()[0], a.dims()[1])};
  if (a.is_known()) {
    std::vector<double> numbers(size_of(dims));
    decompose(a.numbers(), numbers, is_tall);
    return Value::numbers(kVectorType, dims, std::move(numbers));
  }
  // One kernel for all matrices, by which equal nodes are found.
  static const auto kTall = std::make_shared<const Singular>(true);
  static const auto kWide = std::make_shared<const Singular>(false);
  expr::Builder& builder = call.machine.builder();
  const NodeId operands[] = {call.machine.node(a)};
  const NodeId kernel = builder.kernel(is_tall ? kTall : kWide, operands);
  return call.machine.value(kVectorType, dims, builder.part(kernel, 0));
}

}  // namespace

Value singular(const BuiltinCall& call, const Value& a, std::size_t first, Dims dims) {
  const auto index = expr::Index::range(static_cast<std::uint32_t>(first),
                                        static_cast<std::uint32_t>(size_of(dims)));
  return call.machine.gather(decomposed(call, a), index, call.type, std::move(dims));
}

}  // namespace autumn::trace
