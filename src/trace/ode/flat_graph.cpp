// This file lays small graphs out flat and evaluates them.
#include "trace/ode/flat_graph.h"

#include <algorithm>
#include <map>

namespace autumn::trace {

using expr::Graph;
using expr::NodeId;
using expr::Op;
using expr::OpClass;
using expr::Shape;

namespace {

bool is_operation(const Graph& graph, NodeId id) {
  const Op op = graph.op(id);
  return op != Op::kConstant && op != Op::kInput && op != Op::kPart;
}

// What each operation waits for.
struct Waiting {
  std::vector<std::uint32_t> count;        // of operands that are not there yet, by node
  std::vector<std::vector<NodeId>> users;  // by node

  Waiting(const Graph& graph, const std::vector<NodeId>& order)
      : count(graph.size(), 0), users(graph.size()) {
    for (const NodeId id : order) {
      if (!is_operation(graph, id)) continue;
      for (NodeId x : graph.operands(id)) {
        if (graph.op(x) == Op::kPart) x = graph.operand(x, 0);
        if (!is_operation(graph, x)) continue;
        ++count[id.value];
        users[x.value].push_back(id);
      }
    }
  }
};

}  // namespace

FlatGraph::FlatGraph(Graph graph) : graph_(std::move(graph)) {
  const std::vector<NodeId> order = expr::reachable(graph_, graph_.outputs());
  places_.assign(graph_.size(), 0);
  place_inputs();
  for (const NodeId id : order) place(id);
  is_constant_.resize(constants_.size(), false);
  add_groups(order);
  for (const NodeId id : graph_.outputs()) {
    for (std::uint32_t k = 0; k < graph_.shape(id).size(); ++k) {
      output_places_.push_back(places_[id.value] + k);
    }
  }
}

void FlatGraph::place_inputs() {
  for (const expr::Input& input : graph_.inputs()) {
    input_places_.push_back(static_cast<std::uint32_t>(constants_.size()));
    constants_.resize(constants_.size() + input.shape.size());
  }
}

void FlatGraph::place(NodeId node) {
  const std::size_t end = constants_.size();
  if (graph_.op(node) == Op::kInput) {
    places_[node.value] = input_places_[graph_.node(node).payload];
  } else if (graph_.op(node) == Op::kPart) {
    places_[node.value] = part_start(node);
  } else {
    places_[node.value] = static_cast<std::uint32_t>(end);
    constants_.resize(end + graph_.shape(node).size());
    if (!graph_.is_constant(node)) return;
    is_constant_.resize(end, false);
    is_constant_.resize(constants_.size(), true);
    std::ranges::copy(graph_.constant(node), constants_.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

// Parts are views of the outputs of their kernel, which stand one after the other.
std::uint32_t FlatGraph::part_start(NodeId part) const {
  const NodeId kernel = graph_.operand(part, 0);
  std::vector<Shape> shapes;
  for (const NodeId operand : graph_.operands(kernel)) shapes.push_back(graph_.shape(operand));
  const std::vector<Shape> parts = output_shapes(graph_.kernel(kernel), shapes);
  std::size_t start = places_[kernel.value];
  for (std::uint32_t k = 0; k < graph_.node(part).payload; ++k) start += parts[k].size();
  return static_cast<std::uint32_t>(start);
}

FlatGraph::Kind FlatGraph::kind_of(NodeId node) const {
  const auto is_single = [&](NodeId x) { return graph_.shape(x).size() == 1; };
  if (!is_single(node) || !std::ranges::all_of(graph_.operands(node), is_single)) {
    return Kind::kGeneral;
  }
  switch (graph_.op(node)) {
    case Op::kAdd: return Kind::kAdd;
    case Op::kSub: return Kind::kSub;
    case Op::kMul: return Kind::kMul;
    case Op::kDiv: return Kind::kDiv;
    case Op::kNegate: return Kind::kNegate;
    case Op::kSquare: return Kind::kSquare;
    case Op::kInverse: return Kind::kInverse;
    default: break;
  }
  switch (class_of(graph_.op(node))) {
    case OpClass::kUnary: return Kind::kUnary;
    case OpClass::kBinary: return Kind::kBinary;
    case OpClass::kTernary: return Kind::kTernary;
    default: return Kind::kGeneral;
  }
}

FlatGraph::FlatOperation FlatGraph::operation_of(NodeId node) const {
  FlatOperation operation{{places_[node.value]}, node};
  if (kind_of(node) == Kind::kGeneral) return operation;
  const auto operands = graph_.operands(node);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    operation.places[k + 1] = places_[operands[k].value];
  }
  return operation;
}

// The largest group of what is ready comes next.
void FlatGraph::add_groups(const std::vector<NodeId>& order) {
  Waiting waiting(graph_, order);
  std::map<std::pair<Kind, Op>, std::vector<NodeId>> ready;
  const auto make_ready = [&](NodeId id) { ready[{kind_of(id), graph_.op(id)}].push_back(id); };
  for (const NodeId id : order) {
    if (is_operation(graph_, id) && waiting.count[id.value] == 0) make_ready(id);
  }
  while (!ready.empty()) {
    const auto next =
        std::ranges::max_element(ready, {}, [](const auto& group) { return group.second.size(); });
    const auto [kind, op] = next->first;
    const std::vector<NodeId> nodes = std::move(next->second);
    ready.erase(next);
    const auto begin = static_cast<std::uint32_t>(operations_.size());
    for (const NodeId id : nodes) operations_.push_back(operation_of(id));
    groups_.push_back({kind, op, begin, static_cast<std::uint32_t>(operations_.size())});
    for (const NodeId id : nodes) {
      for (const NodeId user : waiting.users[id.value]) {
        if (--waiting.count[user.value] == 0) make_ready(user);
      }
    }
  }
}

FlatRun::FlatRun(const FlatGraph& flat) : flat_(flat), buffer_(flat.constants_) {
  const Graph& graph = flat.graph_;
  const auto view = [&](NodeId id) {
    return std::span(buffer_).subspan(flat.places_[id.value], graph.shape(id).size());
  };
  for (const FlatGraph::Group& group : flat.groups_) {
    if (group.kind != FlatGraph::Kind::kGeneral) continue;
    for (std::uint32_t k = group.begin; k < group.end; ++k) {
      const NodeId node = flat.operations_[k].node;
      General general{operation(graph, node), {}, view(node)};
      for (const NodeId x : graph.operands(node)) {
        general.operands.push_back({graph.shape(x), view(x)});
      }
      general_.push_back(std::move(general));
    }
  }
}

std::span<double> FlatRun::input(std::size_t slot) {
  return std::span(buffer_).subspan(flat_.input_places_[slot],
                                    flat_.graph_.inputs()[slot].shape.size());
}

// One result after the other, from the places of the operands.
template <typename Compute>
void FlatRun::fill(const FlatGraph::Group& group, Compute compute) {
  double* const x = buffer_.data();
  const FlatGraph::FlatOperation* const operations = flat_.operations_.data();
  for (std::uint32_t k = group.begin; k < group.end; ++k) {
    const auto& p = operations[k].places;
    x[p[0]] = compute(x, p);
  }
}

void FlatRun::run() {
  using Kind = FlatGraph::Kind;
  using X = const double*;
  using P = const std::uint32_t(&)[4];
  next_general_ = 0;
  for (const FlatGraph::Group& group : flat_.groups_) {
    switch (group.kind) {
      case Kind::kAdd: fill(group, [](X x, P p) { return x[p[1]] + x[p[2]]; }); break;
      case Kind::kSub: fill(group, [](X x, P p) { return x[p[1]] - x[p[2]]; }); break;
      case Kind::kMul: fill(group, [](X x, P p) { return x[p[1]] * x[p[2]]; }); break;
      case Kind::kDiv: fill(group, [](X x, P p) { return x[p[1]] / x[p[2]]; }); break;
      case Kind::kNegate: fill(group, [](X x, P p) { return -x[p[1]]; }); break;
      case Kind::kSquare: fill(group, [](X x, P p) { return x[p[1]] * x[p[1]]; }); break;
      case Kind::kInverse: fill(group, [](X x, P p) { return 1.0 / x[p[1]]; }); break;
      case Kind::kGeneral: run_general(group); break;
      default: run_other(group);
    }
  }
}

// Operations on single numbers with their reference meaning.
void FlatRun::run_other(const FlatGraph::Group& group) {
  using X = const double*;
  using P = const std::uint32_t(&)[4];
  const Op op = group.op;
  switch (group.kind) {
    case FlatGraph::Kind::kUnary:
      return fill(group, [op](X x, P p) { return expr::evaluate_unary(op, x[p[1]]); });
    case FlatGraph::Kind::kBinary:
      return fill(group, [op](X x, P p) { return expr::evaluate_binary(op, x[p[1]], x[p[2]]); });
    default:
      return fill(group,
                  [op](X x, P p) { return expr::evaluate_ternary(op, x[p[1]], x[p[2]], x[p[3]]); });
  }
}

void FlatRun::run_general(const FlatGraph::Group& group) {
  for (std::uint32_t k = group.begin; k < group.end; ++k) {
    General& g = general_[next_general_++];
    expr::evaluate(g.operation, g.operands, g.out);
  }
}

std::span<const double> FlatRun::output(std::size_t k) const {
  const NodeId id = flat_.graph_.outputs()[k];
  return std::span(buffer_).subspan(flat_.places_[id.value], flat_.graph_.shape(id).size());
}

}  // namespace autumn::trace
