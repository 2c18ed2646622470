// This file makes a kernel of a matrix function.
#include "trace/functions/matrix_function.h"

#include "expr/kernel.h"
#include "trace/machine.h"

namespace autumn::trace {
namespace {

class MatrixKernel final : public expr::Kernel {
 public:
  MatrixKernel(MatrixFunction function, expr::Shape argument, expr::Shape value)
      : function_(function), argument_(argument), value_(value) {}
  [[nodiscard]] std::string_view name() const override { return function_.name; }
  [[nodiscard]] expr::Shape value_shape(std::span<const expr::Shape>) const override {
    return value_;
  }
  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    const Eigen::Map<const Eigen::MatrixXd> a(operands[0].data(), argument_.rows, argument_.cols);
    Eigen::Map<Eigen::MatrixXd> jacobian(outputs[1].data(),
                                         static_cast<Eigen::Index>(value_.size()), a.size());
    function_.evaluate(a, outputs[0], outputs[1].empty() ? nullptr : &jacobian);
  }

 private:
  MatrixFunction function_;
  expr::Shape argument_;
  expr::Shape value_;
};

}  // namespace

Value apply(const BuiltinCall& call, const MatrixFunction& function, const Value& a, Dims dims) {
  std::vector<double> numbers(size_of(dims));
  if (a.is_known()) {
    const auto rows = static_cast<Eigen::Index>(a.dims()[0]);
    const auto cols = static_cast<Eigen::Index>(a.dims()[1]);
    if (!numbers.empty()) function.evaluate({a.numbers().data(), rows, cols}, numbers, nullptr);
    return Value::numbers(call.type, std::move(dims), std::move(numbers));
  }
  const auto kernel =
      std::make_shared<MatrixKernel>(function, node_shape(a.dims()), node_shape(dims));
  expr::Builder& builder = call.machine.builder();
  const NodeId operands[] = {call.machine.node(a)};
  const NodeId node = builder.part(builder.kernel(kernel, operands), 0);
  return call.machine.value(call.type, std::move(dims), node);
}

}  // namespace autumn::trace
