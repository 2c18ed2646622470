// A kernel is an operation with a hand-written value and hand-written partial derivatives.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "expr/shape.h"

namespace autumn::expr {

using Numbers = std::span<const double>;

// A kernel maps arrays to one array and its partial derivatives, computed together so that nothing
// is factorised twice. With n the size of the value and m_i the size of operand i, output 0 is the
// value and output 1 + i the partials with respect to operand i: an array of the operand's shape if
// the value is a scalar, else an n x m_i matrix (the Jacobian).
//
// An output that nobody reads may come as an empty span, and need not be computed.
class Kernel {
 public:
  virtual ~Kernel() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  // The shape of the value for operands of these shapes.
  [[nodiscard]] virtual Shape value_shape(std::span<const Shape> operands) const = 0;
  // How many numbers `evaluate` needs to work in, for operands of these shapes.
  [[nodiscard]] virtual std::size_t scratch_size(std::span<const Shape> /*operands*/) const {
    return 0;
  }
  // About what `evaluate` takes on one core of 2023, from counts; 0 if it does not know.
  [[nodiscard]] virtual double nanoseconds(std::span<const Shape> /*operands*/) const {
    return 0.0;
  }
  // Fills value and partials. Must be safe to call from several threads at once.
  virtual void evaluate(std::span<const Numbers> operands,
                        std::span<const std::span<double>> outputs,
                        std::span<double> scratch) const = 0;
  // The kernel of the operands, the value and its adjoint (a vector), whose value is the adjoints
  // of all operands, one after the other; null: the partials are multiplied with the adjoint. For
  // values of many numbers: their partials would be large, and are no outputs (adjoint_kernel.h).
  [[nodiscard]] virtual std::shared_ptr<const Kernel> adjoint() const { return nullptr; }
  // Whether the value may jump where what it decides on changes.
  [[nodiscard]] virtual bool follows_decisions() const { return false; }
  // The same kernel with the numbers it keeps moved as rounding might have moved them; null if it
  // keeps none. For estimates of rounding (expr/rounding.h).
  [[nodiscard]] virtual std::shared_ptr<const Kernel> nudged(Random& /*random*/) const {
    return nullptr;
  }
};

// Shapes of output 0 (the value), 1, 2, ... (the partials), in the order a kernel writes them.
[[nodiscard]] std::vector<Shape> output_shapes(const Kernel& kernel,
                                               std::span<const Shape> operands);

}  // namespace autumn::expr
