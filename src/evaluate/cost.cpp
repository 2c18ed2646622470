// This file estimates the cost of instructions: a price each, a price per element by the kind of
// operation, and operations of matrices by their sizes.
#include "evaluate/cost.h"

#include <algorithm>

#include "evaluate/code.h"

namespace autumn::evaluate {
namespace {

using expr::Op;
using expr::Shape;

// Fitted to the gradients of 250 programs, uncollapsed, in their logarithms: the estimate is within
// a quarter of what was measured for two thirds of them.
constexpr double kPerInstruction = 5.0;
constexpr double kPerStrip = 9.0;
constexpr double kPerProgram = 36.0;
constexpr double kPerChained = 0.5;  // one of the scalar operations that run in a row

double of_element(Op op) {
  switch (op) {
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums: return 0.07;
    case Op::kDiv:
    case Op::kDivOrZero:
    case Op::kInverse:
    case Op::kSqrt: return 0.1;
    case Op::kExp:
    case Op::kExpm1: return 0.2;
    case Op::kLog:
    case Op::kLog1p: return 0.6;
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols:
    case Op::kScatterAdd:
    case Op::kRowLogSumExp: return 0.3;
    case Op::kConcat: return 0.9;
    case Op::kGather: return 1.2;
    case Op::kCumulativeSum: return 3.0;
    case Op::kLogSumExp: return 2.0;
    case Op::kTranspose:
    case Op::kLowerTriangle: return 4.5;
    case Op::kLog1pExp:
    case Op::kLogInvLogit:
    case Op::kInvLogit:
    case Op::kLogit:
    case Op::kLogAddExp:
    case Op::kTanh: return 2.0;
    case Op::kLgamma:
    case Op::kDigamma:
    case Op::kLogRising:
    case Op::kDigammaDiff: return 3.2;
    case Op::kPow:
    case Op::kLmultiply: return 2.5;
    case Op::kErf:
    case Op::kErfc:
    case Op::kNormalCdf:
    case Op::kLogNormalCdf:
    case Op::kInvMills: return 6.0;
    case Op::kLogGammaP:
    case Op::kLogGammaQ:
    case Op::kLogGammaPDa:
    case Op::kLogGammaQDa:
    case Op::kLogIncBeta:
    case Op::kLogIncBetaDa:
    case Op::kLogIncBetaDb:
    case Op::kOwensT: return 200.0;
    case Op::kNegate:
    case Op::kSquare:
    case Op::kAbs:
    case Op::kSign: return 0.04;
    default: return expr::class_of(op) == expr::OpClass::kUnary ? 1.5 : 0.04;
  }
}

// Of a vector of scalars that came one by one the call is most of the price.
double of_call(Op op) {
  return op == Op::kLogSumExp ? 80.0 : 0.0;
}

double of_fused(Fused kind) {
  switch (kind) {
    case Fused::kMulAdd:
    case Fused::kMulSub:
    case Fused::kSubMul: return 0.04;
    case Fused::kExpMulAdd: return 0.2;
    case Fused::kSumLog:
    case Fused::kDotLog: return 0.6;
    default: return 1.5;
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

// Small matrices are mostly calls and ends of rows.
double of_smallness(double n) {
  constexpr double kLarge = 0.55, kSmall = 0.8, kHalf = 30.0;
  return kLarge + kSmall * kHalf / (n + kHalf);
}

double of_matrices(const Code& code, const Instruction& x, Op op, const Shape& out) {
  const double n = static_cast<double>(operand(code, x, 0).shape.rows);
  switch (op) {
    case Op::kMatmul: {
      const double inner = size_of(operand(code, x, 0).shape) / std::max<double>(1.0, out.rows);
      return of_smallness(n) * 0.12 * inner * size_of(out);
    }
    case Op::kTriSolve: return of_smallness(n) * 0.15 * n * size_of(out);
    case Op::kSolve: return 0.3 * n * (n * n + size_of(out));
    case Op::kCholesky: return of_smallness(n) * 0.03 * n * n * n;
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

// Takes no time at all.
bool is_view(const Code& code, const Instruction& x) {
  const Op op = code.graph.op(x.node);
  return op == Op::kPart || op == Op::kReshape;
}

double of_instruction(const Code& code, const Instruction& x) {
  if (is_view(code, x)) return 0.0;
  const Op op = code.graph.op(x.node);
  const Shape& out = code.graph.shape(x.node);
  if (x.fused == Fused::kChain) {
    return kPerChained * static_cast<double>(code.chains.at(x.node).size());
  }
  const double size = std::max(size_of(out), largest_operand(code, x));
  if (x.fused != Fused::kNone) return of_fused(x.fused) * size;
  switch (op) {
    case Op::kKernel: return of_kernel(code, x);
    case Op::kMatmul:
    case Op::kTriSolve:
    case Op::kSolve:
    case Op::kCholesky:
    case Op::kLogAbsDet: return of_matrices(code, x, op, out);
    case Op::kGather:
    case Op::kConcat: return of_element(Op::kGather) * size_of(out);
    default: return of_call(op) + of_element(op) * size;
  }
}

}  // namespace

double nanoseconds(const PreparedProgram& program) {
  const Code& code = program.code();
  double sum = kPerProgram;
  for (const Section& section : code.sections) {
    const bool is_whole = section.length == 0;
    const double strips =
        is_whole ? 1.0 : static_cast<double>((section.length + section.strip - 1) / section.strip);
    const double call = is_whole ? kPerInstruction : kPerStrip * strips;
    for (std::size_t i = section.first; i < section.last; ++i) {
      const Instruction& x = code.instructions[i];
      sum += (is_view(code, x) ? 0.0 : call) + of_instruction(code, x);
    }
  }
  return sum;
}

}  // namespace autumn::evaluate
