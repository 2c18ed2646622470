// This file evaluates what a path decides on while it is traced.
#include "trace/paths/point_values.h"

#include "dist/distribution.h"
#include "expr/operation.h"
#include "passes/rewrite.h"
#include "trace/machine.h"

namespace autumn::trace {

using expr::Op;

expr::Graph without_deferred(const expr::Graph& graph) {
  const auto rule = [](expr::Builder& to, const expr::Graph& from, NodeId id,
                       std::span<const NodeId> operands) {
    if (from.op(id) != Op::kDeferred) return to.copy(from, id, operands);
    const auto deferred = find_deferred(from, id);
    std::vector<expr::Term> arguments;
    for (const NodeId x : operands.subspan(1)) arguments.emplace_back(to, x);
    return sum(deferred->distribution->log_density({to, operands[0]}, arguments)).id();
  };
  return passes::rebuild(graph, rule).graph;
}

double PointValues::at(NodeId node) {
  values_.resize(builder_.graph().size());
  std::vector<NodeId> stack{node};
  while (!stack.empty()) {
    const NodeId id = stack.back();
    if (!values_[id.value].empty()) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    const Op op = builder_.graph().op(id);
    if (op != Op::kPart && op != Op::kDeferred) {
      for (const NodeId operand : builder_.graph().operands(id)) {
        const bool is_missing =
            values_[operand.value].empty() && builder_.graph().shape(operand).size() > 0;
        if (is_missing) stack.push_back(operand);
      }
    }
    if (stack.size() == before) compute(id);
  }
  return values_[node.value][0];
}

void PointValues::compute(NodeId id) {
  const expr::Graph& graph = builder_.graph();
  switch (graph.op(id)) {
    case Op::kConstant: {
      const auto numbers = graph.constant(id);
      values_[id.value].assign(numbers.begin(), numbers.end());
      return;
    }
    case Op::kInput: values_[id.value] = inputs_[graph.node(id).payload].numbers; return;
    case Op::kPart:
    case Op::kDeferred: values_[id.value] = interpreted(id); return;
    default: break;
  }
  std::vector<expr::Operand> operands;
  for (const NodeId x : graph.operands(id)) operands.push_back({graph.shape(x), values_[x.value]});
  std::vector<double> out(graph.shape(id).size());
  expr::evaluate(operation(graph, id), operands, out);
  values_[id.value] = std::move(out);
}

std::vector<double> PointValues::interpreted(NodeId node) const {
  const expr::Graph plain = without_deferred(expr::Builder(builder_.graph()).finish({node}));
  return interpret(plain, inputs_)[0].numbers;
}

}  // namespace autumn::trace
