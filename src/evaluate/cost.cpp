// This file estimates the cost of instructions: a price each, a price per element by the kind of
// operation, and operations of matrices by their sizes.
#include "evaluate/cost.h"

#include <algorithm>

#include "evaluate/code.h"

namespace autumn::evaluate {
namespace {

using expr::Op;
using expr::Shape;

constexpr double kPerInstruction = 4.0;
constexpr double kPerProgram = 40.0;

double of_element(Op op) {
  switch (op) {
    case Op::kNegate:
    case Op::kSquare:
    case Op::kAbs:
    case Op::kSign: return 0.2;
    case Op::kExp:
    case Op::kLog:
    case Op::kLog1p:
    case Op::kExpm1:
    case Op::kSqrt:
    case Op::kDiv:
    case Op::kDivOrZero:
    case Op::kInverse:
    case Op::kInvLogit: return 0.8;
    case Op::kGather:
    case Op::kScatterAdd: return 0.8;
    case Op::kLog1pExp:
    case Op::kLogInvLogit:
    case Op::kLogit:
    case Op::kLogAddExp:
    case Op::kTanh: return 2.0;
    case Op::kLgamma:
    case Op::kDigamma:
    case Op::kLogRising:
    case Op::kDigammaDiff: return 3.0;
    case Op::kPow:
    case Op::kLmultiply:
    case Op::kErf:
    case Op::kErfc:
    case Op::kNormalCdf:
    case Op::kLogNormalCdf:
    case Op::kInvMills: return 8.0;
    case Op::kLogGammaP:
    case Op::kLogGammaQ:
    case Op::kLogGammaPDa:
    case Op::kLogGammaQDa:
    case Op::kLogIncBeta:
    case Op::kLogIncBetaDa:
    case Op::kLogIncBetaDb:
    case Op::kOwensT: return 200.0;
    default: return expr::class_of(op) == expr::OpClass::kUnary ? 1.5 : 0.2;
  }
}

double of_fused(Fused kind) {
  switch (kind) {
    case Fused::kMulAdd:
    case Fused::kMulSub:
    case Fused::kSubMul: return 0.25;
    case Fused::kExpMulAdd: return 0.9;
    case Fused::kSumLog:
    case Fused::kDotLog: return 0.5;
    default: return 2.5;
  }
}

double size_of(const Shape& shape) {
  return static_cast<double>(shape.size());
}

const OperandPlace& operand(const Code& code, const Instruction& x, std::uint32_t k) {
  return code.operands[x.first_operand + k];
}

double largest_operand(const Code& code, const Instruction& x) {
  double size = 0.0;
  for (std::uint32_t k = 0; k < x.operand_count; ++k) {
    size = std::max(size, size_of(operand(code, x, k).shape));
  }
  return size;
}

double of_matrices(const Code& code, const Instruction& x, Op op, const Shape& out) {
  const double n = static_cast<double>(operand(code, x, 0).shape.rows);
  switch (op) {
    case Op::kMatmul: {
      const double inner = size_of(operand(code, x, 0).shape) / std::max<double>(1.0, out.rows);
      return 0.12 * inner * size_of(out);
    }
    case Op::kTriSolve: return 0.15 * n * size_of(out);
    case Op::kSolve: return 0.3 * n * (n * n + size_of(out));
    case Op::kCholesky: return 0.08 * n * n * n;
    case Op::kLogAbsDet: return 0.3 * n * n * n;
    default: return 0.0;
  }
}

double of_kernel(const Code& code, const Instruction& x) {
  std::vector<Shape> shapes;
  double numbers = 0.0;
  for (std::uint32_t k = 0; k < x.operand_count; ++k) {
    shapes.push_back(operand(code, x, k).shape);
    numbers += size_of(shapes.back());
  }
  const expr::Kernel& kernel = code.graph.kernel(x.node);
  const double own = kernel.nanoseconds(shapes);
  return own > 0.0 ? own + numbers : 200.0 + 20.0 * numbers;
}

double of_instruction(const Code& code, const Instruction& x) {
  const Op op = code.graph.op(x.node);
  const Shape& out = code.graph.shape(x.node);
  if (x.fused == Fused::kChain) {
    return 3.0 * static_cast<double>(code.chains.at(x.node).size());
  }
  const double size = std::max(size_of(out), largest_operand(code, x));
  if (x.fused != Fused::kNone) return of_fused(x.fused) * size;
  switch (op) {
    case Op::kKernel: return of_kernel(code, x);
    case Op::kPart:
    case Op::kReshape: return 0.0;
    case Op::kMatmul:
    case Op::kTriSolve:
    case Op::kSolve:
    case Op::kCholesky:
    case Op::kLogAbsDet: return of_matrices(code, x, op, out);
    case Op::kGather:
    case Op::kConcat: return of_element(Op::kGather) * size_of(out);
    default: return of_element(op) * size;
  }
}

}  // namespace

double nanoseconds(const PreparedProgram& program) {
  const Code& code = program.code();
  double sum = kPerProgram;
  for (const Section& section : code.sections) {
    const double strips =
        section.length == 0
            ? 1.0
            : static_cast<double>((section.length + section.strip - 1) / section.strip);
    for (std::size_t i = section.first; i < section.last; ++i) {
      sum += kPerInstruction * strips + of_instruction(code, code.instructions[i]);
    }
  }
  return sum;
}

}  // namespace autumn::evaluate
