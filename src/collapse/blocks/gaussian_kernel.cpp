// This file makes the Gaussian block a kernel: it lays out operands and partial derivatives as
// kernels have them.
#include "collapse/blocks/gaussian_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "expr/rounding.h"

namespace autumn::collapse {
namespace {

using expr::Shape;

// How many numbers each operand has; 0 for one that is left out.
std::array<std::size_t, 3> operand_sizes(const gaussian::Block& block) {
  return {block.coefficients, block.constants, block.scales};
}

gaussian::Inputs inputs_from(const gaussian::Block& block,
                             std::span<const expr::Numbers> operands) {
  return inputs_of(block, [&](std::size_t k) { return operands[k]; });
}

class GaussianKernel final : public expr::Kernel {
 public:
  // `nudge`, between -1 and 1, says how far rounding moves the rest.
  explicit GaussianKernel(std::shared_ptr<const AnalyzedBlock> block, double nudge = 0.0)
      : block_(std::move(block)), nudge_(nudge) {}

  [[nodiscard]] std::string_view name() const override { return "gaussian_block"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override { return Shape::scalar(); }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape>) const override {
    return gaussian::scratch_size(block_->symbolic);
  }

  [[nodiscard]] double nanoseconds(std::span<const Shape>) const override {
    return gaussian::nanoseconds(block_->symbolic);
  }

  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> scratch) const override {
    std::array<std::span<double>, 3> partials{};
    const auto sizes = operand_sizes(block_->block);
    std::size_t next = 1;
    bool has_partials = false;
    for (std::size_t k = 0; k < 3; ++k) {
      if (sizes[k] == 0) continue;
      partials[k] = outputs[next++];
      has_partials = has_partials || !partials[k].empty();
    }
    const gaussian::Inputs inputs = inputs_from(block_->block, operands);
    const double value =
        has_partials
            ? gaussian::value_and_partials(block_->block, block_->symbolic, inputs,
                                           {partials[0], partials[1], partials[2]}, scratch)
            : gaussian::value(block_->block, block_->symbolic, inputs, scratch);
    if (!outputs[0].empty()) outputs[0][0] = value + moved(inputs, scratch);
  }

  [[nodiscard]] std::shared_ptr<const expr::Kernel> nudged(Random& random) const override {
    auto block = std::make_shared<AnalyzedBlock>(collapse::nudged(*block_, random));
    return std::make_shared<GaussianKernel>(std::move(block), 2.0 * random.uniform() - 1.0);
  }

 private:
  [[nodiscard]] double moved(const gaussian::Inputs& inputs, std::span<double> scratch) const {
    if (nudge_ == 0.0) return 0.0;
    const double rest = gaussian::parts(block_->block, block_->symbolic, inputs, scratch).rest;
    return 0.5 * nudge_ * gaussian::rounding_of_rest(block_->block, inputs, rest);
  }

  std::shared_ptr<const AnalyzedBlock> block_;
  double nudge_;
};

class GaussianPartsKernel final : public expr::Kernel {
 public:
  explicit GaussianPartsKernel(std::shared_ptr<const AnalyzedBlock> block, double nudge = 0.0)
      : block_(std::move(block)), nudge_(nudge) {}

  [[nodiscard]] std::string_view name() const override { return "gaussian_block_parts"; }
  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::vector(2);
  }
  [[nodiscard]] std::size_t scratch_size(std::span<const Shape>) const override {
    const auto sizes = operand_sizes(block_->block);
    return gaussian::scratch_size(block_->symbolic) + 2 * (sizes[0] + sizes[1] + sizes[2]);
  }

  // Both parts are evaluated.
  [[nodiscard]] double nanoseconds(std::span<const Shape>) const override {
    return 2.0 * gaussian::nanoseconds(block_->symbolic);
  }

  // Jacobians are 2 x m, column by column.
  void evaluate(std::span<const expr::Numbers> operands, std::span<const std::span<double>> outputs,
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
    const gaussian::Inputs inputs = inputs_from(block_->block, operands);
    const std::span<double> work = scratch.first(gaussian::scratch_size(block_->symbolic));
    const bool has_partials =
        std::ranges::any_of(outputs.subspan(1), [](const auto& x) { return !x.empty(); });
    gaussian::Parts value =
        has_partials ? gaussian::parts_and_partials(block_->block, block_->symbolic, inputs,
                                                    {{parts[0][0], parts[0][1], parts[0][2]},
                                                     {parts[1][0], parts[1][1], parts[1][2]}},
                                                    work)
                     : gaussian::parts(block_->block, block_->symbolic, inputs, work);
    if (nudge_ != 0.0) {
      value.rest += nudge_ * gaussian::rounding_of_rest(block_->block, inputs, value.rest);
    }
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

  [[nodiscard]] std::shared_ptr<const expr::Kernel> nudged(Random& random) const override {
    auto block = std::make_shared<AnalyzedBlock>(collapse::nudged(*block_, random));
    return std::make_shared<GaussianPartsKernel>(std::move(block), 2.0 * random.uniform() - 1.0);
  }

 private:
  std::shared_ptr<const AnalyzedBlock> block_;
  double nudge_;
};

// Per scale, the square of the norm of the constants of its rows.
std::vector<double> squared_constants(const gaussian::Block& block) {
  std::vector<double> squares(block.scales, 0.0);
  for (std::size_t i = 0; i < block.rows(); ++i) {
    if (block.scale_slot[i] < 0) continue;
    squares[static_cast<std::size_t>(block.scale_slot[i])] += block.constant[i] * block.constant[i];
  }
  return squares;
}

}  // namespace

// A sum of squares left over is the square of a remainder that was known to about
// epsilon * |constants| (the error of an orthogonal elimination).
AnalyzedBlock nudged(const AnalyzedBlock& given, Random& random) {
  AnalyzedBlock result = given;
  gaussian::Block& block = result.block;
  const std::vector<double> squares = squared_constants(block);
  for (double& x : block.multiplier) x = expr::nudged(x, random);
  for (double& x : block.constant) x = expr::nudged(x, random);
  for (std::size_t k = 0; k < block.scales; ++k) {
    const double step = std::numeric_limits<double>::epsilon() * std::sqrt(squares[k]);
    const double left = std::sqrt(block.scale_rest[k]) + step * (2.0 * random.uniform() - 1.0);
    if (block.scale_rest[k] != 0.0) block.scale_rest[k] = left * left;
  }
  block.constant_term = expr::nudged(block.constant_term, random) +
                        block.constant_rounding * (2.0 * random.uniform() - 1.0);
  gaussian::find_fast_ways(block, result.symbolic);
  return result;
}

std::shared_ptr<const expr::Kernel> gaussian_kernel(std::shared_ptr<const AnalyzedBlock> block) {
  return std::make_shared<GaussianKernel>(std::move(block));
}

std::shared_ptr<const expr::Kernel> gaussian_parts_kernel(
    std::shared_ptr<const AnalyzedBlock> block) {
  return std::make_shared<GaussianPartsKernel>(std::move(block));
}

}  // namespace autumn::collapse
