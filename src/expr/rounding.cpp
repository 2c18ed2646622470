// Watches the interpreter at work.
#include "expr/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace autumn::expr {
namespace {

constexpr double kLargest = 1e150;
constexpr double kSmallest = 1e-150;

bool is_near_an_end(double x) {
  const double size = std::abs(x);
  return std::isfinite(x) && (size > kLargest || (size < kSmallest && size > 0.0));
}

// Operations that are infinite or zero of ordinary numbers only by leaving the range of doubles.
// (The logarithm of zero, and a number over zero, are infinite by themselves.)
bool overflows_only(Op op) {
  switch (op) {
    case Op::kExp:
    case Op::kExpm1:
    case Op::kSquare:
    case Op::kSinh:
    case Op::kCosh:
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
    case Op::kSum:
    case Op::kDot:
    case Op::kMatmul: return true;
    default: return false;
  }
}

bool are_finite(std::span<const Operand> operands) {
  return std::ranges::all_of(operands, [](const Operand& x) {
    return std::ranges::all_of(x.numbers, [](double each) { return std::isfinite(each); });
  });
}

}  // namespace

double nudged(double x, Random& random) {
  constexpr double kLargestCount = 1e6;  // whole numbers beyond it are whole by rounding
  if (!std::isfinite(x) || (std::trunc(x) == x && std::abs(x) <= kLargestCount)) return x;
  constexpr std::array kSteps{-1.0, 0.0, 1.0};
  return x * (1.0 + kSteps[random.below(3)] * std::numeric_limits<double>::epsilon());
}

std::vector<Array> interpret_nudged(const Graph& graph, std::span<const NodeId> nodes,
                                    std::span<const Array> inputs, Random& random) {
  return interpret_watched(
      graph, nodes, inputs,
      [&](NodeId id, std::span<const Operand> operands, std::span<double> value) {
        if (graph.op(id) == Op::kKernel) {
          if (const auto kernel = graph.kernel(id).nudged(random)) {
            Operation again = operation(graph, id);
            again.kernel = kernel.get();
            evaluate(again, operands, value);
          }
        }
        for (double& x : value) x = nudged(x, random);
      });
}

bool has_overflow(const Graph& graph, std::span<const NodeId> nodes,
                  std::span<const Array> inputs) {
  bool has = false;
  (void)interpret_watched(
      graph, nodes, inputs,
      [&](NodeId id, std::span<const Operand> operands, std::span<double> value) {
        has = has || std::ranges::any_of(value, is_near_an_end);
        const bool is_out = std::ranges::any_of(value, [&](double x) {
          return std::isinf(x) || (graph.op(id) == Op::kExp && x == 0.0);
        });
        has = has || (is_out && overflows_only(graph.op(id)) && are_finite(operands));
      });
  return has;
}

}  // namespace autumn::expr
