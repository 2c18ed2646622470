// This file has the forward algorithm and its adjoint as kernels.
#include "model/chains/kernel.h"

#include "expr/adjoint_kernel.h"

namespace autumn::model {
namespace {

using expr::Numbers;
using expr::Shape;

scan::HiddenNumbers numbers_of(std::span<const Numbers> operands) {
  return {.first = operands[0], .move = operands[1], .emission = operands[2]};
}

// As measured, with exponentials and all.
double nanoseconds_of(const scan::HiddenChain& chain) {
  const auto states = static_cast<double>(chain.states);
  const auto steps = static_cast<double>(chain.steps * chain.chains);
  return 40.0 + steps * (3.0 + states + 0.3 * states * states);
}

class ChainAdjoint final : public expr::AdjointKernel {
 public:
  explicit ChainAdjoint(scan::HiddenChain chain) : chain_(chain) {}

  [[nodiscard]] std::string_view name() const override { return "hidden_chain_adjoint"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> /*operands*/) const override {
    return Shape::vector(chain_.adjoint_size());
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> /*operands*/) const override {
    return chain_.scratch_size();
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> /*operands*/) const override {
    return nanoseconds_of(chain_);
  }
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    if (outputs[0].empty()) return;
    scan::run_backward(chain_, numbers_of(operands), operands[3], operands[4], outputs[0], scratch,
                       default_instruction_set());
  }

 private:
  scan::HiddenChain chain_;
};

class ChainKernel final : public expr::Kernel {
 public:
  explicit ChainKernel(scan::HiddenChain chain)
      : chain_(chain), adjoint_(std::make_shared<ChainAdjoint>(chain)) {}

  [[nodiscard]] std::string_view name() const override { return "hidden_chain"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape> /*operands*/) const override {
    return Shape::vector(chain_.value_size());
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape> /*operands*/) const override {
    return chain_.scratch_size();
  }
  [[nodiscard]] double nanoseconds(std::span<const Shape> /*operands*/) const override {
    return nanoseconds_of(chain_);
  }
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    if (outputs[0].empty()) return;
    scan::run_forward(chain_, numbers_of(operands), outputs[0], scratch, default_instruction_set());
  }
  [[nodiscard]] std::shared_ptr<const expr::Kernel> adjoint() const override { return adjoint_; }

 private:
  scan::HiddenChain chain_;
  std::shared_ptr<const ChainAdjoint> adjoint_;
};

}  // namespace

std::shared_ptr<const expr::Kernel> hidden_chain_kernel(scan::HiddenChain chain) {
  return std::make_shared<ChainKernel>(chain);
}

}  // namespace autumn::model
