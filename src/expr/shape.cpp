// This file prints and broadcasts shapes.
#include "expr/shape.h"

#include <fmt/format.h>

namespace autumn::expr {

std::string to_text(const Shape& shape) {
  if (shape.is_scalar()) return "scalar";
  if (shape.is_vector()) return fmt::format("vector[{}]", shape.rows);
  return fmt::format("matrix[{},{}]", shape.rows, shape.cols);
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  if (a == b || b.is_scalar()) return a;
  if (a.is_scalar()) return b;
  return std::nullopt;
}

}  // namespace autumn::expr
