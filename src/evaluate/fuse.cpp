// This file finds what can be computed together: sums of logarithms, functions with their slopes,
// chains of scalars, and products that are added.
#include "evaluate/fuse.h"

#include <map>

#include "base/error.h"
#include "evaluate/chain.h"
#include "evaluate/schedule.h"

namespace autumn::evaluate {

using expr::Graph;
using expr::NodeId;
using expr::Op;

std::string_view name_of(Fused kind) {
  switch (kind) {
#define AUTUMN_X(enumerator, name) \
  case Fused::enumerator: return name;
    AUTUMN_FUSED(AUTUMN_X)
#undef AUTUMN_X
  }
  return "";
}

bool is_sum(Fused kind) {
  switch (kind) {
    case Fused::kSumLog:
    case Fused::kSumLog1p:
    case Fused::kDotLog:
    case Fused::kDotLogPair:
    case Fused::kSumLog1pExp:
    case Fused::kSumLogInvLogit:
    case Fused::kSumLog1pExpPair:
    case Fused::kSumLogInvLogitPair: return true;
    case Fused::kNone:
    case Fused::kMulAdd:
    case Fused::kMulSub:
    case Fused::kSubMul:
    case Fused::kExpMulAdd:
    case Fused::kChain:
    case Fused::kLgammaPair:
    case Fused::kRisingPair:
    case Fused::kLog1pExpPair:
    case Fused::kLogInvLogitPair: return false;
  }
  return false;
}

bool is_pair(Fused kind) {
  switch (kind) {
    case Fused::kLgammaPair:
    case Fused::kRisingPair:
    case Fused::kLog1pExpPair:
    case Fused::kLogInvLogitPair:
    case Fused::kDotLogPair:
    case Fused::kSumLog1pExpPair:
    case Fused::kSumLogInvLogitPair: return true;
    case Fused::kNone:
    case Fused::kMulAdd:
    case Fused::kMulSub:
    case Fused::kSubMul:
    case Fused::kExpMulAdd:
    case Fused::kChain:
    case Fused::kSumLog:
    case Fused::kSumLog1p:
    case Fused::kDotLog:
    case Fused::kSumLog1pExp:
    case Fused::kSumLogInvLogit: return false;
  }
  return false;
}

Fused Units::kind(NodeId head) const {
  const std::uint32_t unit = unit_of_[head.value];
  return unit == kPlain ? Fused::kNone : units_[unit].kind;
}

std::span<const NodeId> Units::operands(NodeId head) const {
  const std::uint32_t unit = unit_of_[head.value];
  if (unit == kPlain) return graph_->operands(head);
  return units_[unit].operands;
}

std::optional<NodeId> Units::second(NodeId head) const {
  const std::uint32_t unit = unit_of_[head.value];
  return unit == kPlain ? std::nullopt : units_[unit].second;
}

std::span<const Link> Units::links(NodeId head) const {
  const std::uint32_t unit = unit_of_[head.value];
  AUTUMN_CHECK(unit < units_.size(), "only chains have links");
  return units_[unit].links;
}

class Fuser {
 public:
  Fuser(const Graph& graph, std::span<const NodeId> nodes)
      : graph_(graph), nodes_(nodes), uses_(graph.size(), 0), units_(graph) {
    for (const NodeId id : nodes) {
      for (const NodeId x : graph.operands(id)) ++uses_[x.value];
      note_slope(id);
      if (graph.op(id) == Op::kNegate) negatives_.emplace(graph.operand(id, 0), id);
      if (graph.op(id) == Op::kSum) sums_.emplace(graph.operand(id, 0), id);
    }
    for (const NodeId output : graph.outputs()) uses_[output.value] += 2;
  }

  Units run() && {
    for (const NodeId id : nodes_) fuse_sum(id);
    for (const NodeId id : nodes_) fuse_dot(id);
    for (const NodeId id : nodes_) fuse_pair(id);
    for (std::size_t i = nodes_.size(); i-- > 0;) fuse_chain(nodes_[i]);
    for (const NodeId id : nodes_) fuse_product(id);
    for (const NodeId id : nodes_) fuse_exp(id);
    return std::move(units_);
  }

 private:
  using Key = std::pair<Op, std::vector<NodeId>>;

  [[nodiscard]] bool is_free(NodeId id) const { return units_.unit_of_[id.value] == Units::kPlain; }
  // Only read by its user, so that it need not be computed for itself.
  [[nodiscard]] bool is_private(NodeId id) const { return uses_[id.value] == 1 && is_free(id); }

  // Derivatives, by what they are derivatives at.
  void note_slope(NodeId id) {
    switch (graph_.op(id)) {
      case Op::kDigamma:
      case Op::kDigammaDiff:
      case Op::kDiv:
      case Op::kInvLogit: break;
      default: return;
    }
    const auto operands = graph_.operands(id);
    slopes_.emplace(Key(graph_.op(id), {operands.begin(), operands.end()}), id);
  }

  [[nodiscard]] std::optional<NodeId> slope(Op op, std::span<const NodeId> operands) const {
    const auto it = slopes_.find(Key(op, {operands.begin(), operands.end()}));
    if (it == slopes_.end() || !is_free(it->second)) return std::nullopt;
    return it->second;
  }

  // inv_logit(-x).
  [[nodiscard]] std::optional<NodeId> mirrored_slope(NodeId x) const {
    for (const NodeId id : negated(x)) {
      if (const auto found = slope(Op::kInvLogit, {&id, 1})) return found;
    }
    return std::nullopt;
  }

  // -x, or the y of which x is the negative.
  [[nodiscard]] std::vector<NodeId> negated(NodeId x) const {
    std::vector<NodeId> result;
    if (graph_.op(x) == Op::kNegate) result.push_back(graph_.operand(x, 0));
    const auto it = negatives_.find(x);
    if (it != negatives_.end()) result.push_back(it->second);
    return result;
  }

  void add(NodeId head, Fused kind, std::vector<NodeId> operands, std::optional<NodeId> second) {
    units_.unit_of_[head.value] = static_cast<std::uint32_t>(units_.units_.size());
    units_.units_.push_back({kind, std::move(operands), second, {}});
    if (second) take(*second);
  }

  void take(NodeId id) { units_.unit_of_[id.value] = Units::kInside; }

  // A negative that nobody reads any more, the reader being inside a unit.
  void take_negative(NodeId second) {
    const NodeId x = graph_.operand(second, 0);
    if (graph_.op(x) == Op::kNegate && is_private(x)) take(x);
  }

  void fuse_sum(NodeId id) {
    if (graph_.op(id) != Op::kSum) return;
    const NodeId f = graph_.operand(id, 0);
    const bool fits =
        is_private(f) && !graph_.shape(f).is_scalar() && graph_.operands(f).size() == 1;
    if (!fits) return;
    const NodeId x = graph_.operand(f, 0);
    switch (graph_.op(f)) {
      case Op::kLog: add(id, Fused::kSumLog, {x}, {}); break;
      case Op::kLog1p: add(id, Fused::kSumLog1p, {x}, {}); break;
      case Op::kLog1pExp: {
        const auto second = slope(Op::kInvLogit, {&x, 1});
        add(id, second ? Fused::kSumLog1pExpPair : Fused::kSumLog1pExp, {x}, second);
        break;
      }
      case Op::kLogInvLogit: {
        const auto second = mirrored_slope(x);
        add(id, second ? Fused::kSumLogInvLogitPair : Fused::kSumLogInvLogit, {x}, second);
        if (second) take_negative(*second);
        break;
      }
      default: return;
    }
    take(f);
  }

  // The sum of w / x.
  [[nodiscard]] std::optional<NodeId> sum_of_quotients(NodeId w, NodeId x) const {
    const NodeId operands[] = {w, x};
    const auto quotients = slope(Op::kDiv, operands);
    if (!quotients || !is_private(*quotients)) return std::nullopt;
    const auto sum = sums_.find(*quotients);
    if (sum == sums_.end() || !is_free(sum->second)) return std::nullopt;
    return sum->second;
  }

  // w . log(s + a) and its slope in a, if there are few enough that they are not done in strips.
  void fuse_dot(NodeId id) {
    if (graph_.op(id) != Op::kDot || !is_free(id)) return;
    if (graph_.shape(graph_.operand(id, 0)).size() > kStrip) return;
    for (std::size_t k = 0; k < 2; ++k) {
      const NodeId w = graph_.operand(id, 1 - k), logs = graph_.operand(id, k);
      if (graph_.op(logs) != Op::kLog || !is_private(logs)) continue;
      const NodeId x = graph_.operand(logs, 0);
      if (graph_.op(x) != Op::kAdd || !is_free(x)) continue;
      const bool is_first_scalar = graph_.shape(graph_.operand(x, 0)).is_scalar();
      const NodeId a = graph_.operand(x, is_first_scalar ? 0 : 1);
      const NodeId s = graph_.operand(x, is_first_scalar ? 1 : 0);
      const auto second = sum_of_quotients(w, x);
      const bool fits = graph_.shape(a).is_scalar() && graph_.shape(s) == graph_.shape(w) &&
                        uses_[x.value] == (second ? 2U : 1U);
      if (!fits) continue;
      add(id, second ? Fused::kDotLogPair : Fused::kDotLog, {w, s, a}, second);
      take(logs);
      take(x);
      if (second) take(graph_.operand(*second, 0));
      return;
    }
  }

  void fuse_pair(NodeId id) {
    if (!is_free(id)) return;
    const auto operands = graph_.operands(id);
    const auto with = [&](Fused kind, std::optional<NodeId> second) {
      if (second) add(id, kind, {operands.begin(), operands.end()}, second);
      return second.has_value();
    };
    switch (graph_.op(id)) {
      case Op::kLgamma: with(Fused::kLgammaPair, slope(Op::kDigamma, operands)); return;
      case Op::kLogRising: with(Fused::kRisingPair, slope(Op::kDigammaDiff, operands)); return;
      case Op::kLog1pExp: with(Fused::kLog1pExpPair, slope(Op::kInvLogit, operands)); return;
      case Op::kLogInvLogit: {
        const auto second = mirrored_slope(operands[0]);
        if (with(Fused::kLogInvLogitPair, second)) take_negative(*second);
        return;
      }
      default: return;
    }
  }

  [[nodiscard]] bool can_be_linked(NodeId id) const {
    const expr::OpClass op_class = expr::class_of(graph_.op(id));
    const bool fits = op_class == expr::OpClass::kUnary || op_class == expr::OpClass::kBinary;
    return fits && graph_.shape(id).is_scalar() && is_free(id);
  }

  // The operand that a chain may come from: of two the later, which has more behind it.
  [[nodiscard]] std::optional<std::size_t> link_before(NodeId id) const {
    const auto operands = graph_.operands(id);
    std::optional<std::size_t> result;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const bool fits = can_be_linked(operands[k]) && uses_[operands[k].value] == 1;
      if (fits && (!result || operands[*result] < operands[k])) result = k;
    }
    return result;
  }

  // Below this many steps a chain saves less than it costs to begin one.
  static constexpr std::size_t kShortestChain = 3;

  // Links from the last to the first; a product that is added or subtracted would be one step.
  [[nodiscard]] static std::size_t steps_without_chain(std::span<const Link> links) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < links.size(); ++i, ++count) {
      const bool is_sum = links[i].op == Op::kAdd || links[i].op == Op::kSub;
      if (is_sum && i + 1 < links.size() && links[i + 1].op == Op::kMul) ++i;
    }
    return count;
  }

  // From the last operation of a chain back to its first. What runs through it is neither written
  // nor read between operations, and takes no step of its own.
  void fuse_chain(NodeId last) {
    if (!can_be_linked(last)) return;
    std::vector<NodeId> path{last};
    std::vector<Link> links;
    std::vector<NodeId> others;
    while (true) {
      const NodeId id = path.back();
      const auto operands = graph_.operands(id);
      const auto before = path.size() < kLongestChain ? link_before(id) : std::nullopt;
      links.push_back({graph_.op(id), before == 1U});
      if (operands.size() == 2) others.push_back(operands[before == 1U ? 0 : 1]);
      if (!before) break;
      path.push_back(operands[*before]);
    }
    if (steps_without_chain(links) < kShortestChain) return;
    std::vector<NodeId> operands{graph_.operand(path.back(), 0)};
    operands.insert(operands.end(), others.rbegin(), others.rend());
    add(last, Fused::kChain, std::move(operands), {});
    units_.units_.back().links.assign(links.rbegin(), links.rend());
    for (std::size_t i = 1; i < path.size(); ++i) take(path[i]);
  }

  void fuse_product(NodeId id) {
    const Op op = graph_.op(id);
    if (!is_free(id) || (op != Op::kAdd && op != Op::kSub)) return;
    const auto operands = graph_.operands(id);
    for (std::size_t k = 0; k < 2; ++k) {
      const NodeId product = operands[k], other = operands[1 - k];
      const bool fits = graph_.op(product) == Op::kMul && is_private(product) &&
                        graph_.shape(product) == graph_.shape(id);
      if (!fits) continue;
      const Fused kind =
          op == Op::kAdd ? Fused::kMulAdd : (k == 0 ? Fused::kMulSub : Fused::kSubMul);
      add(id, kind, {graph_.operand(product, 0), graph_.operand(product, 1), other}, {});
      take(product);
      return;
    }
  }

  // The exponential of a linear predictor.
  void fuse_exp(NodeId id) {
    if (graph_.op(id) != Op::kExp || !is_free(id)) return;
    const NodeId x = graph_.operand(id, 0);
    const bool fits = uses_[x.value] == 1 && units_.is_head(x) && units_.kind(x) == Fused::kMulAdd;
    if (!fits) return;
    const auto operands = units_.operands(x);
    add(id, Fused::kExpMulAdd, {operands.begin(), operands.end()}, {});
    take(x);
  }

  const Graph& graph_;
  std::span<const NodeId> nodes_;
  std::vector<std::uint32_t> uses_;
  std::map<Key, NodeId> slopes_;
  std::map<NodeId, NodeId> negatives_;
  std::map<NodeId, NodeId> sums_;  // by what is summed
  Units units_;
};

Units fuse(const Graph& graph, std::span<const NodeId> nodes) {
  return Fuser(graph, nodes).run();
}

}  // namespace autumn::evaluate
