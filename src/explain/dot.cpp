// This file writes the factor graphs in the language of Graphviz.
#include <fmt/format.h>

#include "explain/explain.h"

namespace autumn::explainer {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string_view style_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::kKept: return "style=solid";
    case NodeKind::kCollapsed: return "style=dashed";
    case NodeKind::kData: return "style=filled, fillcolor=gray85";
  }
  not_of_the_list("the kind of a node");
}

// A plate is a box of its own around the node, with the size in its corner.
std::string node_text(const GraphNode& node, const std::string& id) {
  const std::string text =
      fmt::format("{} [label={}, {}];\n", id, quoted(node.name), style_of(node.kind));
  if (node.plate.empty()) return "    " + text;
  return fmt::format(
      "    subgraph cluster_{0} {{\n      label={1}; labelloc=b; labeljust=r; style=rounded;\n"
      "      {2}    }}\n",
      id, quoted(node.plate), text);
}

std::string_view edge_style(const Arrow& arrow) {
  return arrow.is_reversed ? ", style=dashed, color=red" : "";
}

std::string graph_text(const FactorGraph& graph, std::string_view title, char prefix) {
  std::string text =
      fmt::format("  subgraph cluster_{0} {{\n    label=\"{0}\"; color=gray;\n", title);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    text += node_text(graph.nodes[n], fmt::format("{}{}", prefix, n));
  }
  for (std::size_t f = 0; f < graph.factors.size(); ++f) {
    const GraphFactor& factor = graph.factors[f];
    const std::string id = fmt::format("{}f{}", prefix, f);
    text += fmt::format(
        "    {} [shape=square, label=\"\", xlabel={}, width=0.12, style=filled, "
        "fillcolor=black];\n",
        id, quoted(factor.name));
    for (const Arrow& arrow : factor.from) {
      text += fmt::format("    {}{} -> {} [arrowhead=none{}];\n", prefix, arrow.node, id,
                          edge_style(arrow));
    }
    for (const Arrow& arrow : factor.to) {
      text += fmt::format("    {} -> {}{} [arrowhead=normal{}];\n", id, prefix, arrow.node,
                          edge_style(arrow));
    }
  }
  return text + "  }\n";
}

}  // namespace

std::string to_dot(const Explanation& explanation) {
  return "digraph model {\n  rankdir=TB; node [shape=ellipse, fontname=\"sans-serif\"];\n"
         "  edge [fontname=\"sans-serif\"];\n" +
         graph_text(explanation.before, "before", 'b') +
         graph_text(explanation.after, "after", 'a') + "}\n";
}

}  // namespace autumn::explainer
