// This file has linear recurrences and their adjoint as kernels.
#include "passes/recurrences/linear_kernel.h"

#include "expr/adjoint_kernel.h"
#include "scan/linear.h"

namespace autumn::passes {
namespace {

using expr::Numbers;
using expr::Shape;

scan::LinearNumbers linear_numbers(std::span<const Numbers> operands) {
  return {.first = operands[0][0], .factor = operands[1], .rest = operands[2]};
}

double linear_nanoseconds(std::span<const Shape> operands) {
  return 10.0 + 1.5 * static_cast<double>(operands[2].size());
}

class LinearAdjoint final : public expr::AdjointKernel {
 public:
  [[nodiscard]] std::string_view name() const override { return "linear_recurrence_adjoint"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return Shape::vector(1 + operands[1].size() + operands[2].size());
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    return linear_nanoseconds(operands);
  }
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    if (outputs[0].empty()) return;
    scan::run_linear_back(linear_numbers(operands), operands[3], operands[4], outputs[0],
                          default_instruction_set());
  }
};

class LinearKernel final : public expr::Kernel {
 public:
  explicit LinearKernel(bool of_roots) : of_roots_(of_roots) {}

  [[nodiscard]] std::string_view name() const override {
    return of_roots_ ? "linear_recurrence_of_roots" : "linear_recurrence";
  }
  [[nodiscard]] Shape value_shape(std::span<const Shape> operands) const override {
    return operands[2];
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> operands) const override {
    return linear_nanoseconds(operands);
  }
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    if (outputs[0].empty()) return;
    scan::run_linear(linear_numbers(operands), of_roots_, outputs[0], default_instruction_set());
  }
  [[nodiscard]] std::shared_ptr<const expr::Kernel> adjoint() const override {
    static const auto kAdjoint = std::make_shared<LinearAdjoint>();
    return kAdjoint;
  }

 private:
  bool of_roots_;
};

}  // namespace

std::shared_ptr<const expr::Kernel> linear_recurrence_kernel(bool of_roots) {
  static const auto kPlain = std::make_shared<LinearKernel>(false);
  static const auto kOfRoots = std::make_shared<LinearKernel>(true);
  return of_roots ? kOfRoots : kPlain;
}

}  // namespace autumn::passes
