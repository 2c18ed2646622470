// This file reads values that are elements of variables, moved and nothing else.
#include <algorithm>

#include "collapse/states/innovations.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;
using Rows = std::optional<std::vector<PlainRow>>;

// Values that are moved more often than this are written by nobody.
constexpr int kMostMoves = 100;

Rows rows_of(const Graph& graph, NodeId node, int moves = 0);

PlainRow element_of(const Graph& graph, NodeId input, std::size_t e) {
  return {graph.node(input).payload, static_cast<std::uint32_t>(e)};
}

Rows moved(const Graph& graph, NodeId node, int moves) {
  // A single element of a long variable, as loops have it.
  const NodeId operand = graph.operand(node, 0);
  if (graph.op(node) == Op::kGather && graph.op(operand) == Op::kInput) {
    std::vector<PlainRow> rows;
    for (std::size_t i = 0; i < graph.shape(node).size(); ++i) {
      rows.push_back(element_of(graph, operand, graph.index(node)[i]));
    }
    return rows;
  }
  Rows from = rows_of(graph, graph.operand(node, 0), moves);
  if (!from) return std::nullopt;
  const expr::Shape out = graph.shape(node), in = graph.shape(graph.operand(node, 0));
  std::vector<PlainRow> rows;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t source = graph.op(node) == Op::kGather ? graph.index(node)[i]
                               : graph.op(node) == Op::kTranspose
                                   ? i / out.rows + in.rows * (i % out.rows)
                                   : i;
    rows.push_back((*from)[source]);
  }
  return rows;
}

Rows packed(const Graph& graph, NodeId node, int moves) {
  std::vector<PlainRow> rows;
  for (const NodeId part : graph.operands(node)) {
    const Rows of_part = rows_of(graph, part, moves);
    if (!of_part) return std::nullopt;
    rows.insert(rows.end(), of_part->begin(), of_part->end());
  }
  return rows;
}

Rows rows_of(const Graph& graph, NodeId node, int moves) {
  if (moves > kMostMoves) return std::nullopt;
  switch (graph.op(node)) {
    case Op::kInput: {
      std::vector<PlainRow> rows;
      for (std::size_t e = 0; e < graph.shape(node).size(); ++e) {
        rows.push_back(element_of(graph, node, e));
      }
      return rows;
    }
    case Op::kGather:
    case Op::kReshape:
    case Op::kTranspose: return moved(graph, node, moves + 1);
    case Op::kConcat: return packed(graph, node, moves + 1);
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<PlainRow> plain_rows(const model::Model& model, const model::Factor& factor) {
  const bool is_normal =
      factor.distribution == &dist::normal() || factor.distribution == &dist::std_normal();
  if (!is_normal || factor.weight || factor.is_precaution || factor.squares) return {};
  // One element with many means or scales is in many rows.
  const std::size_t size = model.graph.shape(factor.value).size();
  for (const NodeId argument : factor.arguments) {
    const std::size_t numbers = model.graph.shape(argument).size();
    if (numbers != 1 && numbers != size) return {};
  }
  Rows rows = rows_of(model.graph, factor.value);
  const auto is_real = [&](const PlainRow& row) {
    return model.variables[row.variable].support.kind == model::SupportKind::kReal;
  };
  if (!rows || !std::ranges::all_of(*rows, is_real)) return {};
  return *std::move(rows);
}

}  // namespace autumn::collapse
