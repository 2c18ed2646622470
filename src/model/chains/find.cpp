// This file looks for sums of exponentials that are made of sums of exponentials.
#include "model/chains/find.h"

#include <algorithm>
#include <utility>

#include "scan/hidden_chain.h"

namespace autumn::model {
namespace {

using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;

constexpr std::size_t kFewestSteps = 8;

bool is_log_sum(Op op) {
  return op == Op::kLogSumExp || op == Op::kRowLogSumExp || op == Op::kLogAddExp;
}

class Finder {
 public:
  explicit Finder(const Graph& graph)
      : graph_(graph), depth_(graph.size(), 0), is_state_(graph.size()), seen_(graph.size(), 0) {
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      const NodeId id{i};
      for (const NodeId x : graph.operands(id)) depth_[i] = std::max(depth_[i], depth_[x.value]);
      if (!is_log_sum(graph.op(id))) continue;
      ++depth_[i];
      if (depth_[i] > kFewestSteps) ends_.push_back(id);
    }
  }

  std::vector<FoundChain> run() {
    std::ranges::stable_sort(ends_, std::ranges::greater(),
                             [&](NodeId id) { return depth_[id.value]; });
    for (const NodeId id : ends_) {
      const auto size = static_cast<std::uint32_t>(graph_.shape(id).size());
      for (std::uint32_t i = 0; i < size && !is_state_[id.value]; ++i) follow({id, i});
    }
    return std::move(found_);
  }

 private:
  struct Entry {
    Place source;
    LogTerms terms;
  };
  using Entries = std::vector<Entry>;

  [[nodiscard]] bool is_log_sum_at(Place place) const { return is_log_sum(graph_.op(place.node)); }

  // Where a number that is only moved comes from.
  [[nodiscard]] Place resolved(Place at) const {
    while (true) {
      switch (graph_.op(at.node)) {
        case Op::kGather: at.element = graph_.index(at.node)[at.element]; break;
        case Op::kReshape: break;
        case Op::kBroadcast: at.element = 0; break;
        case Op::kConcat: {
          at = part_of(at);
          continue;
        }
        default: return at;
      }
      at.node = graph_.operand(at.node, 0);
    }
  }

  [[nodiscard]] Place part_of(Place at) const {
    for (const NodeId part : graph_.operands(at.node)) {
      const auto size = static_cast<std::uint32_t>(graph_.shape(part).size());
      if (at.element < size) return {part, at.element};
      at.element -= size;
    }
    return at;
  }

  // The number of an operand that an elementwise operation reads at this place.
  [[nodiscard]] Place operand(Place at, std::size_t k) const {
    const NodeId x = graph_.operand(at.node, k);
    return resolved({x, graph_.shape(x).is_scalar() ? 0 : at.element});
  }

  [[nodiscard]] std::vector<Place> summed(Place at) const {
    const NodeId x = graph_.operand(at.node, 0);
    if (graph_.op(at.node) == Op::kLogAddExp) return {operand(at, 0), operand(at, 1)};
    std::vector<Place> places;
    const Shape shape = graph_.shape(x);
    const bool is_row = graph_.op(at.node) == Op::kRowLogSumExp;
    const std::uint32_t step = is_row ? shape.rows : 1;
    const std::size_t count = is_row ? shape.cols : shape.size();
    if (count > scan::kMostStates) return {};
    for (std::uint32_t j = 0; j < count; ++j) {
      places.push_back(resolved({x, (is_row ? at.element : 0) + j * step}));
    }
    return places;
  }

  // What is added to the part of a sum that has more log sums below it, down to the last of these.
  [[nodiscard]] Entry peeled(Place at) const {
    Entry entry{.source = at, .terms = {}};
    while (!is_log_sum_at(entry.source)) {
      const Op op = graph_.op(entry.source.node);
      if (op != Op::kAdd && op != Op::kSub) break;
      const Place a = operand(entry.source, 0), b = operand(entry.source, 1);
      const std::uint32_t of_a = depth_[a.node.value], of_b = depth_[b.node.value];
      if (of_a == of_b || (of_a < of_b && op == Op::kSub)) break;
      entry.source = of_a > of_b ? a : b;
      entry.terms.push_back({of_a > of_b ? b : a, op == Op::kSub});
    }
    std::ranges::sort(entry.terms);
    return entry;
  }

  [[nodiscard]] Entries entries_of(Place sum) const {
    Entries entries;
    for (const Place x : summed(sum)) entries.push_back(peeled(x));
    return entries;
  }

  [[nodiscard]] bool are_states(const std::vector<Place>& places) const {
    return places.size() > 1 && std::ranges::all_of(places, [&](Place place) {
             return is_log_sum_at(place) && !is_state_[place.node.value];
           });
  }

  // Of all entries, in the order of their first appearance; nothing if there are more than `most`.
  [[nodiscard]] static std::vector<Place> sources(const std::vector<Entries>& all,
                                                  std::size_t most) {
    std::vector<Place> places;
    for (const Entries& entries : all) {
      for (const Entry& entry : entries) {
        if (std::ranges::find(places, entry.source) != places.end()) continue;
        if (places.size() == most) return {};
        places.push_back(entry.source);
      }
    }
    return places;
  }

  // The step to these states, and what they are made of; false if that is not as many states.
  [[nodiscard]] bool step_back(std::vector<Place>& states, ChainStep& step) const {
    const std::size_t count = states.size();
    std::vector<Entries> all;
    for (const Place state : states) all.push_back(entries_of(state));
    std::vector<Place> before = sources(all, count);
    if (before.size() != count) return false;
    step = {.states = states, .moves = std::vector<std::optional<LogTerms>>(count * count)};
    for (std::size_t k = 0; k < count; ++k) {
      for (Entry& entry : all[k]) {
        const auto j = std::ranges::find(before, entry.source) - before.begin();
        auto& move = step.move(static_cast<std::size_t>(j), k);
        if (move) return false;
        move = std::move(entry.terms);
      }
    }
    states = std::move(before);
    return true;
  }

  void follow(Place end) {
    FoundChain chain;
    chain.first = sources({entries_of(end)}, scan::kMostStates);
    ChainStep step;
    while (are_states(chain.first) && step_back(chain.first, step)) {
      chain.steps.push_back(std::move(step));
    }
    if (chain.steps.size() < kFewestSteps) return;
    std::ranges::reverse(chain.steps);
    // Whatever comes of it, these are not followed again.
    for (const ChainStep& s : chain.steps) {
      for (const Place state : s.states) is_state_[state.node.value] = true;
    }
    if (is_closed(chain)) found_.push_back(std::move(chain));
  }

  // No term depends on a state: it would be needed before the chain, and the chain before it.
  [[nodiscard]] bool is_closed(const FoundChain& chain) {
    ++last_seen_;
    std::uint32_t least = chain.steps[0].states[0].node.value;
    for (const ChainStep& step : chain.steps) {
      for (const Place state : step.states) {
        least = std::min(least, state.node.value);
        seen_[state.node.value] = kIsState;
      }
    }
    std::vector<NodeId> stack;
    for (const Place place : chain.first) stack.push_back(place.node);
    for (const ChainStep& step : chain.steps) {
      for (const auto& move : step.moves) {
        for (const LogTerm& term : move.value_or(LogTerms{})) stack.push_back(term.place.node);
      }
    }
    const bool is_closed = !reaches_state(std::move(stack), least);
    for (const ChainStep& step : chain.steps) {
      for (const Place state : step.states) seen_[state.node.value] = 0;
    }
    return is_closed;
  }

  // Nodes before `least` come before every state.
  [[nodiscard]] bool reaches_state(std::vector<NodeId> stack, std::uint32_t least) {
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      std::uint32_t& seen = seen_[id.value];
      if (seen == kIsState) return true;
      if (id.value < least || seen == last_seen_) continue;
      seen = last_seen_;
      const auto operands = graph_.operands(id);
      stack.insert(stack.end(), operands.begin(), operands.end());
    }
    return false;
  }

  static constexpr std::uint32_t kIsState = 0xffffffff;

  const Graph& graph_;
  std::vector<std::uint32_t> depth_;  // log sums below a node
  std::vector<bool> is_state_;        // of a chain that was followed
  std::vector<std::uint32_t> seen_;
  std::uint32_t last_seen_ = 0;
  std::vector<NodeId> ends_;
  std::vector<FoundChain> found_;
};

}  // namespace

std::vector<FoundChain> find_chains(const Graph& graph) {
  return Finder(graph).run();
}

}  // namespace autumn::model
