// This file takes out gates that ranges and finiteness show to be needless.
#include "trace/gates.h"

#include <unordered_map>

#include "expr/builder.h"
#include "model/finite.h"
#include "model/range.h"
#include "model/underflow.h"

namespace autumn::trace {
namespace {

using dist::Domain;
using expr::NodeId;

// What is known of a node, in doubles.
struct Known {
  const model::Range& range;
  bool is_finite;
  bool has_floor;
  bool is_variable;
};

// As the conditions of densities prove it, some of which ask for finite numbers. NaN is in every
// range.
bool is_in(const Known& x, Domain domain) {
  if (!x.is_finite) return false;
  const model::Range& range = x.range;
  const bool is_below_one =
      range.high < 1.0 || (range.high == 1.0 && range.is_high_open && x.is_variable);
  switch (domain) {
    case Domain::kReal: return true;
    case Domain::kPositive: return range.is_positive() && x.has_floor;
    case Domain::kNonNegative: return range.is_non_negative();
    case Domain::kUnit: return range.low >= 0.0 && range.high <= 1.0;
    case Domain::kOpenUnit: return range.is_positive() && x.has_floor && is_below_one;
    default: return false;
  }
}

}  // namespace

model::Model without_needless_gates(const model::Model& model, std::span<const Gate> gates) {
  if (gates.empty()) return model;
  const std::vector<model::Range> known = ranges(model);
  const auto is_finite = finite_nodes(model, known, model::Exponentials::kMayOverflow);
  const auto has_floor = never_underflows(model, known);
  std::unordered_map<std::uint32_t, NodeId> needless;
  for (const Gate& gate : gates) {
    const std::uint32_t x = gate.x.value;
    const Known at{known[x], is_finite[x], has_floor[x],
                   model::is_of_variable(model.graph, gate.x)};
    if (is_in(at, gate.domain)) needless[gate.node.value] = gate.x;
  }
  if (needless.empty()) return model;
  // All nodes, also those that nothing uses: densities among them have conditions.
  expr::Builder to;
  to.declare_inputs(model.graph);
  std::vector<NodeId> map(model.graph.size());
  std::vector<NodeId> operands;
  for (std::uint32_t i = 0; i < map.size(); ++i) {
    const auto found = needless.find(i);
    if (found != needless.end()) {
      map[i] = map[found->second.value];
      continue;
    }
    operands.clear();
    for (const NodeId x : model.graph.operands(NodeId{i})) operands.push_back(map[x.value]);
    map[i] = to.copy(model.graph, NodeId{i}, operands);
  }
  return model::with_graph(model, std::move(to).finish({}), map);
}

}  // namespace autumn::trace
