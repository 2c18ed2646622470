// This file implements the pass `share`: the builder does the sharing, given operands in a fixed
// order.
#include "passes/share.h"

#include <tuple>
#include <utility>

namespace autumn::passes {

bool stands_before(const Graph& graph, NodeId a, NodeId b) {
  const auto key = [&](NodeId id) {
    return std::tuple(!graph.is_constant(id), !graph.shape(id).is_scalar(), id);
  };
  return key(a) < key(b);
}

Rewritten share(const Graph& graph) {
  return rebuild(
      graph,
      [](Builder& to, const Graph& from, NodeId id, std::span<const NodeId> operands) -> NodeId {
        if (!expr::is_commutative(from.op(id)) ||
            !stands_before(to.graph(), operands[1], operands[0])) {
          return to.copy(from, id, operands);
        }
        const NodeId swapped[] = {operands[1], operands[0]};
        return to.copy(from, id, swapped);
      });
}

}  // namespace autumn::passes
