// This file finds ranges in one forward sweep over the graph.
#include "model/range.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"

namespace autumn::model {
namespace {

using expr::Op;

constexpr Range kPositive{0.0, kInfinity, true, false};
constexpr Range kNonNegative{0.0, kInfinity, false, false};
constexpr Range kNonPositive{-kInfinity, 0.0, false, false};
constexpr Range kOpenUnit{0.0, 1.0, true, true};
constexpr Range kUnit{0.0, 1.0, false, false};

Range of_constant(std::span<const double> numbers) {
  if (numbers.empty()) return {};
  Range range{kInfinity, -kInfinity};
  for (const double x : numbers) {
    if (std::isnan(x)) return {};
    range.low = std::min(range.low, x);
    range.high = std::max(range.high, x);
  }
  return range;
}

// A simplex of one element is one.
bool is_lone(const Variable& variable) {
  const std::span<const std::size_t> dims = variable.dims;
  if (variable.support.kind == SupportKind::kSimplex) return dims.back() == 1;
  return variable.support.kind == SupportKind::kColumnStochastic && dims[dims.size() - 2] == 1;
}

// Bounds are open: no unconstrained number is mapped onto one.
Range of_variable(const Variable& variable, const std::vector<Range>& known) {
  if (is_lone(variable)) return {1.0, 1.0};
  const Support& support = variable.support;
  const SupportProperties& properties = properties_of(support.kind);
  Range range{properties.low, properties.high, properties.is_open && properties.low > -kInfinity,
              properties.is_open && properties.high < kInfinity};
  if (properties.has_lower) {
    range.low = known[support.lower->value].low;
    range.is_low_open = true;
  }
  if (properties.has_upper) {
    range.high = known[support.upper->value].high;
    range.is_high_open = true;
  }
  return range;
}

Range hull(const Range& a, const Range& b) {
  Range r;
  r.low = std::min(a.low, b.low);
  r.is_low_open = (a.low > r.low || a.is_low_open) && (b.low > r.low || b.is_low_open);
  r.high = std::max(a.high, b.high);
  r.is_high_open = (a.high < r.high || a.is_high_open) && (b.high < r.high || b.is_high_open);
  return r;
}

Range negate(const Range& a) {
  // Not -x, which would make a -0 that divides to -infinity.
  return {0.0 - a.high, 0.0 - a.low, a.is_high_open, a.is_low_open};
}

Range add(const Range& a, const Range& b) {
  const auto either = [](double sum, bool open_a, bool open_b) {
    return !std::isinf(sum) && (open_a || open_b);
  };
  const double low = a.low + b.low;
  const double high = a.high + b.high;
  if (std::isnan(low) || std::isnan(high)) return {};
  return {low, high, either(low, a.is_low_open, b.is_low_open),
          either(high, a.is_high_open, b.is_high_open)};
}

double product(double x, double y) {
  return x == 0.0 || y == 0.0 ? 0.0 : x * y;
}

Range multiply_non_negative(const Range& a, const Range& b) {
  Range r{product(a.low, b.low), product(a.high, b.high)};
  const bool is_one_open = a.is_low_open || b.is_low_open;
  r.is_low_open = a.is_positive() && b.is_positive() && (r.low == 0.0 || is_one_open);
  r.is_high_open = r.high > 0.0 && !std::isinf(r.high) && (a.is_high_open || b.is_high_open);
  return r;
}

// With signs unknown, the extremes are at the corners.
Range multiply(const Range& a, const Range& b) {
  if (a.high <= 0.0 && a.low < 0.0) return negate(multiply(negate(a), b));
  if (b.high <= 0.0 && b.low < 0.0) return negate(multiply(a, negate(b)));
  if (a.is_non_negative() && b.is_non_negative()) return multiply_non_negative(a, b);
  const auto corners = {product(a.low, b.low), product(a.low, b.high), product(a.high, b.low),
                        product(a.high, b.high)};
  return {std::min(corners), std::max(corners)};
}

Range magnitude(const Range& x) {
  if (x.is_non_negative()) return x;
  if (x.high <= 0.0) return negate(x);
  Range r{0.0, std::max(-x.low, x.high)};
  r.is_high_open = !std::isinf(r.high) && (-x.low < r.high || x.is_low_open) &&
                   (x.high < r.high || x.is_high_open);
  return r;
}

Range square(const Range& x) {
  return multiply_non_negative(magnitude(x), magnitude(x));
}

Range divide(const Range& a, const Range& b) {
  if (!b.is_positive()) return {};
  if (a.high <= 0.0 && a.low < 0.0) return negate(divide(negate(a), b));
  if (!a.is_non_negative()) return {a.low / b.low, a.high / b.low};
  Range r{b.high == kInfinity ? 0.0 : a.low / b.high, a.high == 0.0 ? 0.0 : a.high / b.low};
  r.is_low_open = a.is_positive() && (r.low == 0.0 || a.is_low_open || b.is_high_open);
  r.is_high_open = r.high > 0.0 && !std::isinf(r.high) && (a.is_high_open || b.is_low_open);
  return r;
}

// A NaN loses against any number (fmax), so only an operand that cannot be NaN holds its lower
// bound.
Range maximum(const Range& a, const Range& b, bool is_a_number, bool is_b_number) {
  Range r = hull(a, b);
  const auto raise = [&r](const Range& x) {
    if (x.low < r.low) return;
    r.is_low_open = x.is_low_open || (x.low == r.low && r.is_low_open);
    r.low = x.low;
  };
  if (is_a_number) raise(a);
  if (is_b_number) raise(b);
  return r;
}

// f(x) for an increasing f with the given limits; open where x is.
Range increasing(const Range& x, double (*f)(double)) {
  const double low = f(x.low);
  const double high = f(x.high);
  if (std::isnan(low) || std::isnan(high)) return {};
  return {low, high, x.is_low_open, x.is_high_open};
}

Range of_unary(Op op, const Range& x) {
  switch (op) {
    case Op::kNegate: return negate(x);
    case Op::kExp: {
      Range r = increasing(x, std::exp);
      r.is_low_open = r.is_low_open || r.low == 0.0;
      return r;
    }
    case Op::kExpm1: return increasing(x, std::expm1);
    case Op::kLog: return x.is_non_negative() ? increasing(x, std::log) : Range{};
    case Op::kLog1p: return x.low >= -1.0 ? increasing(x, std::log1p) : Range{};
    case Op::kLog1m: return x.high <= 1.0 ? increasing(negate(x), std::log1p) : Range{};
    case Op::kSqrt: return x.is_non_negative() ? increasing(x, std::sqrt) : kNonNegative;
    case Op::kSquare: return square(x);
    case Op::kAbs: return magnitude(x);
    case Op::kInverse: return divide({1.0, 1.0}, x);
    case Op::kInvLogit: return kOpenUnit;
    case Op::kNormalCdf: return kUnit;
    case Op::kLog1pExp: return kPositive;
    case Op::kLog1mExp:
    case Op::kLogInvLogit:
    case Op::kLogNormalCdf: return kNonPositive;
    case Op::kErfc: return {0.0, 2.0};
    case Op::kCosh: return {1.0, kInfinity};
    case Op::kNot:
    case Op::kIsNan: return kUnit;
    case Op::kTanh:
    case Op::kErf:
    case Op::kSin:
    case Op::kCos: return {-1.0, 1.0};
    default: return {};
  }
}

// Variables are never NaN, nor are moves of them.
bool is_number(const Graph& graph, NodeId id) {
  while (graph.op(id) == Op::kGather || graph.op(id) == Op::kReshape ||
         graph.op(id) == Op::kTranspose || graph.op(id) == Op::kBroadcast ||
         graph.op(id) == Op::kRepeatRows || graph.op(id) == Op::kRepeatCols) {
    id = graph.operand(id, 0);
  }
  return graph.op(id) == Op::kInput || graph.op(id) == Op::kConstant;
}

bool is_even_constant(const Graph& graph, NodeId id) {
  if (!graph.is_constant(id)) return false;
  const auto numbers = graph.constant(id);
  return std::all_of(numbers.begin(), numbers.end(),
                     [](double x) { return std::fmod(x, 2.0) == 0.0; });
}

// Of a base between zero and one, a power that is not negative stays there. A negative power of
// zero has the sign of the zero, which nobody follows.
Range of_power(const Graph& graph, NodeId exponent, const Range& base, const Range& power) {
  const bool is_root = base.is_non_negative() && power.is_non_negative();
  const bool is_unit = is_root && base.high <= 1.0;
  if (base.is_positive()) return is_unit ? Range{0.0, 1.0, true, false} : kPositive;
  if (is_unit) return kUnit;
  return is_root || is_even_constant(graph, exponent) ? kNonNegative : Range{};
}

Range of_binary(const Graph& graph, NodeId id, const Range& a, const Range& b) {
  const NodeId left = graph.operand(id, 0);
  const NodeId right = graph.operand(id, 1);
  switch (graph.op(id)) {
    case Op::kAdd: return add(a, b);
    case Op::kSub: return is_log_softmax(graph, id) ? Range{-kInfinity, 0.0} : add(a, negate(b));
    case Op::kMul: return left == right ? square(a) : multiply(a, b);
    case Op::kDiv: return divide(a, b);
    case Op::kPow: return of_power(graph, right, a, b);
    case Op::kMax: return maximum(a, b, is_number(graph, left), is_number(graph, right));
    case Op::kMin:
      return negate(maximum(negate(a), negate(b), is_number(graph, left), is_number(graph, right)));
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kAnd:
    case Op::kOr: return kUnit;
    default: return {};
  }
}

// Of so many numbers.
Range of_sum(const Range& x, std::size_t count) {
  if (count == 0) return {0.0, 0.0};
  const auto n = static_cast<double>(count);
  return {product(n, x.low), product(n, x.high), x.is_low_open, x.is_high_open};
}

// Of one number, or of several up to all.
Range of_partial_sums(const Range& x, std::size_t count) {
  return count == 0 ? Range{} : hull(x, of_sum(x, count));
}

// Both are sums of products.
Range of_inner_product(const Range& a, const Range& b, bool is_empty) {
  if (a.is_positive() && b.is_positive() && !is_empty) return kPositive;
  return a.is_non_negative() && b.is_non_negative() ? kNonNegative : Range{};
}

Range of_structural(const Graph& graph, NodeId id, const std::vector<Range>& known) {
  const auto id_of = [&](std::size_t k) { return graph.operand(id, k); };
  const auto operand = [&](std::size_t k) { return known[id_of(k).value]; };
  const auto size_of = [&](std::size_t k) { return graph.shape(id_of(k)).size(); };
  switch (graph.op(id)) {
    case Op::kGather:
    case Op::kReshape:
    case Op::kTranspose:
    case Op::kBroadcast:
    case Op::kRepeatRows:
    case Op::kRepeatCols: return operand(0);
    // NaN is passed over, so of nothing but NaN (or of nothing) the result is infinite.
    case Op::kMaxElement:
    case Op::kMinElement:
      return is_number(graph, id_of(0)) && size_of(0) > 0 ? operand(0) : Range{};
    case Op::kConcat: {
      Range range{kInfinity, -kInfinity};
      for (std::size_t k = 0; k < graph.operands(id).size(); ++k) range = hull(range, operand(k));
      return range;
    }
    case Op::kSum: return of_sum(operand(0), size_of(0));
    case Op::kRowSums: return of_sum(operand(0), graph.shape(id_of(0)).cols);
    case Op::kColSums: return of_sum(operand(0), graph.shape(id_of(0)).rows);
    case Op::kCumulativeSum: {
      const expr::Shape shape = graph.shape(id_of(0));
      return of_partial_sums(operand(0), shape.is_matrix() ? shape.cols : shape.rows);
    }
    case Op::kScatterAdd: return operand(0).is_non_negative() ? kNonNegative : Range{};
    case Op::kDot:
    case Op::kMatmul: return of_inner_product(operand(0), operand(1), size_of(0) == 0);
    default: return {};
  }
}

Range of_node(const Model& model, NodeId id, const std::vector<Range>& known) {
  const Graph& graph = model.graph;
  const Op op = graph.op(id);
  if (op == Op::kConstant) return of_constant(graph.constant(id));
  if (op == Op::kInput) return of_variable(model.variables[graph.node(id).payload], known);
  const auto operand = [&](std::size_t k) { return known[graph.operand(id, k).value]; };
  switch (expr::class_of(op)) {
    case expr::OpClass::kUnary: return of_unary(op, operand(0));
    case expr::OpClass::kBinary: return of_binary(graph, id, operand(0), operand(1));
    case expr::OpClass::kTernary: return op == Op::kSelect ? hull(operand(1), operand(2)) : Range{};
    case expr::OpClass::kLeaf:
    case expr::OpClass::kStructural:
    case expr::OpClass::kPlaceholder: break;
  }
  return of_structural(graph, id, known);
}

}  // namespace

bool is_log_softmax(const Graph& graph, NodeId id) {
  if (graph.op(id) != Op::kSub) return false;
  const NodeId x = graph.operand(id, 0);
  const NodeId total = graph.operand(id, 1);
  if (!graph.shape(x).is_matrix()) {
    return graph.op(total) == Op::kLogSumExp && graph.operand(total, 0) == x;
  }
  if (graph.op(total) != Op::kRepeatCols) return false;
  const NodeId sums = graph.operand(total, 0);
  return graph.op(sums) == Op::kRowLogSumExp && graph.operand(sums, 0) == x;
}

std::vector<Range> ranges(const Model& model) {
  std::vector<Range> known(model.graph.size());
  // The bounds of a variable may have later numbers than the variable: what is known of them only
  // at the end of a sweep is used in the next. Every sweep is sound.
  constexpr int kMostSweeps = 4;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    const std::vector<Range> before = known;
    for (std::uint32_t i = 0; i < model.graph.size(); ++i) {
      known[i] = of_node(model, NodeId{i}, known);
    }
    if (known == before) break;
  }
  return known;
}

}  // namespace autumn::model
