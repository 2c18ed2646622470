// This file walks over columns: each is opened (roll_open.cpp), then its parts are finished, then
// it is built from them (roll_build.cpp).
#include "model/roll_columns.h"

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

ColumnRoller::ColumnRoller(const Graph& from, const Structure& structure, expr::Builder& to)
    : from_(from),
      structure_(structure),
      to_(to),
      copies_(from.size()),
      states_(from.size(), State::kNew),
      marks_(from.size(), 0),
      mark_places_(from.size(), 0) {}

bool ColumnRoller::all_equal(std::span<const NodeId> items) {
  return std::all_of(items.begin(), items.end(), [&](NodeId id) { return id == items[0]; });
}

NodeId ColumnRoller::copy(NodeId id) {
  const Ref ref{id.value, true};
  run(ref);
  return rolled(ref).node;
}

Rolled ColumnRoller::roll(std::span<const NodeId> items) {
  const Ref ref = ref_of(items);
  run(ref);
  return rolled(ref);
}

std::span<const NodeId> ColumnRoller::items(const Column& column) const {
  return {items_.data() + column.first, column.size};
}

Shape ColumnRoller::item_shape(Ref ref) const {
  return from_.shape(ref.is_single ? NodeId{ref.index} : items_[columns_[ref.index].first]);
}

Rolled ColumnRoller::rolled(Ref ref) const {
  const NodeId node = ref.is_single ? copies_[ref.index] : columns_[ref.index].node;
  return {node, ref.is_single, item_shape(ref)};
}

ColumnRoller::Ref ColumnRoller::ref_of(std::span<const NodeId> items) {
  const std::size_t first = items_.size();
  items_.insert(items_.end(), items.begin(), items.end());
  return intern(first);
}

ColumnRoller::Ref ColumnRoller::intern(std::size_t first) {
  const std::span<const NodeId> items = std::span<const NodeId>(items_).subspan(first);
  const NodeId head = items[0];
  if (all_equal(items)) {
    items_.resize(first);
    return {head.value, true};
  }
  std::uint64_t hash = items.size();
  for (const NodeId id : items) hash = expr::mix(hash, id.value);
  const auto [begin, end] = column_of_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    if (!std::ranges::equal(this->items(columns_[it->second]), items)) continue;
    items_.resize(first);
    return {it->second, false};
  }
  const auto index = static_cast<std::uint32_t>(columns_.size());
  columns_.push_back({.first = static_cast<std::uint32_t>(first),
                      .size = static_cast<std::uint32_t>(items.size())});
  column_of_hash_.emplace(hash, index);
  return {index, false};
}

ColumnRoller::State& ColumnRoller::state(Ref ref) {
  return ref.is_single ? states_[ref.index] : columns_[ref.index].state;
}

// Depth first with a stack of our own: a recurrence may be deeper than the machine's.
void ColumnRoller::run(Ref root) {
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Ref top = stack_.back();
    if (state(top) == State::kNew) {
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

void ColumnRoller::push(Ref ref) {
  if (state(ref) == State::kNew) stack_.push_back(ref);
}

void ColumnRoller::push_single_children(NodeId id) {
  if (from_.op(id) == Op::kConcat) {
    for (const Run& run : concat_runs(id)) push(run.ref);
  } else if (plan_sum(id)) {
    for (const Signed& term : sums_.at(id.value).rest) push({term.node.value, true});
    for (const Run& run : sums_.at(id.value).runs) push(run.ref);
  } else {
    for (const NodeId operand : from_.operands(id)) push({operand.value, true});
  }
}

void ColumnRoller::push_children(Ref ref) {
  if (ref.is_single) {
    push_single_children(NodeId{ref.index});
    return;
  }
  // Opening may add columns: the column is worked on apart and put back.
  Column column = std::move(columns_[ref.index]);
  columns_[ref.index] = {.first = column.first, .size = column.size, .state = column.state};
  open(column);
  for (const Ref child : column.children) push(child);
  if (column.form == Form::kPack) {
    for (const NodeId id : items(column)) push({id.value, true});
  }
  if (column.form == Form::kOperation) settle(ref.index, column);
  columns_[ref.index] = std::move(column);
}

}  // namespace autumn::model
