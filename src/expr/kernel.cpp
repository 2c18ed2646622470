// This file lays out the outputs of a kernel.
#include "expr/kernel.h"

#include "expr/adjoint_kernel.h"

namespace autumn::expr {

std::vector<Shape> output_shapes(const Kernel& kernel, std::span<const Shape> operands) {
  const Shape value = kernel.value_shape(operands);
  std::vector<Shape> shapes{value};
  if (kernel.adjoint() != nullptr || dynamic_cast<const AdjointKernel*>(&kernel)) return shapes;
  for (const Shape& operand : operands) {
    shapes.push_back(value.is_scalar() ? operand : Shape::matrix(value.size(), operand.size()));
  }
  return shapes;
}

}  // namespace autumn::expr
