// This file takes sums apart into weighted parts.
#include "passes/compress/additive.h"

namespace autumn::passes {
namespace {

using expr::Op;
using Weights = std::shared_ptr<const std::vector<double>>;

// A sum of very many parts would be taken apart for little.
constexpr std::size_t kMostParts = 64;

class Splitter {
 public:
  explicit Splitter(const Graph& graph) : graph_(graph) {}

  void visit(AdditivePart at) {
    if (parts.size() > kMostParts) return;
    const NodeId id = at.part;
    if (graph_.shape(id).is_scalar()) return parts.push_back(std::move(at));
    switch (graph_.op(id)) {
      case Op::kAdd: return both(at, 1.0);
      case Op::kSub: return both(at, -1.0);
      case Op::kNegate: return go_on(at, graph_.operand(id, 0), -1.0);
      case Op::kMul: return product(std::move(at));
      case Op::kDiv: return quotient(std::move(at));
      default: parts.push_back(std::move(at));
    }
  }

  std::vector<AdditivePart> parts;

 private:
  void go_on(AdditivePart at, NodeId to, double sign = 1.0) {
    at.sign *= sign;
    at.part = to;
    visit(std::move(at));
  }

  void both(const AdditivePart& at, double sign_of_second) {
    const NodeId id = at.part;
    go_on(at, graph_.operand(id, 0));
    go_on(at, graph_.operand(id, 1), sign_of_second);
  }

  template <typename Combine>
  [[nodiscard]] Weights weighted(const Weights& weights, NodeId data, Combine combine) const {
    const auto numbers = graph_.constant(data);
    std::vector<double> result(numbers.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = combine(weights ? (*weights)[i] : 1.0, numbers[i]);
    }
    return std::make_shared<const std::vector<double>>(std::move(result));
  }

  void product(AdditivePart at) {
    const NodeId id = at.part;
    for (std::size_t k = 0; k < 2; ++k) {
      const NodeId x = graph_.operand(id, k), other = graph_.operand(id, 1 - k);
      if (graph_.shape(x).is_scalar()) {
        at.factors.push_back(x);
        return go_on(std::move(at), other);
      }
      if (graph_.is_constant(x) && !graph_.shape(other).is_scalar()) {
        at.weights = weighted(at.weights, x, [](double w, double c) { return w * c; });
        return go_on(std::move(at), other);
      }
    }
    parts.push_back(std::move(at));
  }

  void quotient(AdditivePart at) {
    const NodeId id = at.part;
    const NodeId x = graph_.operand(id, 0), y = graph_.operand(id, 1);
    if (graph_.shape(y).is_scalar()) {
      at.divisors.push_back(y);
      return go_on(std::move(at), x);
    }
    if (graph_.is_constant(y) && !graph_.shape(x).is_scalar()) {
      at.weights = weighted(at.weights, y, [](double w, double c) { return w / c; });
      return go_on(std::move(at), x);
    }
    parts.push_back(std::move(at));
  }

  const Graph& graph_;
};

}  // namespace

std::vector<AdditivePart> additive_parts(const Graph& graph, NodeId sum) {
  Splitter splitter(graph);
  if (graph.op(sum) == Op::kSum) {
    splitter.visit(
        {.sign = 1.0, .weights = {}, .factors = {}, .divisors = {}, .part = graph.operand(sum, 0)});
  } else if (graph.op(sum) == Op::kDot) {
    for (std::size_t k = 0; k < 2 && splitter.parts.empty(); ++k) {
      const NodeId c = graph.operand(sum, k);
      if (!graph.is_constant(c)) continue;
      const auto numbers = graph.constant(c);
      splitter.visit(
          {.sign = 1.0,
           .weights = std::make_shared<const std::vector<double>>(numbers.begin(), numbers.end()),
           .factors = {},
           .divisors = {},
           .part = graph.operand(sum, 1 - k)});
    }
  }
  if (splitter.parts.size() > kMostParts) splitter.parts.clear();
  return std::move(splitter.parts);
}

}  // namespace autumn::passes
