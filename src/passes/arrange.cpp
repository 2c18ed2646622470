// This file takes scatters of concatenations apart, for the pass `arrange`.
#include "passes/arrange.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "expr/term.h"
#include "passes/share.h"

namespace autumn::passes {
namespace {

using expr::Index;
using expr::Op;
using expr::Shape;
using expr::Term;

struct Part {
  Term value;
  Index index;  // where its elements go
};

Index part_of(const Index& index, std::size_t start, std::size_t count) {
  std::vector<std::uint32_t> elements(count);
  for (std::size_t i = 0; i < count; ++i) elements[i] = index[start + i];
  return Index::list(std::move(elements));
}

bool is_run(const Index& index) {
  return index.is_range() && (index.step() == 1 || index.size() <= 1);
}

// Whether a scatter adds up many elements into few.
bool is_reduction(const Graph& graph, NodeId scatter) {
  return graph.op(scatter) == Op::kScatterAdd &&
         graph.shape(graph.operand(scatter, 0)).size() >= 2 * graph.shape(scatter).size();
}

// An array behind signs and scalar factors.
NodeId without_scale(const Graph& graph, NodeId id) {
  for (;;) {
    if (graph.op(id) == Op::kNegate) {
      id = graph.operand(id, 0);
    } else if (graph.op(id) == Op::kMul && graph.shape(graph.operand(id, 0)).is_scalar()) {
      id = graph.operand(id, 1);
    } else {
      return id;
    }
    if (graph.shape(id).is_scalar()) return id;
  }
}

// Signs and scalar factors are applied after many elements have become few.
Term scattered(Builder& to, NodeId x, const Index& index, Shape shape) {
  const Graph& graph = to.graph();
  if (graph.op(x) == Op::kNegate) {
    return -scattered(to, graph.operand(x, 0), index, shape);
  }
  if (graph.op(x) == Op::kMul) {
    for (const std::size_t k : {0U, 1U}) {
      const NodeId s = graph.operand(x, k), other = graph.operand(x, 1 - k);
      const bool is_scale = graph.shape(s).is_scalar() && !graph.shape(other).is_scalar();
      if (is_scale) return Term(to, s) * scattered(to, other, index, shape);
    }
  }
  return {to, to.scatter_add(x, index, shape)};
}

// Many elements that go to few places become one element per place.
Part summed(const Part& part) {
  if (is_run(part.index) || part.index.size() == 0) return part;
  std::uint32_t low = part.index[0], high = part.index[0];
  for (std::size_t i = 0; i < part.index.size(); ++i) {
    low = std::min(low, part.index[i]);
    high = std::max(high, part.index[i]);
  }
  const std::uint32_t extent = high - low + 1;
  if (part.index.size() < 2 * std::size_t{extent}) return part;
  std::vector<std::uint32_t> inside(part.index.size());
  for (std::size_t i = 0; i < inside.size(); ++i) inside[i] = part.index[i] - low;
  return {scattered(part.value.builder(), part.value.id(), Index::list(std::move(inside)),
                    Shape::vector(extent)),
          Index::range(low, extent)};
}

Term as_vector(Term x) {
  return reshape(x, Shape::vector(x.size()));
}

void add(std::vector<Part>& parts, const Part& part) {
  for (Part& other : parts) {
    if (!(other.index == part.index)) continue;
    other.value = as_vector(other.value) + as_vector(part.value);
    return;
  }
  parts.push_back(part);
}

// The parts side by side, zeros between them; nothing if they overlap.
std::optional<Term> side_by_side(Builder& to, std::vector<Part> parts, Shape shape) {
  for (const Part& part : parts) {
    if (!is_run(part.index)) return std::nullopt;
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.index[0] < b.index[0]; });
  std::vector<Term> pieces;
  std::size_t next = 0;
  const auto fill_to = [&](std::size_t end) {
    if (next == end) return;
    pieces.push_back(broadcast(constant(to, 0.0), Shape::vector(end - next)));
    next = end;
  };
  for (const Part& part : parts) {
    if (part.index[0] < next) return std::nullopt;
    fill_to(part.index[0]);
    pieces.push_back(part.value);
    next += part.index.size();
  }
  fill_to(shape.size());
  return reshape(pieces.size() == 1 ? as_vector(pieces[0]) : concat(pieces), shape);
}

Index joined(const std::vector<Part>& parts) {
  std::vector<std::uint32_t> elements;
  for (const Part& part : parts) {
    for (std::size_t i = 0; i < part.index.size(); ++i) elements.push_back(part.index[i]);
  }
  return Index::list(std::move(elements));
}

class Arranger {
 public:
  explicit Arranger(const Graph& graph) {
    for (const NodeId id : reachable(graph, graph.outputs())) {
      if (is_reduction(graph, id)) {
        reductions_.emplace(without_scale(graph, graph.operand(id, 0)).value, id);
      }
    }
  }

  NodeId operator()(Builder& to, const Graph& from, NodeId id,
                    std::span<const NodeId> operands) const {
    if (from.op(id) == Op::kScatterAdd) {
      if (to.graph().op(operands[0]) == Op::kConcat) {
        return taken_apart(to, operands[0], from.index(id), from.shape(id));
      }
      if (is_reduction(from, id)) {
        return scattered(to, operands[0], from.index(id), from.shape(id)).id();
      }
    }
    // What is summed by groups need not be summed again in full.
    if (from.op(id) == Op::kSum) {
      const auto it = reductions_.find(from.operand(id, 0).value);
      if (it != reductions_.end()) {
        return sum(scattered(to, operands[0], from.index(it->second), from.shape(it->second))).id();
      }
    }
    return to.copy(from, id, operands);
  }

 private:
  [[nodiscard]] static NodeId taken_apart(Builder& to, NodeId concatenated, const Index& index,
                                          Shape shape) {
    std::vector<Part> parts;
    std::size_t start = 0;
    const auto operands = to.graph().operands(concatenated);
    const std::vector<NodeId> values(operands.begin(), operands.end());
    for (const NodeId value : values) {
      const std::size_t size = to.shape(value).size();
      if (size > 0) add(parts, summed({Term(to, value), part_of(index, start, size)}));
      start += size;
    }
    if (const auto result = side_by_side(to, parts, shape)) return result->id();
    std::vector<Term> pieces;
    for (const Part& part : parts) pieces.push_back(part.value);
    return scatter_add(concat(pieces), joined(parts), shape).id();
  }

  std::unordered_map<std::uint32_t, NodeId> reductions_;  // by what they add up
};

}  // namespace

Rewritten arrange(const Graph& graph) {
  const std::vector<NodeId> nodes = reachable(graph, graph.outputs());
  const bool applies = std::any_of(nodes.begin(), nodes.end(),
                                   [&](NodeId id) { return graph.op(id) == Op::kScatterAdd; });
  if (!applies) return unchanged(graph);
  const Rewritten moved = rebuild(graph, Arranger(graph));
  Rewritten shared = share(moved.graph);  // without what is no longer needed
  return {std::move(shared.graph), compose(moved.map, shared.map)};
}

}  // namespace autumn::passes
