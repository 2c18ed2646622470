// This file finds what rounding did by watching the interpreter at work.
#include "expr/rounding.h"

#include <Eigen/LU>
#include <algorithm>
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

// Operations that are infinite by themselves at some finite numbers: the logarithm of zero, a
// number over zero. All others are so only by leaving the range of doubles.
bool has_poles(Op op) {
  switch (op) {
    case Op::kLog:
    case Op::kLog1p:
    case Op::kLog1m:
    case Op::kLogit:
    case Op::kLog1mExp:
    case Op::kLogDiffExp:
    case Op::kInverse:
    case Op::kDiv:
    case Op::kDivOrZero:
    case Op::kAtanh:
    case Op::kInvNormalCdf:
    case Op::kLgamma:
    case Op::kDigamma:
    case Op::kTrigamma:
    case Op::kPolygamma:
    case Op::kLmultiply:
    case Op::kMultiplyLog1m:
    case Op::kLbeta:
    case Op::kLchoose:
    case Op::kLogRising:
    case Op::kLogAbsDet:
    case Op::kSelect:
    case Op::kKernel: return true;
    default: return false;
  }
}

// A system of equations that is singular to rounding has no solution to speak of, be it that the
// elimination finds one.
bool is_singular(Op op, std::span<const Operand> operands) {
  constexpr double kSingular = 1e-13;
  if (op != Op::kSolve && op != Op::kTriSolve) return false;
  const auto n = static_cast<Eigen::Index>(operands[0].shape.rows);
  const Eigen::Map<const Eigen::MatrixXd> matrix(operands[0].numbers.data(), n, n);
  if (n == 0 || !matrix.allFinite()) return false;
  if (op == Op::kTriSolve) {
    const auto diagonal = matrix.diagonal().cwiseAbs();
    return !(diagonal.minCoeff() > kSingular * diagonal.maxCoeff());
  }
  return !(Eigen::PartialPivLU<Eigen::MatrixXd>(matrix).rcond() > kSingular);
}

// Whether some result has lost all that one operand said: 1 - 1e-20 is 1, and so is inv_logit(40).
bool saturates(Op op, std::span<const Operand> operands, std::span<const double> value) {
  switch (op) {
    case Op::kInvLogit:
    case Op::kNormalCdf:
    case Op::kErf:
    case Op::kErfc:
    case Op::kExpm1:
    case Op::kTanh:
      return std::ranges::any_of(
          value, [](double x) { return std::abs(x) == 1.0 || x == 0.0 || x == 2.0; });
    case Op::kAdd:
    case Op::kSub: break;
    default: return false;
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto number = [&](std::size_t k) {
      return operands[k].numbers[operands[k].numbers.size() == 1 ? 0 : i];
    };
    const bool is_left_lost = number(0) != 0.0 && std::abs(value[i]) == std::abs(number(1));
    const bool is_right_lost = number(1) != 0.0 && value[i] == number(0);
    if (is_left_lost || is_right_lost) return true;
  }
  return false;
}

bool asks_for_zero(Op op) {
  return op == Op::kAnd || op == Op::kOr || op == Op::kEqual;
}

// Operations that ask whether a number is zero get an answer from rounding where the number is
// nothing else (the sum of what adds up to zero): such numbers are zero half of the time.
void answer_again(const Operation& operation, std::span<const Operand> operands,
                  std::span<double> value, Random& random) {
  constexpr double kNothingElse = 1e-13;
  std::vector<std::vector<double>> numbers;
  std::vector<Operand> again;
  for (const Operand& operand : operands) {
    numbers.emplace_back(operand.numbers.begin(), operand.numbers.end());
    for (double& x : numbers.back()) {
      if (std::abs(x) < kNothingElse && random.uniform() < 0.5) x = 0.0;
    }
  }
  for (std::size_t k = 0; k < operands.size(); ++k) {
    again.push_back({operands[k].shape, numbers[k]});
  }
  evaluate(operation, again, value);
}

// A sum of products is as good as its largest product: it is what products of slightly different
// numbers would have been.
void multiply_again(const Operation& operation, std::span<const Operand> operands,
                    std::span<double> value, Random& random) {
  std::vector<std::vector<double>> numbers;
  std::vector<Operand> again;
  for (const Operand& operand : operands) {
    numbers.emplace_back(operand.numbers.begin(), operand.numbers.end());
    for (double& x : numbers.back()) x = nudged(x, random);
  }
  for (std::size_t k = 0; k < operands.size(); ++k) {
    again.push_back({operands[k].shape, numbers[k]});
  }
  evaluate(operation, again, value);
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
  constexpr double kUnits = 1.5;
  const double step = kUnits * (2.0 * random.uniform() - 1.0);
  // Below the smallest normal number the spacing of doubles no longer shrinks.
  constexpr double kSpacing = 2.0 * std::numeric_limits<double>::denorm_min();
  return x + step * std::max(std::numeric_limits<double>::epsilon() * std::abs(x), kSpacing);
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
        if (asks_for_zero(graph.op(id))) {
          answer_again(operation(graph, id), operands, value, random);
        }
        if (graph.op(id) == Op::kMatmul || graph.op(id) == Op::kDot) {
          multiply_again(operation(graph, id), operands, value, random);
        }
        for (double& x : value) x = nudged(x, random);
      });
}

namespace {

// Of a result that has a zero: no power of a number that is not zero is.
bool underflows(Op op, std::span<const Operand> operands) {
  return op == Op::kPow && std::ranges::find(operands[0].numbers, 0.0) == operands[0].numbers.end();
}

}  // namespace

bool has_overflow(const Graph& graph, std::span<const NodeId> nodes,
                  std::span<const Array> inputs) {
  bool has = false;
  std::vector<bool> is_saturated(graph.size(), false);
  (void)interpret_watched(
      graph, nodes, inputs,
      [&](NodeId id, std::span<const Operand> operands, std::span<double> value) {
        const Op op = graph.op(id);
        has = has || std::ranges::any_of(value, is_near_an_end);
        const bool is_infinite = std::ranges::any_of(value, [](double x) { return std::isinf(x); });
        const bool is_zero = std::ranges::find(value, 0.0) != value.end() &&
                             (op == Op::kExp || underflows(op, operands));
        const auto is_operand_saturated = [&](NodeId x) { return is_saturated[x.value]; };
        const bool is_from_saturated =
            std::ranges::any_of(graph.operands(id), is_operand_saturated);
        const bool is_own_pole = has_poles(op) && !is_from_saturated;
        if (are_finite(operands)) {
          has = has || is_zero || (is_infinite && !is_own_pole);
          has = has || is_singular(op, operands);
        }
        is_saturated[id.value] = is_from_saturated || saturates(op, operands, value);
      });
  return has;
}

}  // namespace autumn::expr
