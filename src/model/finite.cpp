// This file finds finite nodes in one forward sweep: a node is finite if its operands are, and lie
// where the operation is.
#include "model/finite.h"

#include <algorithm>
#include <cmath>

namespace autumn::model {
namespace {

using expr::Op;
using expr::OpClass;

bool is_nonzero(const Range& x) {
  return x.is_positive() || x.high < 0.0 || (x.high == 0.0 && x.is_high_open);
}

constexpr double kLargestExponent = 709.0;

bool may_overflow(Op op, const Range& x) {
  switch (op) {
    case Op::kExp:
    case Op::kExpm1: return x.high > kLargestExponent;
    case Op::kSinh:
    case Op::kCosh: return x.low < -kLargestExponent || x.high > kLargestExponent;
    case Op::kPow: return true;
    default: return false;
  }
}

bool is_finite_unary(Op op, const Range& x) {
  switch (op) {
    case Op::kLog:
    case Op::kLgamma:
    case Op::kDigamma:
    case Op::kTrigamma: return x.is_positive();
    case Op::kLog1p: return x.low > -1.0 || (x.low == -1.0 && x.is_low_open);
    case Op::kLog1m: return x.high < 1.0 || (x.high == 1.0 && x.is_high_open);
    case Op::kSqrt: return x.is_non_negative();
    case Op::kInverse: return is_nonzero(x);
    case Op::kAsin:
    case Op::kAcos: return x.low >= -1.0 && x.high <= 1.0;
    case Op::kLogit:
    case Op::kInvNormalCdf:
      return x.is_positive() && (x.high < 1.0 || (x.high == 1.0 && x.is_high_open));
    case Op::kTan:
    case Op::kAcosh:
    case Op::kAtanh:
    case Op::kLog1mExp:
    case Op::kLogBesselI0:
    case Op::kBesselRatio: return false;
    default: return true;
  }
}

bool is_finite_binary(Op op, const Range& x, const Range& y) {
  switch (op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
    case Op::kMin:
    case Op::kMax:
    case Op::kAtan2:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kAnd:
    case Op::kOr:
    case Op::kLogAddExp: return true;
    case Op::kDiv: return is_nonzero(y);
    case Op::kPow: return x.is_positive();
    case Op::kLmultiply: return y.is_positive();
    case Op::kLbeta: return x.is_positive() && y.is_positive();
    default: return false;
  }
}

bool is_finite_structural(Op op, expr::Shape operand) {
  switch (op) {
    case Op::kDot:
    case Op::kMatmul:
    case Op::kLowerTriangle: return true;
    // Of nothing they are infinite.
    case Op::kLogSumExp:
    case Op::kRowLogSumExp:
    case Op::kMaxElement:
    case Op::kMinElement: return operand.size() > 0;
    default: return expr::only_moves_or_adds(op);
  }
}

// Of an operation on finite operands.
bool is_finite_there(const Graph& graph, NodeId id, const std::vector<Range>& known) {
  const auto range = [&](std::size_t k) { return known[graph.operand(id, k).value]; };
  const Op op = graph.op(id);
  switch (expr::class_of(op)) {
    case OpClass::kUnary: return is_finite_unary(op, range(0));
    case OpClass::kBinary: return is_finite_binary(op, range(0), range(1));
    case OpClass::kTernary: return op == Op::kSelect;
    case OpClass::kStructural:
      return !graph.operands(id).empty() &&
             is_finite_structural(op, graph.shape(graph.operand(id, 0)));
    case OpClass::kLeaf:
    case OpClass::kPlaceholder: return false;
  }
  internal_error("the operation is of one of the classes", __FILE__, __LINE__);
}

}  // namespace

std::vector<bool> finite_nodes(const Model& model, const std::vector<Range>& known,
                               Exponentials exponentials) {
  const Graph& graph = model.graph;
  const auto overflows = [&](NodeId id) {
    return exponentials == Exponentials::kMayOverflow && !graph.operands(id).empty() &&
           may_overflow(graph.op(id), known[graph.operand(id, 0).value]);
  };
  std::vector<bool> is_finite(graph.size(), false);
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const NodeId id{i};
    if (graph.op(id) == Op::kInput) {
      is_finite[i] = true;
    } else if (graph.is_constant(id)) {
      is_finite[i] =
          std::ranges::all_of(graph.constant(id), [](double x) { return std::isfinite(x); });
    } else {
      is_finite[i] =
          std::ranges::all_of(graph.operands(id), [&](NodeId x) { return is_finite[x.value]; }) &&
          is_finite_there(graph, id, known) && !overflows(id);
    }
  }
  return is_finite;
}

}  // namespace autumn::model
