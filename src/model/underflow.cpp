// This file finds what cannot underflow in one forward sweep: a floor that is known, a variable, or
// an operation whose result is no smaller than an operand, or about its square root.
#include "model/underflow.h"

#include "model/finite.h"

namespace autumn::model {
namespace {

using expr::Op;

// Adding or choosing among such numbers, which are not negative.
bool keeps_floor(Op op) {
  switch (op) {
    case Op::kSqrt:
    case Op::kGather:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols:
    case Op::kConcat:
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums:
    case Op::kCumulativeSum:
    case Op::kMinElement:
    case Op::kMaxElement:
    case Op::kMin: return true;
    default: return false;
  }
}

class Floors {
 public:
  Floors(const Model& model, const std::vector<Range>& known)
      : model_(model),
        known_(known),
        is_finite_(finite_nodes(model, known, Exponentials::kMayOverflow)),
        marks_(model.graph.size()) {}

  [[nodiscard]] std::vector<bool> run() && {
    for (std::uint32_t i = 0; i < model_.graph.size(); ++i) marks_[i] = has_floor(NodeId{i});
    return std::move(marks_);
  }

 private:
  [[nodiscard]] const Graph& graph() const { return model_.graph; }
  [[nodiscard]] bool is_marked(NodeId id, std::size_t operand) const {
    return marks_[graph().operand(id, operand).value];
  }
  [[nodiscard]] const Range& range(NodeId id, std::size_t operand) const {
    return known_[graph().operand(id, operand).value];
  }

  [[nodiscard]] bool has_floor(NodeId id) const {
    const Op op = graph().op(id);
    if (known_[id.value].low > 0.0 || op == Op::kInput) return true;
    if (!known_[id.value].is_positive()) return false;
    if (op == Op::kSelect) return is_marked(id, 1) && is_marked(id, 2);
    if (keeps_floor(op)) {
      for (std::size_t k = 0; k < graph().operands(id).size(); ++k) {
        if (!is_marked(id, k)) return false;
      }
      return true;
    }
    return has_floor_of_two(id, op);
  }

  [[nodiscard]] bool has_floor_of_two(NodeId id, Op op) const {
    const auto finite = [&](std::size_t k) { return is_finite_[graph().operand(id, k).value]; };
    const auto positive = [&](std::size_t k) {
      return range(id, k).is_positive() && is_marked(id, k);
    };
    switch (op) {
      // One over the largest number is a number.
      case Op::kInverse: return finite(0);
      case Op::kDiv: return range(id, 0).low >= 1.0 && finite(1);
      case Op::kMul:
        return (positive(0) && range(id, 1).low >= 1.0) || (positive(1) && range(id, 0).low >= 1.0);
      case Op::kAdd:
        return (positive(0) && range(id, 1).is_non_negative()) ||
               (positive(1) && range(id, 0).is_non_negative());
      case Op::kMax: return positive(0) || positive(1);
      default: return false;
    }
  }

  const Model& model_;
  const std::vector<Range>& known_;
  std::vector<bool> is_finite_;
  std::vector<bool> marks_;
};

}  // namespace

bool is_of_variable(const Graph& graph, NodeId node) {
  while (graph.op(node) == Op::kGather || graph.op(node) == Op::kReshape) {
    node = graph.operand(node, 0);
  }
  return graph.op(node) == Op::kInput;
}

std::vector<bool> never_underflows(const Model& model, const std::vector<Range>& known) {
  return Floors(model, known).run();
}

}  // namespace autumn::model
