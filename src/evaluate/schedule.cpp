// This file orders operations by list scheduling: everything short that is ready, then everything
// of one length that is ready.
#include "evaluate/schedule.h"

#include <functional>
#include <map>
#include <queue>

namespace autumn::evaluate {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Op;

bool is_computed(const Graph& graph, NodeId id) {
  return expr::class_of(graph.op(id)) != expr::OpClass::kLeaf && !is_view(graph, id);
}

// One use of a computed node by another.
struct Use {
  NodeId user;
  bool by_strip;  // the user may run in the same loop over strips
};

class Scheduler {
 public:
  Scheduler(const Graph& graph, const std::vector<View>& views, const Units& units)
      : graph_(graph),
        views_(views),
        units_(units),
        uses_(graph.size()),
        missing_(graph.size(), 0),
        head_of_(graph.size()) {}

  void add(std::span<const NodeId> nodes) {
    for (const NodeId id : nodes) {
      head_of_[id.value] = id;
      if (!units_.is_head(id)) continue;
      if (const auto second = units_.second(id)) seconds_.emplace_back(*second, id);
    }
    for (const auto& [second, head] : seconds_) head_of_[second.value] = head;
    for (const NodeId id : nodes) {
      if (is_computed(graph_, id) && units_.is_head(id)) add(id);
    }
  }

  std::vector<Loop> run() {
    std::vector<Loop> loops;
    while (!ready_.empty()) {
      // Length 0 comes first: a loop over strips begins when nothing else can be done, so that as
      // many nodes as possible are ready to take part in it.
      const std::size_t length = ready_.begin()->first;
      loops.push_back({.length = length, .strip = kStrip, .nodes = {}});
      drain(loops.back());
      loops.back().strip = strip_of(loops.back());
    }
    return loops;
  }

 private:
  using Queue = std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>>;

  void add(NodeId id) {
    const auto operands = units_.operands(id);
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const View& view = views_[operands[k].value];
      if (!is_computed(graph_, view.root)) continue;
      const NodeId maker = head_of_[view.root.value];
      const bool is_written = maker != view.root || writes_by_strip(graph_, units_, maker);
      // Of equal length, so the operand is all of the root and not a slice of it.
      const bool by_strip = is_written && reads_by_strip(graph_, units_, id, k) &&
                            graph_.shape(view.root).size() == graph_.shape(operands[k]).size() &&
                            strip_length(graph_, units_, id) == strip_length(graph_, units_, maker);
      uses_[maker.value].push_back({.user = id, .by_strip = by_strip});
      ++missing_[id.value];
    }
    if (missing_[id.value] == 0) make_ready(id);
  }

  void make_ready(NodeId id) { ready_[strip_length(graph_, units_, id)].push(id); }

  void release(NodeId id, bool by_strip) {
    for (const Use& use : uses_[id.value]) {
      if (use.by_strip == by_strip && --missing_[use.user.value] == 0) make_ready(use.user);
    }
  }

  // Takes every node of this length that is or becomes ready. What the strips of one node make
  // ready joins the loop; the rest has to wait for the end of it.
  void drain(Loop& loop) {
    Queue& queue = ready_[loop.length];
    while (!queue.empty()) {
      const NodeId id = queue.top();
      queue.pop();
      loop.nodes.push_back(id);
      release(id, true);
      if (loop.length == 0) release(id, false);
    }
    ready_.erase(loop.length);
    if (loop.length == 0) return;
    for (const NodeId id : loop.nodes) release(id, false);
  }

  [[nodiscard]] std::size_t strip_of(const Loop& loop) const {
    for (const NodeId id : loop.nodes) {
      if (is_row_product(graph_, id) || is_transposed_row_product(graph_, id)) return kRowStrip;
    }
    return kStrip;
  }

  const Graph& graph_;
  const std::vector<View>& views_;
  const Units& units_;
  std::vector<std::vector<Use>> uses_;  // of both results, by head
  std::vector<std::uint32_t> missing_;  // operands not yet computed, by node
  std::map<std::size_t, Queue> ready_;  // by strip length; lowest id first
  std::vector<NodeId> head_of_;         // by node: itself, but for second results
  std::vector<std::pair<NodeId, NodeId>> seconds_;
};

}  // namespace

namespace {

// Rows of all columns fit the caches, or there are so many that they are worth sharing.
bool is_by_rows(const Graph& graph, NodeId id) {
  constexpr std::size_t kFewColumns = 128;
  const expr::Shape matrix = graph.shape(graph.operand(id, 0));
  return matrix.is_matrix() && (matrix.cols <= kFewColumns || matrix.rows > kBlockRows) &&
         graph.shape(graph.operand(id, 1)).is_vector();
}

bool is_product(const Graph& graph, NodeId id, std::uint32_t flags) {
  return graph.op(id) == Op::kMatmul && graph.node(id).payload == flags && is_by_rows(graph, id);
}

}  // namespace

bool is_row_product(const Graph& graph, NodeId id) {
  return is_product(graph, id, expr::flag::kNone);
}

bool is_transposed_row_product(const Graph& graph, NodeId id) {
  return is_product(graph, id, expr::flag::kTransposeLeft);
}

namespace {

bool is_plain_reduction(const Graph& graph, NodeId id) {
  const Op op = graph.op(id);
  return op == Op::kSum || op == Op::kDot || op == Op::kScatterAdd;
}

}  // namespace

std::size_t strip_length(const Graph& graph, const Units& units, NodeId id) {
  std::size_t length = 0;
  if (writes_by_strip(graph, units, id)) {
    length = graph.shape(id).size();
  } else if (is_transposed_row_product(graph, id)) {
    length = graph.shape(graph.operand(id, 0)).rows;
  } else if (is_sum(units.kind(id)) || is_plain_reduction(graph, id)) {
    length = graph.shape(units.operands(id)[0]).size();
  }
  return length > kStrip ? length : 0;
}

bool reads_by_strip(const Graph& graph, const Units& units, NodeId id, std::size_t k) {
  const bool is_scalar = graph.shape(units.operands(id)[k]).is_scalar();
  if (units.kind(id) != Fused::kNone) return !is_scalar;
  if (is_transposed_row_product(graph, id)) return k == 1;
  if (is_plain_reduction(graph, id)) return true;
  return expr::is_elementwise(graph.op(id)) && !is_scalar;
}

bool writes_by_strip(const Graph& graph, const Units& units, NodeId id) {
  const Fused kind = units.kind(id);
  if (kind != Fused::kNone) return !is_sum(kind);
  const Op op = graph.op(id);
  return expr::is_elementwise(op) || op == Op::kBroadcast || op == Op::kGather ||
         is_row_product(graph, id);
}

std::vector<Loop> schedule(const Graph& graph, std::span<const NodeId> nodes,
                           const std::vector<View>& views, const Units& units) {
  Scheduler scheduler(graph, views, units);
  scheduler.add(nodes);
  return scheduler.run();
}

}  // namespace autumn::evaluate
