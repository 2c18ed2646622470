// This file takes products, sums and quadratic forms apart, down to squares.
#include "collapse/forms/square_reader.h"

#include <algorithm>
#include <utility>

namespace autumn::collapse {
namespace {

using expr::NodeId;
using expr::Op;
using expr::Shape;
using expr::Term;

// An accumulator of a long loop is no expression to take apart.
constexpr int kDeepest = 500;
constexpr int kMostVisits = 10000;

bool is_scalar_two(const expr::Builder& builder, NodeId node) {
  return builder.is_constant(node) && builder.shape(node).size() == 1 &&
         builder.graph().constant(node)[0] == 2.0;
}

}  // namespace

SquareReader::SquareReader(const model::Model& model, expr::Builder& builder)
    : builder_(builder), ranges_(model::ranges(model)) {}

std::optional<std::vector<WeightedSquare>> SquareReader::read(NodeId node,
                                                              std::vector<double> numbers) {
  obstacle_.clear();
  visits_ = 0;
  return sum(node, {std::move(numbers), std::nullopt}, 0);
}

// Operands are copied: the graph grows while they are looked at.
SquareReader::Squares SquareReader::sum(NodeId node, const SquareWeight& weight, int depth) {
  if (depth > kDeepest || ++visits_ > kMostVisits) return std::nullopt;
  const auto span = builder_.graph().operands(node);
  const std::vector<NodeId> operands(span.begin(), span.end());
  const Shape shape = builder_.shape(node);
  const bool is_one = weight.numbers.size() == 1 && (!weight.scale || weight.scale->size() == 1);
  switch (builder_.graph().op(node)) {
    case Op::kNegate: return both(operands, -1.0, weight, depth);
    case Op::kAdd:
    case Op::kSub: {
      if (builder_.shape(operands[0]) != builder_.shape(operands[1])) return std::nullopt;
      Squares left = both({&operands[0], 1}, 1.0, weight, depth);
      if (!left) return std::nullopt;
      const double sign = builder_.graph().op(node) == Op::kSub ? -1.0 : 1.0;
      Squares right = both({&operands[1], 1}, sign, weight, depth);
      if (!right) return std::nullopt;
      left->insert(left->end(), right->begin(), right->end());
      return left;
    }
    case Op::kSum:
    case Op::kRowSums:
    case Op::kColSums:
    case Op::kReshape:
    case Op::kConcat: return is_one ? both(operands, 1.0, weight, depth) : std::nullopt;
    case Op::kMul: return product(operands[0], operands[1], weight, depth);
    case Op::kDiv: {
      SquareWeight quotient = weight;
      if (!multiply(quotient, operands[1], Side::kBelow, shape)) return std::nullopt;
      // A number over many squares is no sum of squares.
      if (builder_.shape(operands[0]) != shape) return std::nullopt;
      return sum(operands[0], quotient, depth + 1);
    }
    case Op::kSquare: return square(operands[0], weight);
    case Op::kPow:
      return is_scalar_two(builder_, operands[1]) ? square(operands[0], weight) : std::nullopt;
    case Op::kDot: return is_one ? bilinear(operands[0], operands[1], weight) : std::nullopt;
    default: return std::nullopt;
  }
}

SquareReader::Squares SquareReader::both(std::span<const NodeId> nodes, double sign,
                                         const SquareWeight& weight, int depth) {
  SquareWeight signed_weight = weight;
  for (double& x : signed_weight.numbers) x *= sign;
  std::vector<WeightedSquare> all;
  for (const NodeId node : nodes) {
    const Squares squares = sum(node, signed_weight, depth + 1);
    if (!squares) return std::nullopt;
    all.insert(all.end(), squares->begin(), squares->end());
  }
  return all;
}

// One of the two is a weight, or both together are a square.
SquareReader::Squares SquareReader::product(NodeId x, NodeId y, const SquareWeight& weight,
                                            int depth) {
  const bool is_same_shape = builder_.shape(x) == builder_.shape(y);
  if (is_same_shape) {
    if (Squares squares = bilinear(x, y, weight)) return squares;
  }
  const Shape shape = builder_.shape(x).is_scalar() ? builder_.shape(y) : builder_.shape(x);
  for (const auto& [by, rest] : {std::pair(x, y), std::pair(y, x)}) {
    if (builder_.shape(rest) != shape) continue;
    SquareWeight weighted = weight;
    if (multiply(weighted, by, Side::kAbove, shape)) {
      if (Squares squares = sum(rest, weighted, depth + 1)) return squares;
    } else if (sum(rest, {}, depth + 1)) {
      obstacle_ = "what its squares are multiplied with may be negative";
    }
  }
  return std::nullopt;
}

// (x / s)^2 has the scale s.
SquareReader::Squares SquareReader::square(NodeId base, SquareWeight weight) {
  while (const std::optional<NodeId> rest = without_scale(base, weight)) base = *rest;
  return Squares{{WeightedSquare{base, std::move(weight)}}};
}

// A positive number that all of the base is multiplied with, or divided by, is part of the scale.
std::optional<NodeId> SquareReader::without_scale(NodeId base, SquareWeight& weight) const {
  const expr::Graph& graph = builder_.graph();
  const bool is_quotient = graph.op(base) == Op::kDiv;
  if (!is_quotient && graph.op(base) != Op::kMul) return std::nullopt;
  for (const std::size_t k : {1U, 0U}) {
    if (is_quotient && k == 0) break;
    const NodeId by = graph.operand(base, k);
    const NodeId rest = graph.operand(base, 1 - k);
    const bool is_number = graph.shape(by).is_scalar() && graph.shape(rest) == graph.shape(base);
    if (!is_number || graph.is_constant(by) || graph.is_constant(rest)) continue;
    if (by.value >= ranges_.size() || !ranges_[by.value].is_positive()) continue;
    const bool is_inverse = graph.op(by) == Op::kInverse;
    const NodeId number = is_inverse ? graph.operand(by, 0) : by;
    multiply_scale(weight, Term(builder_, number),
                   is_quotient != is_inverse ? Side::kAbove : Side::kBelow);
    return rest;
  }
  return std::nullopt;
}

SquareReader::Squares SquareReader::bilinear(NodeId x, NodeId y, SquareWeight weight) {
  if (x == y) return square(x, std::move(weight));
  const NodeId left = stripped(x, weight);
  const NodeId right = stripped(y, weight);
  if (left == right) return Squares{{WeightedSquare{left, weight}}};
  if (Squares squares = form(left, right, weight)) return squares;
  return form(right, left, weight);
}

// x' Q x, where `product` is Q x or x' Q.
SquareReader::Squares SquareReader::form(NodeId x, NodeId product, SquareWeight weight) {
  if (builder_.graph().op(product) != Op::kMatmul) return std::nullopt;
  if (weight.numbers.size() != 1 || (weight.scale && weight.scale->size() != 1)) {
    return std::nullopt;
  }
  const NodeId a = stripped(builder_.graph().operand(product, 0), weight);
  const NodeId b = stripped(builder_.graph().operand(product, 1), weight);
  const bool is_vector = builder_.shape(x).is_vector();
  const bool is_plain = (builder_.graph().node(product).payload & expr::flag::kTransposeRight) == 0;
  const bool is_left = b == x && is_plain;    // Q x, or Q' x
  const bool is_right = a == x && is_vector;  // x' Q, or x' Q'
  if (!is_left && !is_right) return std::nullopt;
  const NodeId matrix = is_left ? a : b;
  if (!builder_.shape(matrix).is_square()) return std::nullopt;
  if (!builder_.is_constant(matrix)) {
    obstacle_ = "the matrix of its quadratic form depends on parameters";
    return std::nullopt;
  }
  return Squares{{WeightedSquare{x, weight, matrix}}};
}

// What is left of a node when its signs and weights are taken away.
NodeId SquareReader::stripped(NodeId node, SquareWeight& weight) {
  while (const std::optional<NodeId> rest = without_weight(node, weight)) node = *rest;
  return node;
}

// Numbers are weights rather than what is weighted.
std::optional<NodeId> SquareReader::without_weight(NodeId node, SquareWeight& weight) {
  const Op op = builder_.graph().op(node);
  if (op == Op::kNegate) {
    for (double& x : weight.numbers) x = -x;
    return builder_.graph().operand(node, 0);
  }
  if (op != Op::kMul && op != Op::kDiv) return std::nullopt;
  const NodeId pair[] = {builder_.graph().operand(node, 0), builder_.graph().operand(node, 1)};
  const Side side = op == Op::kMul ? Side::kAbove : Side::kBelow;
  for (const bool may_be_constant : {false, true}) {
    for (const std::size_t k : {1U, 0U}) {
      const NodeId rest = pair[1 - k];
      const bool is_right = op == Op::kMul || k == 1;
      if (!is_right || builder_.shape(rest) != builder_.shape(node)) continue;
      if (builder_.is_constant(rest) != may_be_constant) continue;
      SquareWeight tried = weight;
      if (!multiply(tried, pair[k], side, builder_.shape(node))) continue;
      weight = std::move(tried);
      return rest;
    }
  }
  return std::nullopt;
}

// False if `by` may be negative or zero, or is no weight of something of this shape.
bool SquareReader::multiply(SquareWeight& weight, NodeId by, Side side, Shape shape) {
  const Shape here = builder_.shape(by);
  if (!here.is_scalar() && here != shape) return false;
  if (builder_.is_constant(by)) return multiply_numbers(weight, by, side);
  const auto span = builder_.graph().operands(by);
  const std::vector<NodeId> operands(span.begin(), span.end());
  const Side other = side == Side::kAbove ? Side::kBelow : Side::kAbove;
  switch (builder_.graph().op(by)) {
    case Op::kNegate:
      for (double& x : weight.numbers) x = -x;
      return multiply(weight, operands[0], side, shape);
    case Op::kMul:
    case Op::kDiv: {
      const bool is_quotient = builder_.graph().op(by) == Op::kDiv;
      return multiply(weight, operands[0], side, shape) &&
             multiply(weight, operands[1], is_quotient ? other : side, shape);
    }
    case Op::kInverse: return multiply(weight, operands[0], other, shape);
    default: break;
  }
  if (by.value >= ranges_.size() || !ranges_[by.value].is_positive()) return false;
  const bool is_square = builder_.graph().op(by) == Op::kSquare;
  const Term root = is_square ? Term(builder_, operands[0]) : expr::sqrt(Term(builder_, by));
  const bool has_sign = is_square && !ranges_[operands[0].value].is_positive();
  multiply_scale(weight, has_sign ? expr::abs(root) : root, other);
  return true;
}

bool SquareReader::multiply_numbers(SquareWeight& weight, NodeId by, Side side) const {
  const auto numbers = builder_.graph().constant(by);
  if (weight.numbers.size() == 1) weight.numbers.resize(numbers.size(), weight.numbers[0]);
  if (numbers.size() != 1 && numbers.size() != weight.numbers.size()) return false;
  for (std::size_t i = 0; i < weight.numbers.size(); ++i) {
    const double x = numbers[numbers.size() == 1 ? 0 : i];
    weight.numbers[i] = side == Side::kAbove ? weight.numbers[i] * x : weight.numbers[i] / x;
  }
  return true;
}

void SquareReader::multiply_scale(SquareWeight& weight, Term by, Side side) const {
  const bool is_above = side == Side::kAbove;
  const bool is_root = builder_.graph().op(by.id()) == Op::kSqrt;
  if (!weight.scale) {
    weight.scale = is_above ? by : 1.0 / by;
  } else if (is_above && is_root && weight.scale->id() == by.id()) {
    weight.scale = Term(builder_, builder_.graph().operand(by.id(), 0));  // of s / t / t
  } else {
    weight.scale = is_above ? *weight.scale * by : *weight.scale / by;
  }
}

}  // namespace autumn::collapse
