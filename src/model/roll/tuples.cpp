// This file walks over tuples: each is opened (roll_open.cpp), then its parts are finished, then
// it is built from them (roll_build.cpp).
#include "model/roll/tuples.h"

#include <algorithm>
#include <map>
#include <utility>

#include "expr/hash.h"

namespace autumn::model {

using expr::Graph;
using expr::Node;
using expr::NodeId;
using expr::Op;
using expr::Shape;

TupleRoller::TupleRoller(const Graph& from, const Structure& structure, expr::Builder& to)
    : from_(from),
      structure_(structure),
      to_(to),
      copies_(from.size()),
      states_(from.size(), State::kNew),
      alike_refs_(structure.alike.size()),
      marks_(from.size(), 0),
      mark_places_(from.size(), 0) {}

bool TupleRoller::all_equal(std::span<const NodeId> items) {
  return std::all_of(items.begin(), items.end(), [&](NodeId id) { return id == items[0]; });
}

NodeId TupleRoller::copy(NodeId id) {
  const Ref ref{id.value, true};
  run(ref);
  return rolled(ref).node;
}

Rolled TupleRoller::roll(std::span<const NodeId> items) {
  const Ref ref = ref_of(items);
  run(ref);
  return rolled(ref);
}

std::span<const NodeId> TupleRoller::items(const Tuple& tuple) const {
  return {items_.data() + tuple.first, tuple.size};
}

Shape TupleRoller::item_shape(Ref ref) const {
  return from_.shape(ref.is_single ? NodeId{ref.index} : items_[tuples_[ref.index].first]);
}

Rolled TupleRoller::rolled(Ref ref) const {
  const NodeId node = ref.is_single ? copies_[ref.index] : tuples_[ref.index].node;
  return {node, ref.is_single, item_shape(ref)};
}

TupleRoller::Ref TupleRoller::ref_of(std::span<const NodeId> items) {
  const std::size_t first = items_.size();
  items_.insert(items_.end(), items.begin(), items.end());
  return intern(first);
}

TupleRoller::Ref TupleRoller::intern(std::size_t first) {
  const std::span<const NodeId> items = std::span<const NodeId>(items_).subspan(first);
  const NodeId head = items[0];
  if (all_equal(items)) {
    items_.resize(first);
    return {head.value, true};
  }
  std::uint64_t hash = items.size();
  for (const NodeId id : items) hash = expr::mix(hash, id.value);
  const auto [begin, end] = tuple_of_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    if (!std::ranges::equal(this->items(tuples_[it->second]), items)) continue;
    items_.resize(first);
    return {it->second, false};
  }
  const auto index = static_cast<std::uint32_t>(tuples_.size());
  tuples_.push_back({.first = static_cast<std::uint32_t>(first),
                     .size = static_cast<std::uint32_t>(items.size())});
  tuple_of_hash_.emplace(hash, index);
  return {index, false};
}

TupleRoller::State& TupleRoller::state(Ref ref) {
  return ref.is_single ? states_[ref.index] : tuples_[ref.index].state;
}

// Depth first with a stack of our own: a recurrence may be deeper than the machine's.
void TupleRoller::run(Ref root) {
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Ref top = stack_.back();
    if (state(top) == State::kNew) {
      if (waits_for_alike(top)) continue;
      state(top) = State::kOpened;
      push_children(top);
      continue;
    }
    stack_.pop_back();
    if (state(top) == State::kDone) continue;
    build(top);
    state(top) = State::kDone;
  }
}

void TupleRoller::push(Ref ref) {
  if (state(ref) == State::kNew) stack_.push_back(ref);
}

// What the steps of a recurrence need from outside of it is computed for all of them at once: a
// node that stands for itself is an element of the tuple of its like.
std::optional<TupleRoller::Alike> TupleRoller::alike(NodeId id) {
  const std::uint32_t group = structure_.alike_of[id.value];
  if (group == 0) return std::nullopt;
  const std::vector<NodeId>& nodes = structure_.alike[group - 1];
  std::optional<Ref>& ref = alike_refs_[group - 1];
  if (!ref) ref = is_alike(nodes) ? ref_of(nodes) : Ref{};
  if (ref->is_single) return std::nullopt;
  const auto place = std::ranges::lower_bound(nodes, id.value, {}, &NodeId::value);
  return Alike{*ref, static_cast<std::uint32_t>(place - nodes.begin())};
}

// The tuple is finished first, while the node is still new: a tuple that needs one of its own items
// by itself (it has no batch form after all) finds it so, and computes it.
bool TupleRoller::waits_for_alike(Ref ref) {
  if (!ref.is_single) return false;
  const auto found = alike(NodeId{ref.index});
  if (!found || state(found->all) != State::kNew) return false;
  stack_.push_back(found->all);
  return true;
}

std::optional<TupleRoller::Alike> TupleRoller::finished_alike(NodeId id) {
  const auto found = alike(id);
  return found && state(found->all) == State::kDone ? found : std::nullopt;
}

void TupleRoller::push_single_children(NodeId id) {
  if (finished_alike(id)) return;
  if (from_.op(id) == Op::kConcat) {
    for (const Run& run : concat_runs(id)) push(run.ref);
  } else if (plan_sum(id)) {
    for (const Signed& term : sums_.at(id.value).rest) push({term.node.value, true});
    for (const Run& run : sums_.at(id.value).runs) push(run.ref);
  } else {
    for (const NodeId operand : from_.operands(id)) push({operand.value, true});
  }
}

void TupleRoller::push_children(Ref ref) {
  if (ref.is_single) {
    push_single_children(NodeId{ref.index});
    return;
  }
  // Opening may add tuples: the tuple is worked on apart and put back.
  Tuple tuple = std::move(tuples_[ref.index]);
  tuples_[ref.index] = {.first = tuple.first, .size = tuple.size, .state = tuple.state};
  open(tuple);
  for (const Ref child : tuple.children) push(child);
  if (tuple.form == TupleForm::kPack) {
    for (const NodeId id : items(tuple)) push({id.value, true});
  }
  if (tuple.form == TupleForm::kOperation) settle(ref.index, tuple);
  tuples_[ref.index] = std::move(tuple);
}

}  // namespace autumn::model
