// This file drives `simplify`: it brings nodes to normal form with an explicit stack, each once.
#include "passes/simplify.h"

#include <array>
#include <utility>

#include "passes/share.h"
#include "passes/simplify/simplification.h"

namespace autumn::passes {
namespace {

using expr::Op;
using expr::Term;
using simplifications::Simplification;
using simplifications::Site;

#define AUTUMN_X(kind, name, op_class) +1
constexpr std::size_t kOpCount = 0 AUTUMN_EXPR_OPS(AUTUMN_X);
#undef AUTUMN_X

using SimplificationTable = std::array<std::vector<Simplification>, kOpCount>;

SimplificationTable make_simplification_table() {
  SimplificationTable table;
  for (std::size_t op = 0; op < kOpCount; ++op) {
    if (!expr::is_elementwise(static_cast<Op>(op))) continue;
    for (const Simplification simplification : simplifications::elementwise_simplifications())
      table[op].push_back(simplification);
  }
  for (const auto list :
       {simplifications::sum_simplifications(), simplifications::product_simplifications(),
        simplifications::function_simplifications(), simplifications::reduction_simplifications(),
        simplifications::move_simplifications()}) {
    for (const auto& named : list)
      table[static_cast<std::size_t>(named.op)].push_back(named.simplification);
  }
  return table;
}

// A rewriting system over the nodes of one builder. `next_` is one step of a node, `normal_` where
// its steps end. Both are remembered, so that no node is looked at twice.
class SimplifyingSweep {
 public:
  explicit SimplifyingSweep(const Graph& graph) : builder_(graph), outputs_(graph.outputs()) {}

  [[nodiscard]] Rewritten run() {
    const std::size_t size = builder_.graph().size();
    grow();
    for (const NodeId id : reachable(builder_.graph(), outputs_)) normalise(id);
    std::vector<NodeId> map(normal_.begin(), normal_.begin() + static_cast<std::ptrdiff_t>(size));
    for (NodeId& output : outputs_) output = map[output.value];
    return {std::move(builder_).finish(std::move(outputs_)), std::move(map)};
  }

 private:
  void normalise(NodeId root) {
    stack_.assign(1, root);
    while (!stack_.empty()) {
      const NodeId id = stack_.back();
      grow();
      if (is_done(id)) {
        stack_.pop_back();
      } else if (next_[id.value] != kNoNode) {
        follow(id);
      } else if (!push_operands(id)) {
        next_[id.value] = step(id);
        AUTUMN_CHECK(++steps_ < 1000 * (start_size_ + 1000), "rewriting comes to an end");
      }
    }
  }

  void follow(NodeId id) {
    const NodeId next = next_[id.value];
    if (next == id) {
      normal_[id.value] = id;
    } else if (is_done(next)) {
      normal_[id.value] = normal_[next.value];
    } else {
      stack_.push_back(next);
    }
  }

  [[nodiscard]] bool push_operands(NodeId id) {
    bool is_pushed = false;
    for (const NodeId operand : builder_.graph().operands(id)) {
      if (is_done(operand)) continue;
      stack_.push_back(operand);
      is_pushed = true;
    }
    return is_pushed;
  }

  // One step of a node whose operands are done: the same on normal operands, in order, or a
  // simplification.
  [[nodiscard]] NodeId step(NodeId id) {
    const Graph& graph = builder_.graph();
    std::vector<NodeId> operands;
    for (const NodeId operand : graph.operands(id)) operands.push_back(normal_[operand.value]);
    if (expr::is_commutative(graph.op(id)) && stands_before(graph, operands[1], operands[0])) {
      std::swap(operands[0], operands[1]);
    }
    const NodeId same = builder_.copy(graph, id, operands);
    return same == id ? apply_simplifications(id) : same;
  }

  [[nodiscard]] NodeId apply_simplifications(NodeId id) {
    static const SimplificationTable kTable = make_simplification_table();
    const Site site{Term(builder_, id), places_};
    for (const Simplification simplification : kTable[static_cast<std::size_t>(site.op())]) {
      const auto result = simplification(site);
      if (!result) continue;
      AUTUMN_CHECK(result->shape() == builder_.shape(id), "a simplification keeps the shape");
      return result->id();
    }
    return id;
  }

  [[nodiscard]] bool is_done(NodeId id) const { return normal_[id.value] != kNoNode; }

  void grow() {
    next_.resize(builder_.graph().size(), kNoNode);
    normal_.resize(builder_.graph().size(), kNoNode);
  }

  Builder builder_;
  std::vector<NodeId> outputs_;
  std::vector<NodeId> next_;
  std::vector<NodeId> normal_;
  std::vector<NodeId> stack_;
  simplifications::Places places_;
  std::size_t start_size_ = builder_.graph().size();
  std::size_t steps_ = 0;
};

Rewritten then(Rewritten first, Rewritten second) {
  return {std::move(second.graph), compose(first.map, second.map)};
}

}  // namespace

Rewritten simplify(const Graph& graph) {
  Rewritten result = share(graph);
  while (true) {
    Rewritten swept = SimplifyingSweep(result.graph).run();
    Rewritten shared = share(swept.graph);
    const bool is_unchanged = shared.graph == result.graph;
    result = then(std::move(result), then(std::move(swept), std::move(shared)));
    if (is_unchanged) return result;
  }
}

}  // namespace autumn::passes
