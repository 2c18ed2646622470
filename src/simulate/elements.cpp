// This file finds elements behind everything that only moves numbers.
#include "simulate/elements.h"

namespace autumn::simulate {
namespace {

using Elements = std::optional<std::vector<Element>>;
using expr::Graph;
using expr::NodeId;
using expr::Op;

std::vector<Element> all_of(const Graph& graph, NodeId input) {
  std::vector<Element> elements(graph.shape(input).size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i] = {graph.node(input).payload, static_cast<std::uint32_t>(i)};
  }
  return elements;
}

Elements gathered(const Graph& graph, NodeId node, const std::vector<Element>& from) {
  const expr::Index& index = graph.index(node);
  std::vector<Element> elements(index.size());
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = from[index[i]];
  return elements;
}

std::vector<Element> transposed(const expr::Shape& from, const std::vector<Element>& elements) {
  std::vector<Element> result;
  result.reserve(elements.size());
  for (std::size_t i = 0; i < from.rows; ++i) {
    for (std::size_t j = 0; j < from.cols; ++j) result.push_back(elements[i + j * from.rows]);
  }
  return result;
}

Elements joined(const Graph& graph, NodeId node) {
  std::vector<Element> elements;
  for (const NodeId part : graph.operands(node)) {
    const Elements found = bare_elements(graph, part);
    if (!found) return std::nullopt;
    elements.insert(elements.end(), found->begin(), found->end());
  }
  return elements;
}

}  // namespace

Elements bare_elements(const Graph& graph, NodeId node) {
  switch (graph.op(node)) {
    case Op::kInput: return all_of(graph, node);
    case Op::kConcat: return joined(graph, node);
    case Op::kReshape: return bare_elements(graph, graph.operand(node, 0));
    case Op::kGather: {
      // One element of a long vector, the usual case of loops, without making them all.
      const NodeId from = graph.operand(node, 0);
      if (graph.op(from) == Op::kInput && graph.index(node).size() == 1) {
        return std::vector{Element{graph.node(from).payload, graph.index(node)[0]}};
      }
      const Elements elements = bare_elements(graph, from);
      return elements ? gathered(graph, node, *elements) : std::nullopt;
    }
    case Op::kTranspose: {
      const Elements elements = bare_elements(graph, graph.operand(node, 0));
      if (!elements) return std::nullopt;
      return transposed(graph.shape(graph.operand(node, 0)), *elements);
    }
    default: return std::nullopt;
  }
}

}  // namespace autumn::simulate
