// List scheduling: everything short that is ready, then everything of one length that is ready.
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
  Scheduler(const Graph& graph, std::span<const NodeId> nodes, const std::vector<View>& views)
      : graph_(graph), views_(views), uses_(graph.size()), missing_(graph.size(), 0) {
    for (const NodeId id : nodes) {
      if (is_computed(graph, id)) add(id);
    }
  }

  std::vector<Block> run() {
    std::vector<Block> blocks;
    while (!ready_.empty()) {
      // Length 0 comes first: a loop over strips begins when nothing else can be done, so that as
      // many nodes as possible are ready to take part in it.
      const std::size_t length = ready_.begin()->first;
      blocks.push_back({.length = length, .nodes = {}});
      drain(blocks.back());
    }
    return blocks;
  }

 private:
  using Queue = std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>>;

  void add(NodeId id) {
    const auto operands = graph_.operands(id);
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const View& view = views_[operands[k].value];
      if (!is_computed(graph_, view.root)) continue;
      // Of equal length, so the operand is all of the root and not a slice of it.
      const bool by_strip = reads_by_strip(graph_, id, k) && writes_by_strip(graph_, view.root) &&
                            strip_length(graph_, id) == strip_length(graph_, view.root);
      uses_[view.root.value].push_back({.user = id, .by_strip = by_strip});
      ++missing_[id.value];
    }
    if (missing_[id.value] == 0) make_ready(id);
  }

  void make_ready(NodeId id) { ready_[strip_length(graph_, id)].push(id); }

  void release(NodeId id, bool by_strip) {
    for (const Use& use : uses_[id.value]) {
      if (use.by_strip == by_strip && --missing_[use.user.value] == 0) make_ready(use.user);
    }
  }

  // Takes every node of this length that is or becomes ready. What the strips of one node make
  // ready joins the loop; the rest has to wait for the end of it.
  void drain(Block& block) {
    Queue& queue = ready_[block.length];
    while (!queue.empty()) {
      const NodeId id = queue.top();
      queue.pop();
      block.nodes.push_back(id);
      release(id, true);
      if (block.length == 0) release(id, false);
    }
    ready_.erase(block.length);
    if (block.length == 0) return;
    for (const NodeId id : block.nodes) release(id, false);
  }

  const Graph& graph_;
  const std::vector<View>& views_;
  std::vector<std::vector<Use>> uses_;
  std::vector<std::uint32_t> missing_;  // operands not yet computed, by node
  std::map<std::size_t, Queue> ready_;  // by strip length; lowest id first
};

}  // namespace

std::size_t strip_length(const Graph& graph, NodeId id) {
  std::size_t length = 0;
  if (writes_by_strip(graph, id)) {
    length = graph.shape(id).size();
  } else if (graph.op(id) == Op::kSum || graph.op(id) == Op::kDot ||
             graph.op(id) == Op::kScatterAdd) {
    length = graph.shape(graph.operand(id, 0)).size();
  }
  return length > kStrip ? length : 0;
}

bool reads_by_strip(const Graph& graph, NodeId id, std::size_t k) {
  const Op op = graph.op(id);
  if (op == Op::kSum || op == Op::kDot || op == Op::kScatterAdd) return true;
  return expr::is_elementwise(op) && !graph.shape(graph.operand(id, k)).is_scalar();
}

bool writes_by_strip(const Graph& graph, NodeId id) {
  const Op op = graph.op(id);
  return expr::is_elementwise(op) || op == Op::kBroadcast || op == Op::kGather;
}

std::vector<Block> schedule(const Graph& graph, std::span<const NodeId> nodes,
                            const std::vector<View>& views) {
  return Scheduler(graph, nodes, views).run();
}

}  // namespace autumn::evaluate
