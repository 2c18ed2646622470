// Operands and partials of the Gaussian block as kernels have them.
#include "collapse/gaussian_kernel.h"

#include <array>
#include <utility>

namespace autumn::collapse {
namespace {

using expr::Numbers;
using expr::Shape;

// How many numbers each operand has; 0 for one that is left out.
std::array<std::size_t, 3> operand_sizes(const gaussian::Block& block) {
  return {block.coefficients, block.constants, block.scales};
}

gaussian::Inputs inputs_from(const gaussian::Block& block, std::span<const Numbers> operands) {
  return inputs_of(block, [&](std::size_t k) { return operands[k]; });
}

class GaussianKernel final : public expr::Kernel {
 public:
  explicit GaussianKernel(std::shared_ptr<const AnalyzedBlock> block) : block_(std::move(block)) {}

  [[nodiscard]] std::string_view name() const override { return "gaussian_block"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape>) const override {
    return gaussian::scratch_size(block_->symbolic);
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    std::array<std::span<double>, 3> partials{};
    std::size_t next = 1;
    bool has_partials = false;
    for (std::size_t k = 0; k < 3; ++k) {
      if (operand_sizes(block_->block)[k] == 0) continue;
      partials[k] = outputs[next++];
      has_partials = has_partials || !partials[k].empty();
    }
    const gaussian::Inputs inputs = inputs_from(block_->block, operands);
    const double value =
        has_partials
            ? gaussian::value_and_partials(block_->block, block_->symbolic, inputs,
                                           {partials[0], partials[1], partials[2]}, scratch)
            : gaussian::value(block_->block, block_->symbolic, inputs, scratch);
    if (!outputs[0].empty()) outputs[0][0] = value;
  }

 private:
  std::shared_ptr<const AnalyzedBlock> block_;
};

class GaussianPartsKernel final : public expr::Kernel {
 public:
  explicit GaussianPartsKernel(std::shared_ptr<const AnalyzedBlock> block)
      : block_(std::move(block)) {}

  [[nodiscard]] std::string_view name() const override { return "gaussian_block_parts"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::vector(2);
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape>) const override {
    const auto sizes = operand_sizes(block_->block);
    return gaussian::scratch_size(block_->symbolic) + 2 * (sizes[0] + sizes[1] + sizes[2]);
  }

  // Jacobians are 2 x m, column by column.
  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    const auto sizes = operand_sizes(block_->block);
    std::size_t next = gaussian::scratch_size(block_->symbolic);
    std::array<std::array<std::span<double>, 3>, 2> parts{};
    for (auto& part : parts) {
      for (std::size_t k = 0; k < 3; ++k) {
        part[k] = scratch.subspan(next, sizes[k]);
        next += sizes[k];
      }
    }
    const gaussian::Parts value = gaussian::parts_and_partials(
        block_->block, block_->symbolic, inputs_from(block_->block, operands),
        {{parts[0][0], parts[0][1], parts[0][2]}, {parts[1][0], parts[1][1], parts[1][2]}},
        scratch.first(gaussian::scratch_size(block_->symbolic)));
    if (!outputs[0].empty()) {
      outputs[0][0] = value.log_normaliser;
      outputs[0][1] = value.rest;
    }
    std::size_t output = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      if (sizes[k] == 0) continue;
      const std::span<double> jacobian = outputs[output++];
      for (std::size_t i = 0; i < jacobian.size(); ++i) jacobian[i] = parts[i % 2][k][i / 2];
    }
  }

 private:
  std::shared_ptr<const AnalyzedBlock> block_;
};

}  // namespace

std::shared_ptr<const expr::Kernel> gaussian_kernel(std::shared_ptr<const AnalyzedBlock> block) {
  return std::make_shared<GaussianKernel>(std::move(block));
}

std::shared_ptr<const expr::Kernel> gaussian_parts_kernel(
    std::shared_ptr<const AnalyzedBlock> block) {
  return std::make_shared<GaussianPartsKernel>(std::move(block));
}

}  // namespace autumn::collapse
