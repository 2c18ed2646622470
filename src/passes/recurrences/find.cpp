// This file follows long chains of scalar operations and looks for a period in them.
#include "passes/recurrences/find.h"

#include <algorithm>
#include <optional>

namespace autumn::passes {
namespace {

using expr::Op;

constexpr std::size_t kFewestSteps = 12;
constexpr std::size_t kLongestPeriod = 24;

class RecurrenceFinder {
 public:
  explicit RecurrenceFinder(const Graph& graph)
      : graph_(graph),
        depth_(graph.size(), 0),
        uses_(graph.size(), 0),
        is_taken_(graph.size(), false),
        seen_(graph.size(), 0) {
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      for (const NodeId x : graph.operands(NodeId{i})) ++uses_[x.value];
      depth_[i] = depth_of(NodeId{i});
    }
  }

  std::vector<FoundRecurrence> run() {
    std::vector<NodeId> ends;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (depth_[i] >= kFewestSteps) ends.push_back(NodeId{i});
    }
    std::ranges::stable_sort(ends, std::ranges::greater(),
                             [&](NodeId id) { return depth_[id.value]; });
    for (const NodeId end : ends) {
      if (!is_taken_[end.value]) follow(end);
    }
    return std::move(found_);
  }

 private:
  struct Run {
    std::size_t begin = 0;
    std::size_t size = 0;
    std::size_t period = 0;
  };

  // Squares and roots have other forms, too.
  [[nodiscard]] Op op_of(NodeId id) const {
    const Op op = graph_.op(id);
    if (op == Op::kMul && graph_.operand(id, 0) == graph_.operand(id, 1)) return Op::kSquare;
    if (op != Op::kPow || !graph_.is_constant(graph_.operand(id, 1))) return op;
    const double power = graph_.constant(graph_.operand(id, 1))[0];
    return power == 2.0 ? Op::kSquare : power == 0.5 ? Op::kSqrt : op;
  }

  // How many scalar operations of a recurrence there are one after the other.
  [[nodiscard]] std::uint32_t depth_of(NodeId id) const {
    if (!graph_.shape(id).is_scalar()) return 0;
    const auto operands = graph_.operands(id);
    const auto at = [&](std::size_t k) { return depth_[operands[k].value]; };
    switch (op_of(id)) {
      case Op::kAdd:
      case Op::kSub:
      case Op::kMul: return 1 + std::max(at(0), at(1));
      case Op::kDiv: return at(0) > at(1) ? 1 + at(0) : 0;
      case Op::kNegate:
      case Op::kSquare:
      case Op::kSqrt: return 1 + at(0);
      default: return 0;
    }
  }

  [[nodiscard]] std::optional<StepLink> link_of(NodeId id) const {
    if (depth_[id.value] == 0) return std::nullopt;
    const auto operands = graph_.operands(id);
    StepLink link{.node = id, .op = op_of(id)};
    const bool has_one = link.op == Op::kSquare || link.op == Op::kSqrt || link.op == Op::kNegate;
    if (has_one) return link;
    const std::uint32_t left = depth_[operands[0].value], right = depth_[operands[1].value];
    if (left == right) return std::nullopt;
    link.is_right = right > left;
    link.other = operands[link.is_right ? 0 : 1];
    return link;
  }

  [[nodiscard]] NodeId before(const StepLink& link) const {
    return graph_.operand(link.node, link.is_right ? 1 : 0);
  }

  // Whatever comes of it, these links are not followed again.
  void follow(NodeId end) {
    std::vector<StepLink> path;
    for (NodeId id = end; !is_taken_[id.value];) {
      const std::optional<StepLink> link = link_of(id);
      if (!link) break;
      path.push_back(*link);
      id = before(*link);
    }
    const std::optional<Run> run = find_run(path);
    const std::size_t tried = run ? run->begin + run->size : path.size();
    for (std::size_t i = 0; i < tried; ++i) is_taken_[path[i].node.value] = true;
    if (run) take(path, *run);
  }

  static bool are_alike(const StepLink& a, const StepLink& b) {
    return a.op == b.op && a.is_right == b.is_right;
  }

  // The first long run of links with the shortest period.
  [[nodiscard]] static std::optional<Run> find_run(const std::vector<StepLink>& path) {
    for (std::size_t period = 1; period <= kLongestPeriod; ++period) {
      const std::size_t enough = (kFewestSteps + 1) * period;
      std::size_t begin = 0;
      for (std::size_t i = 0; i + period <= path.size(); ++i) {
        const bool goes_on = i + period < path.size() && are_alike(path[i], path[i + period]);
        if (goes_on) continue;
        if (i - begin + period >= enough) return Run{begin, i - begin + period, period};
        begin = i + 1;
      }
    }
    return std::nullopt;
  }

  // Where in the period a step ends: above the root of a square, or where others read the most.
  [[nodiscard]] std::optional<std::size_t> end_of_step(const std::vector<StepLink>& path,
                                                       const Run& run) const {
    const auto op = [&](std::size_t i) { return path[run.begin + i % run.period].op; };
    std::optional<std::size_t> end;
    std::size_t roots = 0, squares = 0;
    for (std::size_t i = 0; i < run.period; ++i) {
      squares += op(i) == Op::kSquare ? 1 : 0;
      if (op(i) != Op::kSqrt) continue;
      ++roots;
      if (op(i + run.period - 1) == Op::kSquare) end = (i + 1) % run.period;
    }
    if (roots > 0 || squares > 0) return roots == 1 && squares == 1 ? end : std::nullopt;
    std::size_t most = 0;
    const std::size_t middle = run.begin + run.size / run.period / 2 * run.period;
    for (std::size_t i = 0; i < run.period; ++i) {
      const std::uint32_t uses = uses_[path[middle + i].node.value];
      if (!end || uses > most) end = i, most = uses;
    }
    return end;
  }

  void take(const std::vector<StepLink>& path, const Run& run) {
    const std::optional<std::size_t> end = end_of_step(path, run);
    if (!end) return;
    const std::size_t steps = (run.size - *end) / run.period;
    const auto first = path.begin() + static_cast<std::ptrdiff_t>(run.begin + *end);
    FoundRecurrence found{.links = {first, first + static_cast<std::ptrdiff_t>(steps * run.period)},
                          .period = run.period};
    found.first = before(found.links.back());
    found.of_roots = found.links.back().op == Op::kSqrt;
    if (!is_sum(found) && is_closed(found)) found_.push_back(std::move(found));
  }

  // Additions of which nobody reads what is between are a sum, which others know better.
  [[nodiscard]] bool is_sum(const FoundRecurrence& found) const {
    for (std::size_t q = 0; q < found.period; ++q) {
      const StepLink& link = found.link(0, q);
      const bool adds = link.op == Op::kAdd || (link.op == Op::kSub && !link.is_right);
      if (!adds) return false;
    }
    std::size_t read = 0;
    for (std::size_t t = 0; t < found.steps(); ++t) {
      read += uses_[found.link(t, 0).node.value] > 1 ? 1 : 0;
    }
    return 2 * read < found.steps();
  }

  [[nodiscard]] bool is_closed(const FoundRecurrence& found) {
    ++last_seen_;
    std::vector<NodeId> stack;
    for (const StepLink& link : found.links) {
      seen_[link.node.value] = kIsLink;
      if (link.other != kNoNode) stack.push_back(link.other);
    }
    const bool is_closed = !reaches_link(std::move(stack), found.links.back().node.value);
    for (const StepLink& link : found.links) seen_[link.node.value] = 0;
    return is_closed;
  }

  // Nodes before `least` come before every link.
  [[nodiscard]] bool reaches_link(std::vector<NodeId> stack, std::uint32_t least) {
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      std::uint32_t& seen = seen_[id.value];
      if (seen == kIsLink) return true;
      if (id.value < least || seen == last_seen_) continue;
      seen = last_seen_;
      const auto operands = graph_.operands(id);
      stack.insert(stack.end(), operands.begin(), operands.end());
    }
    return false;
  }

  static constexpr std::uint32_t kIsLink = 0xffffffff;

  const Graph& graph_;
  std::vector<std::uint32_t> depth_;
  std::vector<std::uint32_t> uses_;
  std::vector<bool> is_taken_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t last_seen_ = 0;
  std::vector<FoundRecurrence> found_;
};

}  // namespace

std::vector<FoundRecurrence> find_recurrences(const Graph& graph) {
  return RecurrenceFinder(graph).run();
}

}  // namespace autumn::passes
