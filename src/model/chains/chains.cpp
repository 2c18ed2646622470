// This file puts operations in the place of the chains that were found.
#include "model/chains/chains.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/numbers.h"
#include "expr/builder.h"
#include "model/chains/find.h"
#include "model/chains/kernel.h"
#include "model/chains/operands.h"

namespace autumn::model {
namespace {

using expr::Builder;
using expr::Index;
using expr::Op;
using expr::Shape;

constexpr std::uint32_t kNone = 0xffffffff;

// Where a node of states is in the value of an operation.
struct StatePlace {
  std::uint32_t group = 0;
  std::uint32_t chain = 0;
  std::uint32_t step = 0;
  std::vector<std::uint32_t> states = {};  // of each element of the node
};

// What a chain is made of.
void push_terms(const FoundChain& chain, std::vector<NodeId>& stack) {
  for (const Place place : chain.first) stack.push_back(place.node);
  for (const ChainStep& step : chain.steps) {
    for (const auto& move : step.moves) {
      if (!move) continue;
      for (const LogTerm& term : *move) stack.push_back(term.place.node);
    }
  }
}

// Chains that are one operation.
using Group = std::vector<SortedChain>;

class Rewriter {
 public:
  Rewriter(const Model& model, std::span<const FoundChain> found)
      : model_(model), graph_(model.graph) {
    mark_dependent(found);
    for (const FoundChain& chain : found) add(sorted(chain));
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
      for (std::uint32_t c = 0; c < groups_[g].size(); ++c) place_states(g, c);
    }
    to_.declare_inputs(graph_);
  }

  [[nodiscard]] Model run();

 private:
  // What is made for one purpose: the density, or outputs.
  struct Copies {
    std::vector<NodeId> copies;
    std::vector<std::uint8_t> states;
    std::vector<bool> is_whole;                       // by group
    std::vector<std::optional<ChainOperands>> needs;  // by group
    std::vector<std::optional<NodeId>> values;        // by group
  };

  void mark_dependent(std::span<const FoundChain> found);
  [[nodiscard]] bool is_independent(const FoundChain& chain) const;
  void add(SortedChain chain);
  void place_states(std::uint32_t group, std::uint32_t chain);
  [[nodiscard]] const StatePlace* state_of(NodeId id) const;
  [[nodiscard]] Copies copies_for(std::span<const NodeId> roots, bool is_density) const;
  void find_whole(std::span<const NodeId> roots, Copies& to) const;
  void push_chain(std::uint32_t group, std::vector<NodeId>& stack) const;

  void push_needed(NodeId id, Copies& to, std::vector<NodeId>& stack) const;
  [[nodiscard]] NodeId copy(NodeId root, Copies& to);
  [[nodiscard]] NodeId make(NodeId id, Copies& to);
  [[nodiscard]] NodeId make_states(NodeId id, const StatePlace& place, Copies& to);
  [[nodiscard]] NodeId make_value(const ChainOperands& operands, const Copies& to);
  [[nodiscard]] NodeId make_sums(const Slots& slots, const Copies& to);
  [[nodiscard]] NodeId make_term(const Slots& slots, std::size_t position, const Copies& to);
  [[nodiscard]] NodeId number(const LogTerm& term, const Copies& to);

  const Model& model_;
  const Graph& graph_;
  Builder to_;
  std::vector<bool> is_dependent_;  // on a state of some chain, or one itself
  std::vector<Group> groups_;
  std::unordered_map<std::uint32_t, StatePlace> states_;
};

void Rewriter::mark_dependent(std::span<const FoundChain> found) {
  is_dependent_.assign(graph_.size(), false);
  for (const FoundChain& chain : found) {
    for (const ChainStep& step : chain.steps) {
      for (const Place state : step.states) is_dependent_[state.node.value] = true;
    }
  }
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    const auto operands = graph_.operands(NodeId{i});
    const auto depends = [&](NodeId x) -> bool { return is_dependent_[x.value]; };
    is_dependent_[i] = is_dependent_[i] || std::ranges::any_of(operands, depends);
  }
}

// Of the states of all chains, also of its own: a chain that begins where another ends cannot be
// one operation with it.
bool Rewriter::is_independent(const FoundChain& chain) const {
  std::vector<NodeId> needs;
  push_terms(chain, needs);
  return std::ranges::none_of(needs, [&](NodeId id) -> bool { return is_dependent_[id.value]; });
}

void Rewriter::add(SortedChain chain) {
  if (!is_independent(*chain.chain)) {
    groups_.push_back({std::move(chain)});
    return;
  }
  // Among the groups made last: chains of one statement are found one after the other.
  constexpr std::size_t kMostLooks = 16;
  const std::size_t first = groups_.size() > kMostLooks ? groups_.size() - kMostLooks : 0;
  for (std::size_t g = groups_.size(); g-- > first;) {
    if (!go_together(groups_[g][0], chain) || !is_independent(*groups_[g][0].chain)) continue;
    groups_[g].push_back(std::move(chain));
    return;
  }
  groups_.push_back({std::move(chain)});
}

void Rewriter::place_states(std::uint32_t group, std::uint32_t chain) {
  const FoundChain& found = *groups_[group][chain].chain;
  for (std::uint32_t t = 0; t < found.steps.size(); ++t) {
    const std::vector<Place>& states = found.steps[t].states;
    for (std::uint32_t k = 0; k < states.size(); ++k) {
      const std::size_t size = graph_.shape(states[k].node).size();
      StatePlace& place = states_[states[k].node.value];
      if (place.states.empty()) place = {group, chain, t, std::vector(size, kNone)};
      place.states[states[k].element] = k;
    }
  }
}

// Nodes of which only some elements are states stay as they are.
const StatePlace* Rewriter::state_of(NodeId id) const {
  const auto it = states_.find(id.value);
  if (it == states_.end()) return nullptr;
  const bool is_whole = std::ranges::find(it->second.states, kNone) == it->second.states.end();
  return is_whole ? &it->second : nullptr;
}

void Rewriter::push_chain(std::uint32_t group, std::vector<NodeId>& stack) const {
  for (const SortedChain& sorted : groups_[group]) push_terms(*sorted.chain, stack);
}

// A group is wanted whole if a state before the last is read by anything but the chain.
void Rewriter::find_whole(std::span<const NodeId> roots, Copies& to) const {
  std::vector<bool> is_seen(graph_.size(), false), is_needed(groups_.size(), false);
  std::vector<NodeId> stack(roots.begin(), roots.end());
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (is_seen[id.value]) continue;
    is_seen[id.value] = true;
    const StatePlace* const place = state_of(id);
    if (place == nullptr) {
      const auto operands = graph_.operands(id);
      stack.insert(stack.end(), operands.begin(), operands.end());
      continue;
    }
    const std::size_t steps = groups_[place->group][0].chain->steps.size();
    if (place->step + 1 < steps) to.is_whole[place->group] = true;
    if (!is_needed[place->group]) push_chain(place->group, stack);
    is_needed[place->group] = true;
  }
}

Rewriter::Copies Rewriter::copies_for(std::span<const NodeId> roots, bool is_density) const {
  Copies result{.copies = std::vector<NodeId>(graph_.size()),
                .states = std::vector<std::uint8_t>(graph_.size(), 0),
                .is_whole = std::vector<bool>(groups_.size(), !is_density),
                .needs = std::vector<std::optional<ChainOperands>>(groups_.size()),
                .values = std::vector<std::optional<NodeId>>(groups_.size())};
  if (is_density) find_whole(roots, result);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    result.needs[g] = operands_of(groups_[g], result.is_whole[g]);
  }
  return result;
}

void Rewriter::push_needed(NodeId id, Copies& to, std::vector<NodeId>& stack) const {
  if (const StatePlace* const place = state_of(id)) {
    if (!to.values[place->group]) push_chain(place->group, stack);
    return;
  }
  const auto operands = graph_.operands(id);
  stack.insert(stack.end(), operands.rbegin(), operands.rend());
}

NodeId Rewriter::copy(NodeId root, Copies& to) {
  std::vector<NodeId> stack{root};
  while (!stack.empty()) {
    const NodeId id = stack.back();
    std::uint8_t& state = to.states[id.value];
    if (state == 0) {
      state = 1;
      push_needed(id, to, stack);
      continue;
    }
    stack.pop_back();
    if (state == 2) continue;
    to.copies[id.value] = make(id, to);
    state = 2;
  }
  return to.copies[root.value];
}

NodeId Rewriter::make(NodeId id, Copies& to) {
  if (const StatePlace* const place = state_of(id)) return make_states(id, *place, to);
  std::vector<NodeId> operands;
  for (const NodeId operand : graph_.operands(id)) operands.push_back(to.copies[operand.value]);
  return to_.copy(graph_, id, operands);
}

NodeId Rewriter::make_states(NodeId id, const StatePlace& place, Copies& to) {
  const ChainOperands& operands = *to.needs[place.group];
  auto& value = to.values[place.group];
  if (!value) value = make_value(operands, to);
  const scan::HiddenChain& shape = operands.shape;
  std::vector<std::uint32_t> elements;
  for (const std::uint32_t k : place.states) {
    const std::size_t row = shape.is_whole ? k * shape.steps + place.step : k;
    elements.push_back(static_cast<std::uint32_t>(row * shape.chains + place.chain));
  }
  return to_.gather(*value, Index::list(std::move(elements)), graph_.shape(id));
}

NodeId Rewriter::make_value(const ChainOperands& operands, const Copies& to) {
  const NodeId inputs[] = {make_sums(operands.first, to), make_sums(operands.move, to),
                           make_sums(operands.emission, to)};
  return to_.part(to_.kernel(hidden_chain_kernel(operands.shape), inputs), 0);
}

// The first terms of all slots as one array, and so on, added up.
NodeId Rewriter::make_sums(const Slots& slots, const Copies& to) {
  std::size_t most = 1;
  for (const auto& slot : slots) most = std::max(most, slot ? slot->size() : 0);
  NodeId sum = make_term(slots, 0, to);
  for (std::size_t p = 1; p < most; ++p) {
    sum = to_.apply(Op::kAdd, {sum, make_term(slots, p, to)});
  }
  return sum;
}

NodeId Rewriter::make_term(const Slots& slots, std::size_t position, const Copies& to) {
  std::vector<NodeId> numbers;
  for (const auto& slot : slots) {
    if (slot && position < slot->size()) {
      numbers.push_back(number((*slot)[position], to));
    } else {
      numbers.push_back(to_.constant(slot || position > 0 ? 0.0 : -kInfinity));
    }
  }
  return to_.apply(Op::kConcat, numbers);
}

NodeId Rewriter::number(const LogTerm& term, const Copies& to) {
  NodeId id = to.copies[term.place.node.value];
  if (!to_.shape(id).is_scalar()) {
    id = to_.gather(id, Index::range(term.place.element, 1), Shape::scalar());
  }
  return term.is_negative ? to_.apply(Op::kNegate, {id}) : id;
}

Model Rewriter::run() {
  Model result{.graph = {},
               .variables = model_.variables,
               .factors = model_.factors,
               .outputs = model_.outputs};
  Model density = model_;
  density.outputs.clear();
  Copies for_density = copies_for(roots(density), true), for_outputs = copies_for({}, false);
  const auto copied = [&](NodeId& id) { id = copy(id, for_density); };
  for (Variable& variable : result.variables) {
    copied(variable.node);
    Support& support = variable.support;
    for (auto* bound : {&support.lower, &support.upper, &support.offset, &support.multiplier}) {
      if (*bound) copied(**bound);
    }
  }
  for (Factor& factor : result.factors) {
    copied(factor.value);
    for (NodeId& argument : factor.arguments) copied(argument);
    if (factor.weight) copied(*factor.weight);
    if (factor.squares) copied(factor.squares->residual), copied(factor.squares->scale);
  }
  for (Output& output : result.outputs) output.node = copy(output.node, for_outputs);
  result.graph = std::move(to_).finish({});
  return result;
}

}  // namespace

Model with_chains(const Model& model) {
  const std::vector<FoundChain> found = find_chains(model.graph);
  return found.empty() ? model : Rewriter(model, found).run();
}

}  // namespace autumn::model
