// This file takes out gates that ranges and finiteness show to be needless.
#include "trace/gates.h"

#include <unordered_map>

#include "expr/builder.h"
#include "model/finite.h"
#include "model/range.h"

namespace autumn::trace {
namespace {

using dist::Domain;
using expr::NodeId;

bool is_in(const model::Range& range, bool is_finite, Domain domain) {
  switch (domain) {
    case Domain::kReal: return is_finite;
    case Domain::kPositive: return range.is_positive();
    case Domain::kNonNegative: return range.is_non_negative();
    case Domain::kUnit: return range.low >= 0.0 && range.high <= 1.0;
    case Domain::kOpenUnit:
      return range.is_positive() && (range.high < 1.0 || (range.high == 1.0 && range.is_high_open));
    default: return false;
  }
}

}  // namespace

model::Model without_needless_gates(const model::Model& model, std::span<const Gate> gates) {
  if (gates.empty()) return model;
  const std::vector<model::Range> known = ranges(model);
  const auto is_finite = finite_nodes(model, known, model::Exponentials::kAreFinite);
  std::unordered_map<std::uint32_t, NodeId> needless;
  for (const Gate& gate : gates) {
    const std::uint32_t x = gate.x.value;
    if (is_in(known[x], is_finite[x], gate.domain)) needless[gate.node.value] = gate.x;
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
