// This file makes arrays of scalars that are alike.
#include "passes/recurrences/sequence.h"

#include <algorithm>

namespace autumn::passes {
namespace {

using expr::Index;
using expr::Op;
using expr::Shape;
using expr::Term;

class Sequences {
 public:
  Sequences(const Graph& graph, std::span<const NodeId> map, Builder& to)
      : graph_(graph), map_(map), to_(to) {}

  // Deeper expressions are read as they are: a sequence may be a recurrence of its own.
  static constexpr int kDeepest = 8;

  [[nodiscard]] Term as_array(std::span<const NodeId> scalars, int depth) const {
    const NodeId head = scalars[0];
    if (all(scalars, [&](NodeId id) { return id == head; })) return made(head);
    if (all(scalars, [&](NodeId id) { return graph_.is_constant(id); })) return numbers(scalars);
    const bool are_elements = all(scalars, [&](NodeId id) {
      return graph_.op(id) == Op::kGather && graph_.operand(id, 0) == source(head);
    });
    if (are_elements && graph_.op(head) == Op::kGather) return elements(scalars);
    const Op op = graph_.op(head);
    const bool are_alike = all(scalars, [&](NodeId id) { return graph_.op(id) == op; });
    if (depth < kDeepest && are_alike && expr::is_elementwise(op)) return operation(scalars, depth);
    std::vector<Term> parts;
    for (const NodeId id : scalars) parts.push_back(made(id));
    return concat(parts);
  }

 private:
  template <typename Is>
  [[nodiscard]] static bool all(std::span<const NodeId> scalars, const Is& is) {
    return std::ranges::all_of(scalars, is);
  }
  [[nodiscard]] Term made(NodeId id) const { return {to_, map_[id.value]}; }
  [[nodiscard]] NodeId source(NodeId id) const {
    return graph_.op(id) == Op::kGather ? graph_.operand(id, 0) : kNoNode;
  }

  [[nodiscard]] Term numbers(std::span<const NodeId> scalars) const {
    std::vector<double> values;
    for (const NodeId id : scalars) values.push_back(graph_.constant(id)[0]);
    return {to_, to_.constant(Shape::vector(values.size()), values)};
  }

  [[nodiscard]] Term elements(std::span<const NodeId> scalars) const {
    std::vector<std::uint32_t> places;
    for (const NodeId id : scalars) places.push_back(graph_.index(id)[0]);
    return gather(made(source(scalars[0])), Index::list(std::move(places)));
  }

  [[nodiscard]] Term operation(std::span<const NodeId> scalars, int depth) const {
    std::vector<NodeId> operands, sequence(scalars.size());
    for (std::size_t k = 0; k < graph_.operands(scalars[0]).size(); ++k) {
      for (std::size_t i = 0; i < scalars.size(); ++i) sequence[i] = graph_.operand(scalars[i], k);
      operands.push_back(as_array(sequence, depth + 1).id());
    }
    return {to_, to_.apply(graph_.op(scalars[0]), operands)};
  }

  const Graph& graph_;
  std::span<const NodeId> map_;
  Builder& to_;
};

}  // namespace

Term as_array(const Graph& graph, std::span<const NodeId> scalars, std::span<const NodeId> map,
              Builder& to) {
  return Sequences(graph, map, to).as_array(scalars, 0);
}

}  // namespace autumn::passes
