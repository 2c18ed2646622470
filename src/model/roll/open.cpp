// This file opens tuples: it finds which form a tuple takes and which parts it needs.
#include <algorithm>
#include <map>
#include <utility>

#include "model/roll/tuples.h"

namespace autumn::model {

using expr::Node;
using expr::NodeId;
using expr::Op;

namespace {

// A tuple whose items cost more than this to compute is never computed twice; below, doing so
// keeps to the form in which it was written.
constexpr std::uint32_t kCostly = 256;
// Repetitions of costly items are worth a gather from here on.
constexpr std::size_t kManyRepetitions = 8;
// Packs of more parts than this, all alike, are one long tuple rather than one tuple per part.
constexpr std::size_t kManyParts = 16;
// Sums of this many terms of one structure are sums over an array.
constexpr std::size_t kFewestTerms = 4;

// Whether the payload means the same in two nodes of the same graph only if it is equal.
bool has_comparable_payload(Op op) {
  return op != Op::kConstant && op != Op::kGather && op != Op::kScatterAdd && op != Op::kKernel;
}

}  // namespace

void TupleRoller::open(Tuple& tuple) {
  const auto nodes = items(tuple);
  const std::uint64_t hash = structure_.hash(nodes[0]);
  const auto is_same = [&](NodeId id) { return structure_.hash(id) == hash; };
  if (!std::all_of(nodes.begin(), nodes.end(), is_same)) {
    std::vector<std::uint64_t> keys;
    keys.reserve(nodes.size());
    for (const NodeId id : nodes) keys.push_back(structure_.hash(id));
    split(tuple, keys);
  } else if (is_alike(nodes)) {
    open_constants_or_operation(tuple);
  }
}

// Hashes only suggest: that the operations agree is looked at, so that a collision of hashes costs
// time and nothing else.
bool TupleRoller::is_alike(std::span<const NodeId> items) const {
  const Node& head = from_.node(items[0]);
  if (head.op == Op::kInput || head.op == Op::kKernel || head.op == Op::kPart) return false;
  return std::all_of(items.begin(), items.end(), [&](NodeId id) {
    const Node& node = from_.node(id);
    if (node.op != head.op || node.shape != head.shape) return false;
    if (node.operand_count != head.operand_count) return false;
    if (has_comparable_payload(node.op)) return node.payload == head.payload;
    if (node.op == Op::kScatterAdd) return from_.index(id) == from_.index(items[0]);
    return true;
  });
}

void TupleRoller::open_constants_or_operation(Tuple& tuple) {
  switch (from_.op(items(tuple)[0])) {
    case Op::kConstant: tuple.form = TupleForm::kConstants; return;
    case Op::kGather: open_gather(tuple); return;
    case Op::kConcat:
      if (!reuse(tuple)) open_concat(tuple);
      return;
    default:
      if (!reuse(tuple)) open_operation(tuple);
      return;
  }
}

// Elements of one array are one gather; elements of different arrays are read from the batch of
// those arrays.
void TupleRoller::open_gather(Tuple& tuple) {
  tuple.form = TupleForm::kGather;
  std::vector<NodeId> arrays;
  arrays.reserve(tuple.size);
  for (const NodeId id : items(tuple)) arrays.push_back(from_.operand(id, 0));
  if (all_equal(arrays)) {
    tuple.children.push_back({arrays[0].value, true});
    return;
  }
  Distinct different = distinct(arrays);
  tuple.children.push_back(ref_of(different.items));
  tuple.places = std::move(different.places);
}

void TupleRoller::open_operation(Tuple& tuple) {
  const std::size_t arity = from_.operands(items(tuple)[0]).size();
  std::vector<Rolled> operands;
  for (std::size_t k = 0; k < arity; ++k) {
    const std::size_t first = items_.size();
    for (std::uint32_t i = 0; i < tuple.size; ++i) {
      items_.push_back(from_.operand(items_[tuple.first + i], k));
    }
    const Ref child = intern(first);
    tuple.children.push_back(child);
    operands.push_back({NodeId{}, child.is_single, item_shape(child)});
  }
  if (has_batch_form(from_, items(tuple)[0], operands)) {
    tuple.form = TupleForm::kOperation;
  } else {
    tuple.children.clear();
  }
}

// One tuple per part; or, if there are many and all alike, one tuple of everything.
void TupleRoller::open_concat(Tuple& tuple) {
  tuple.form = TupleForm::kConcat;
  const auto parts = from_.operands(items(tuple)[0]);
  const auto is_like_first = [&](NodeId part) {
    return from_.shape(part).is_scalar() && structure_.hash(part) == structure_.hash(parts[0]);
  };
  const bool is_flat =
      parts.size() > kManyParts && std::all_of(parts.begin(), parts.end(), is_like_first);
  std::size_t first = items_.size();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (std::uint32_t i = 0; i < tuple.size; ++i) {
      items_.push_back(from_.operand(items_[tuple.first + i], k));
    }
    if (is_flat && k + 1 < parts.size()) continue;
    tuple.children.push_back(intern(first));
    first = items_.size();
  }
}

// Costly items are computed once: repetitions are picked from the distinct ones, and what another
// tuple computes is picked from there. (Panels of different length open a tuple per step, each
// part of the one before.)
bool TupleRoller::reuse(Tuple& tuple) {
  const auto nodes = items(tuple);
  if (structure_.cost(nodes[0]) <= kCostly) return false;
  const auto other =
      std::find_if(nodes.begin(), nodes.end(), [&](NodeId id) { return id != nodes[0]; });
  if (!costs_more_than(from_, nodes[0], *other, kCostly)) return false;
  if (count_distinct(nodes) * kManyRepetitions <= nodes.size()) {
    Distinct different = distinct(nodes);
    tuple.form = TupleForm::kPick;
    tuple.children.push_back(ref_of(different.items));
    tuple.places = std::move(different.places);
    return true;
  }
  return reuse_homes(tuple);
}

// Makes a tuple the home of its items if they are costly.
void TupleRoller::settle(std::uint32_t index, const Tuple& tuple) {
  const auto nodes = items(tuple);
  if (structure_.cost(nodes[0]) <= kCostly) return;
  homes_.resize(from_.size(), 0);
  home_places_.resize(from_.size(), 0);
  for (std::uint32_t i = tuple.size; i-- > 0;) {
    homes_[nodes[i].value] = index + 1;
    home_places_[nodes[i].value] = i;
  }
}

bool TupleRoller::reuse_homes(Tuple& tuple) {
  if (homes_.empty()) return false;
  const auto nodes = items(tuple);
  const std::uint32_t home = homes_[nodes[0].value];
  const auto is_at_home = [&](NodeId id) { return homes_[id.value] == home; };
  if (!std::all_of(nodes.begin(), nodes.end(), is_at_home)) {
    std::vector<std::uint64_t> keys;
    for (const NodeId id : nodes) keys.push_back(homes_[id.value]);
    split(tuple, keys);
    return true;
  }
  if (home == 0) return false;
  tuple.form = TupleForm::kPick;
  tuple.children.push_back({home - 1, false});
  for (const NodeId id : nodes) tuple.places.push_back(home_places_[id.value]);
  return true;
}

// Items of one key stay in their order; the parts stand in the order of their first items.
void TupleRoller::split(Tuple& tuple, std::span<const std::uint64_t> keys) {
  tuple.form = TupleForm::kJoin;
  std::unordered_map<std::uint64_t, std::uint32_t> part_of_key;
  std::vector<std::uint32_t> parts;
  parts.reserve(keys.size());
  for (const std::uint64_t key : keys) {
    const auto next = static_cast<std::uint32_t>(part_of_key.size());
    parts.push_back(part_of_key.try_emplace(key, next).first->second);
    if (parts.back() == tuple.sizes.size()) tuple.sizes.push_back(0);
    tuple.places.push_back(tuple.sizes[parts.back()]++);
  }
  std::vector<std::uint32_t> starts(tuple.sizes.size() + 1, 0);
  for (std::size_t p = 0; p < tuple.sizes.size(); ++p) {
    starts[p + 1] = starts[p] + tuple.sizes[p];
  }
  std::vector<NodeId> sorted(keys.size());
  for (std::uint32_t i = 0; i < tuple.size; ++i) {
    tuple.places[i] += starts[parts[i]];
    sorted[tuple.places[i]] = items_[tuple.first + i];
  }
  for (std::size_t p = 0; p < tuple.sizes.size(); ++p) {
    tuple.children.push_back(
        ref_of(std::span<const NodeId>(sorted).subspan(starts[p], tuple.sizes[p])));
  }
}

std::size_t TupleRoller::count_distinct(std::span<const NodeId> items) {
  ++last_mark_;
  std::size_t count = 0;
  for (const NodeId id : items) {
    count += marks_[id.value] != last_mark_ ? 1U : 0U;
    marks_[id.value] = last_mark_;
  }
  return count;
}

TupleRoller::Distinct TupleRoller::distinct(std::span<const NodeId> items) {
  ++last_mark_;
  Distinct result;
  result.places.reserve(items.size());
  for (const NodeId id : items) {
    if (marks_[id.value] != last_mark_) {
      marks_[id.value] = last_mark_;
      mark_places_[id.value] = static_cast<std::uint32_t>(result.items.size());
      result.items.push_back(id);
    }
    result.places.push_back(mark_places_[id.value]);
  }
  return result;
}

// A single packed vector: runs of scalars of one structure are tuples. If there is nothing but
// scalars they are one tuple, whatever their order.
std::vector<TupleRoller::Run> TupleRoller::concat_runs(NodeId id) {
  const auto parts = from_.operands(id);
  const auto is_scalar = [&](NodeId part) { return from_.shape(part).is_scalar(); };
  if (!parts.empty() && std::all_of(parts.begin(), parts.end(), is_scalar)) {
    return {{ref_of(parts), parts.size()}};
  }
  std::vector<Run> runs;
  for (std::size_t k = 0; k < parts.size();) {
    std::size_t end = k + 1;
    while (end < parts.size() && is_scalar(parts[k]) &&
           structure_.hash(parts[end]) == structure_.hash(parts[k])) {
      ++end;
    }
    runs.push_back({ref_of(parts.subspan(k, end - k)), end - k});
    k = end;
  }
  return runs;
}

// Accumulators: s = 0; for i: s = s + f(i).
bool TupleRoller::plan_sum(NodeId id) {
  if (!is_sum(from_.op(id)) || !from_.shape(id).is_scalar()) return false;
  if (structure_.is_inner_sum[id.value]) return false;
  const std::vector<Signed> terms = terms_of(from_, id, structure_.is_inner_sum);
  if (terms.size() < kFewestTerms) return false;
  using Key = std::pair<std::uint64_t, bool>;
  std::map<Key, std::vector<NodeId>> alike;
  const auto key_of = [&](const Signed& t) { return Key{structure_.hash(t.node), t.is_negative}; };
  for (const Signed& term : terms) alike[key_of(term)].push_back(term.node);
  SumPlan plan;
  for (const Signed& term : terms) {
    std::vector<NodeId>& nodes = alike[key_of(term)];
    if (nodes.empty()) continue;  // in a run already
    if (nodes.size() < kFewestTerms) {
      plan.rest.push_back(term);
      continue;
    }
    plan.runs.push_back({ref_of(nodes), nodes.size()});
    plan.is_negative.push_back(term.is_negative);
    nodes.clear();
  }
  if (plan.runs.empty()) return false;
  std::erase_if(plan.rest, [&](const Signed& term) {
    return from_.is_constant(term.node) && from_.constant(term.node)[0] == 0.0;
  });
  sums_.emplace(id.value, std::move(plan));
  return true;
}

}  // namespace autumn::model
