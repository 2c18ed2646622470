// This file lays out the outputs of a kernel.
#include "expr/kernel.h"

namespace autumn::expr {

std::vector<Shape> output_shapes(const Kernel& kernel, std::span<const Shape> operands) {
  const Shape value = kernel.value_shape(operands);
  std::vector<Shape> shapes{value};
  for (const Shape& operand : operands) {
    shapes.push_back(value.is_scalar() ? operand : Shape::matrix(value.size(), operand.size()));
  }
  return shapes;
}

}  // namespace autumn::expr
