// This file prints expression graphs.
#include <fmt/format.h>

#include <bit>
#include <map>
#include <string>

#include "expr/graph.h"
#include "expr/hash.h"

namespace autumn::expr {
namespace {

// All numbers of a small constant; of a large one the first few and a fingerprint of all.
std::string constant_text(std::span<const double> numbers) {
  constexpr std::size_t kShown = 8;
  if (numbers.size() <= kShown) return fmt::format("[{}]", fmt::join(numbers, " "));
  std::uint64_t fingerprint = 0;
  for (const double x : numbers) fingerprint = mix(fingerprint, std::bit_cast<std::uint64_t>(x));
  return fmt::format("[{} ... {} numbers, {:016x}]", fmt::join(numbers.first(4), " "),
                     numbers.size(), fingerprint);
}

std::string flags_text(Op op, std::uint32_t flags) {
  if (op == Op::kPart) return fmt::format(" {}", flags);
  if (flags == 0) return "";
  switch (op) {
    case Op::kMatmul:
      return flags == 3 ? " left' right'" : flags == flag::kTransposeLeft ? " left'" : " right'";
    case Op::kTriSolve:
    case Op::kSolve: return " left'";
    case Op::kCumulativeSum: return " reverse";
    case Op::kLowerTriangle: return " half-diagonal";
    default: return fmt::format(" {}", flags);
  }
}

std::string node_text(const Graph& graph, NodeId id, const std::map<NodeId, std::size_t>& numbers) {
  const Node& node = graph.node(id);
  std::string text(name_of(node.op));
  switch (node.op) {
    case Op::kConstant: return text + " " + constant_text(graph.constant(id));
    case Op::kInput: return text + " " + graph.inputs()[node.payload].name;
    case Op::kGather:
    case Op::kScatterAdd: text += " " + to_text(graph.index(id)); break;
    case Op::kKernel: text += fmt::format(" {}", graph.kernel(id).name()); break;
    default: text += flags_text(node.op, node.payload); break;
  }
  for (const NodeId operand : graph.operands(id)) {
    // A scalar constant stands in place; everything else by its number.
    if (graph.is_constant(operand) && graph.shape(operand).is_scalar()) {
      text += fmt::format(" {}", graph.constant(operand)[0]);
    } else {
      text += fmt::format(" %{}", numbers.at(operand));
    }
  }
  return text;
}

}  // namespace

std::string to_text(const Graph& graph, std::span<const NodeId> roots) {
  // Numbered depth first from the roots, operands before users: the order in which nodes were made
  // leaves no trace.
  std::map<NodeId, std::size_t> numbers;
  std::string text;
  std::vector<std::pair<NodeId, std::size_t>> stack;
  const auto is_inline = [&](NodeId id) {
    return graph.is_constant(id) && graph.shape(id).is_scalar();
  };
  const auto visit = [&](NodeId root) {
    if (numbers.contains(root)) return;
    stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      const auto operands = graph.operands(id);
      if (next < operands.size()) {
        const NodeId operand = operands[next++];
        if (!numbers.contains(operand) && !is_inline(operand)) stack.emplace_back(operand, 0);
        continue;
      }
      if (!numbers.contains(id)) {
        const std::string line = node_text(graph, id, numbers);
        text += fmt::format("%{} = {} : {}\n", numbers.size(), line, to_text(graph.shape(id)));
        numbers.emplace(id, numbers.size());
      }
      stack.pop_back();
    }
  };
  for (const NodeId root : roots) visit(root);
  text += "return";
  for (const NodeId root : roots) text += fmt::format(" %{}", numbers.at(root));
  return text + "\n";
}

std::string to_text(const Graph& graph) {
  return to_text(graph, graph.outputs());
}

}  // namespace autumn::expr
