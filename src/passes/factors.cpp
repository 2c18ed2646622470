// This file has Cholesky factors and their adjoints as kernels, and puts them in place of the
// operation.
#include "passes/factors.h"

#include <algorithm>
#include <array>
#include <limits>

#include "dense/factor_adjoint.h"
#include "expr/adjoint_kernel.h"
#include "passes/dense_kernels.h"

namespace autumn::passes {
namespace {

using expr::Numbers;
using expr::Op;
using expr::Shape;

// The choice of kernels allocates, so it is made while a program is laid out.
std::size_t no_scratch() {
  static_cast<void>(dense_kernels());
  return 0;
}

// What work that touches all numbers and multiplies them by their rows takes.
double nanoseconds_of(const Shape& shape, double per_number, double per_product) {
  constexpr double kAlways = 250.0;
  const double n = shape.rows;
  return kAlways + n * n * (per_number + n * per_product);
}

std::size_t root_of(std::size_t size) {
  std::size_t n = 0;
  while (n * n < size) ++n;
  return n;
}

// Operands: the matrix, its factor, the slopes in the factor.
class FactorAdjoint final : public expr::AdjointKernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "cholesky_adjoint"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return Shape::vector(operands[2].size());
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> /*operands*/) const override {
    return no_scratch();
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    return nanoseconds_of(operands[1], 1.5, 0.012);
  }
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    if (outputs[0].empty()) return;
    std::ranges::copy(operands[2], outputs[0].begin());
    const std::size_t n = root_of(operands[1].size());
    dense::factor_adjoint(dense_kernels(), {operands[1].data(), n, n, n},
                          dense::square(outputs[0].data(), n));
  }
};

class FactorKernel final : public expr::Kernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "cholesky_factor"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return operands[0];
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> /*operands*/) const override {
    return no_scratch();
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    return nanoseconds_of(operands[0], 1.0, 0.006);
  }
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const std::span<double> out = outputs[0];
    if (out.empty()) return;
    std::ranges::copy(operands[0], out.begin());
    const dense::View l = dense::square(out.data(), root_of(out.size()));
    if (!dense_kernels().cholesky(l, 0.0)) {
      std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    for (std::size_t j = 1; j < l.cols; ++j) std::fill(&l.at(0, j), &l.at(j, j), 0.0);
  }
  [[nodiscard]] std::shared_ptr<const expr::Kernel> adjoint() const override {
    static const auto kAdjoint = std::make_shared<FactorAdjoint>();
    return kAdjoint;
  }
};

}  // namespace

std::shared_ptr<const expr::Kernel> factor_kernel() {
  static const auto kKernel = std::make_shared<FactorKernel>();
  return kKernel;
}

Rewritten factors(const Graph& graph) {
  Rebuilding to;
  return rebuild_where(graph, to, [&](NodeId id) -> std::optional<expr::Term> {
    if (graph.op(id) != Op::kCholesky || graph.shape(id).rows < dense::kFewestRows) {
      return std::nullopt;
    }
    const std::array operands{to.map[graph.operand(id, 0).value]};
    const NodeId kernel = to.builder.kernel(factor_kernel(), operands);
    return expr::Term(to.builder, to.builder.part(kernel, 0));
  });
}

}  // namespace autumn::passes
