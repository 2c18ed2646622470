// This file finds sums over rows: the cones of nodes that are computed row by row, and their equal
// rows.
#include "passes/compress/row_sites.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "expr/hash.h"

namespace autumn::passes {
namespace {

using expr::Op;

bool is_row_leaf(const Graph& graph, NodeId id) {
  switch (graph.op(id)) {
    case Op::kConstant:
    case Op::kBroadcast: return true;
    case Op::kGather: return !graph.index(id).is_range() || graph.index(id).step() == 0;
    case Op::kMatmul:
      return graph.node(id).payload == expr::flag::kNone && graph.shape(id).is_vector() &&
             graph.is_constant(graph.operand(id, 0)) &&
             graph.shape(graph.operand(id, 0)).is_matrix();
    default: return false;
  }
}

// Larger cones are left alone, so that many sums over one large expression stay linear in time.
constexpr std::size_t kMostNodes = 1000;

class ConeFinder {
 public:
  ConeFinder(const Graph& graph, std::size_t rows) : graph_(graph) { cone_.rows = rows; }

  bool add(NodeId root) {
    std::vector<std::pair<NodeId, std::size_t>> stack{{root, 0}};
    if (!enter(root)) return false;
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      const bool is_inner = expr::is_elementwise(graph_.op(id));
      if (!is_inner || next == graph_.operands(id).size()) {
        (is_inner ? cone_.inner : cone_.leaves).push_back(id);
        stack.pop_back();
        continue;
      }
      const NodeId x = graph_.operand(id, next++);
      if (graph_.shape(x).is_scalar() || is_seen(x)) continue;
      if (!enter(x)) return false;
      stack.emplace_back(x, 0);
    }
    return true;
  }

  RowCone take() && { return std::move(cone_); }
  [[nodiscard]] bool is_seen(NodeId id) const { return seen_.contains(id.value); }

 private:
  bool enter(NodeId id) {
    if (graph_.shape(id).size() != cone_.rows) return false;
    if (!expr::is_elementwise(graph_.op(id)) && !is_row_leaf(graph_, id)) return false;
    seen_.insert(id.value);
    return seen_.size() <= kMostNodes;
  }

  const Graph& graph_;
  RowCone cone_;
  std::unordered_set<std::uint32_t> seen_;
};

// One number per row from which equal rows can be told: calls visit(column of row -> bits) for each
// column of data of a leaf.
template <typename Visit>
void for_columns(const Graph& graph, NodeId leaf, Visit visit) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  switch (graph.op(leaf)) {
    case Op::kConstant: {
      const auto numbers = graph.constant(leaf);
      visit([=](std::size_t i) { return bits(numbers[i]); });
      return;
    }
    case Op::kGather: {
      const expr::Index& index = graph.index(leaf);
      visit([&](std::size_t i) { return std::uint64_t{index[i]}; });
      return;
    }
    case Op::kMatmul: {
      const NodeId matrix = graph.operand(leaf, 0);
      const std::size_t rows = graph.shape(matrix).rows;
      for (std::size_t j = 0; j < graph.shape(matrix).cols; ++j) {
        const auto column = graph.constant(matrix).subspan(j * rows, rows);
        visit([=](std::size_t i) { return bits(column[i]); });
      }
      return;
    }
    default: return;  // the same in every row
  }
}

bool equal_rows(const Graph& graph, const RowCone& cone, std::size_t a, std::size_t b) {
  bool is_equal = true;
  for (const NodeId leaf : cone.leaves) {
    for_columns(graph, leaf, [&](auto at) { is_equal = is_equal && at(a) == at(b); });
    if (!is_equal) return false;
  }
  return true;
}

std::vector<std::uint64_t> row_hashes(const Graph& graph, const RowCone& cone) {
  std::vector<std::uint64_t> hashes(cone.rows, 1);
  for (const NodeId leaf : cone.leaves) {
    for_columns(graph, leaf, [&](auto at) {
      for (std::size_t i = 0; i < cone.rows; ++i) hashes[i] = expr::mix(hashes[i], at(i));
    });
  }
  return hashes;
}

bool is_sum_over_rows(Op op) {
  return op == Op::kSum || op == Op::kDot;
}

}  // namespace

std::optional<RowCone> row_cone(const Graph& graph, const std::vector<NodeId>& roots) {
  ConeFinder finder(graph, graph.shape(roots[0]).size());
  for (const NodeId root : roots) {
    if (!finder.is_seen(root) && !finder.add(root)) return std::nullopt;
  }
  return std::move(finder).take();
}

std::vector<std::uint32_t> row_classes(const Graph& graph, const RowCone& cone) {
  const std::vector<std::uint64_t> hashes = row_hashes(graph, cone);
  // Open addressing; a slot holds one more than the first row of a class.
  std::vector<std::uint32_t> table(std::bit_ceil(2 * cone.rows + 2), 0);
  const std::size_t mask = table.size() - 1;
  std::vector<std::uint32_t> classes(cone.rows);
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < cone.rows; ++i) {
    std::size_t slot = hashes[i] & mask;
    while (table[slot] != 0) {
      const std::size_t first = table[slot] - 1;
      if (hashes[first] == hashes[i] && equal_rows(graph, cone, first, i)) break;
      slot = (slot + 1) & mask;
    }
    if (table[slot] == 0) {
      table[slot] = static_cast<std::uint32_t>(i + 1);
      classes[i] = count++;
    } else {
      classes[i] = classes[table[slot] - 1];
    }
  }
  return classes;
}

std::vector<bool> needed_in_order(const Graph& graph) {
  std::vector<bool> needed(graph.size(), false);
  for (const NodeId output : graph.outputs()) needed[output.value] = true;
  const std::vector<NodeId> nodes = reachable(graph, graph.outputs());
  for (auto it = nodes.rbegin(); it != nodes.rend(); ++it) {
    const NodeId user = *it;
    if (is_sum_over_rows(graph.op(user))) continue;
    for (const NodeId x : graph.operands(user)) {
      const bool by_row =
          expr::is_elementwise(graph.op(user)) && graph.shape(x).size() == graph.shape(user).size();
      if (!by_row || needed[user.value]) needed[x.value] = true;
    }
  }
  return needed;
}

}  // namespace autumn::passes
