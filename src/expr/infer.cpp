// This file infers shapes, by one rule per group of operations.
#include "expr/infer.h"

#include <fmt/format.h>

#include <string>

namespace autumn::expr {
namespace {

Error mismatch(Op op, std::span<const Shape> operands) {
  std::string shapes;
  for (const Shape& shape : operands) {
    if (!shapes.empty()) shapes += " and ";
    shapes += to_text(shape);
  }
  return {.message = fmt::format("{} cannot be applied to {}", name_of(op), shapes),
          .suggestion = {},
          .where = {}};
}

Result<Shape> infer_elementwise(Op op, std::span<const Shape> operands) {
  Shape shape = Shape::scalar();
  for (const Shape& operand : operands) {
    const auto joint = broadcast(shape, operand);
    if (!joint) return mismatch(op, operands);
    shape = *joint;
  }
  return shape;
}

// Vectors take part as matrices of one column; a transposed vector on the left gives a vector
// again.
Result<Shape> infer_matmul(std::span<const Shape> operands, std::uint32_t flags) {
  const Shape& a = operands[0];
  const Shape& b = operands[1];
  const bool ta = (flags & flag::kTransposeLeft) != 0;
  const bool tb = (flags & flag::kTransposeRight) != 0;
  const std::uint32_t rows = ta ? a.cols : a.rows;
  const std::uint32_t inner_a = ta ? a.rows : a.cols;
  const std::uint32_t inner_b = tb ? b.cols : b.rows;
  const std::uint32_t cols = tb ? b.rows : b.cols;
  if (a.is_scalar() || b.is_scalar() || inner_a != inner_b) return mismatch(Op::kMatmul, operands);
  if (a.is_vector() && ta) return Shape::vector(cols);
  if (b.is_vector() && !tb) return Shape::vector(rows);
  return Shape::matrix(rows, cols);
}

Result<Shape> infer_solve(Op op, std::span<const Shape> operands) {
  const bool fits =
      operands[0].is_square() && !operands[1].is_scalar() && operands[0].rows == operands[1].rows;
  if (!fits) return mismatch(op, operands);
  return operands[1];
}

Result<Shape> require(bool fits, Op op, std::span<const Shape> operands, Shape shape) {
  if (!fits) return mismatch(op, operands);
  return shape;
}

}  // namespace

bool has_given_shape(Op op) {
  switch (op) {
    case Op::kConstant:
    case Op::kInput:
    case Op::kGather:
    case Op::kScatterAdd:
    case Op::kReshape:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols:
    case Op::kKernel:
    case Op::kPart:
    case Op::kDeferred: return true;
    default: return false;
  }
}

Result<Shape> infer_shape(Op op, std::span<const Shape> operands, std::uint32_t flags) {
  if (is_elementwise(op)) return infer_elementwise(op, operands);
  switch (op) {
    case Op::kConcat: {
      std::size_t size = 0;
      for (const Shape& operand : operands) size += operand.size();
      return Shape::vector(size);
    }
    case Op::kTranspose:
      return require(operands[0].is_matrix(), op, operands,
                     Shape::matrix(operands[0].cols, operands[0].rows));
    case Op::kSum:
    case Op::kMaxElement:
    case Op::kMinElement:
    case Op::kLogSumExp: return Shape::scalar();
    case Op::kRowSums:
    case Op::kRowLogSumExp:
      return require(operands[0].is_matrix(), op, operands, Shape::vector(operands[0].rows));
    case Op::kColSums:
      return require(operands[0].is_matrix(), op, operands, Shape::vector(operands[0].cols));
    case Op::kCumulativeSum: return require(!operands[0].is_scalar(), op, operands, operands[0]);
    case Op::kDot:
      return require(operands[0] == operands[1] && !operands[0].is_scalar(), op, operands,
                     Shape::scalar());
    case Op::kMatmul: return infer_matmul(operands, flags);
    case Op::kCholesky:
    case Op::kLowerTriangle: return require(operands[0].is_square(), op, operands, operands[0]);
    case Op::kTriSolve:
    case Op::kSolve: return infer_solve(op, operands);
    case Op::kLogAbsDet: return require(operands[0].is_square(), op, operands, Shape::scalar());
    default: break;
  }
  internal_error("the shape of this operation is given, not inferred", __FILE__, __LINE__);
}

}  // namespace autumn::expr
