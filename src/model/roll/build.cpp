// This file builds tuples from their finished parts.
#include <utility>

#include "model/roll/emit.h"
#include "model/roll/tuples.h"

namespace autumn::model {

using expr::Graph;
using expr::Index;
using expr::NodeId;
using expr::Op;
using expr::Shape;

namespace {

// A gather index for n items of m elements, item by item down the rows: element (i, j) reads
// place(i, j).
template <typename Place>
Index batch_index(std::size_t n, std::size_t m, const Place& place) {
  std::vector<std::uint32_t> elements;
  elements.reserve(n * m);
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = 0; i < n; ++i) elements.push_back(static_cast<std::uint32_t>(place(i, j)));
  }
  return Index::list(std::move(elements));
}

}  // namespace

void TupleRoller::build(Ref ref) {
  if (ref.is_single) {
    copies_[ref.index] = build_single(NodeId{ref.index});
  } else {
    tuples_[ref.index].node = build_tuple(tuples_[ref.index]);
  }
}

NodeId TupleRoller::build_single(NodeId id) {
  if (const auto found = finished_alike(id)) {
    const Rolled all = rolled(found->all);
    const auto count = static_cast<std::uint32_t>(tuples_[found->all.index].size);
    const auto size = static_cast<std::uint32_t>(all.item.size());
    return emit_gather(to_, all.node, Index::range(found->place, size, count), all.item);
  }
  if (from_.op(id) == Op::kConcat) return build_packed(id);
  if (const auto sum = sums_.find(id.value); sum != sums_.end()) return build_sum(sum->second);
  const auto operands = from_.operands(id);
  constexpr std::size_t kFew = 3;
  NodeId few[kFew];
  std::vector<NodeId> many;
  if (operands.size() > kFew) many.resize(operands.size());
  const std::span<NodeId> nodes = many.empty() ? std::span<NodeId>(few, operands.size()) : many;
  for (std::size_t k = 0; k < operands.size(); ++k) nodes[k] = copies_[operands[k].value];
  return emit(to_, from_, id, nodes);
}

NodeId TupleRoller::build_packed(NodeId id) {
  std::vector<NodeId> parts;
  for (const Run& run : concat_runs(id)) {
    const Rolled part = rolled(run.ref);
    parts.push_back(run.size > 1 ? full_batch(to_, part, run.size) : part.node);
  }
  return emit_concat(to_, parts);
}

NodeId TupleRoller::build_sum(const SumPlan& plan) {
  std::vector<Signed> terms;
  for (const Signed& term : plan.rest) {
    terms.push_back({copies_[term.node.value], term.is_negative});
  }
  for (std::size_t r = 0; r < plan.runs.size(); ++r) {
    const NodeId all = full_batch(to_, rolled(plan.runs[r].ref), plan.runs[r].size);
    terms.push_back({to_.apply(Op::kSum, {all}), plan.is_negative[r]});
  }
  return emit_sum(to_, terms);
}

NodeId TupleRoller::build_tuple(const Tuple& tuple) {
  switch (tuple.form) {
    case TupleForm::kConstants: return build_constants(tuple);
    case TupleForm::kGather: return build_gather(tuple);
    case TupleForm::kConcat: return build_concat(tuple);
    case TupleForm::kOperation: return build_operation(tuple);
    case TupleForm::kPick: return build_pick(tuple);
    case TupleForm::kJoin: return build_join(tuple);
    case TupleForm::kPack: return build_pack(tuple);
  }
  not_of_the_list("the form of a tuple");
}

NodeId TupleRoller::build_constants(const Tuple& tuple) {
  const auto nodes = items(tuple);
  const Shape item = from_.shape(nodes[0]);
  std::vector<double> numbers(nodes.size() * item.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto of_item = from_.constant(nodes[i]);
    for (std::size_t j = 0; j < of_item.size(); ++j) numbers[i + j * nodes.size()] = of_item[j];
  }
  return to_.constant(batch_shape(nodes.size(), item), numbers);
}

NodeId TupleRoller::build_gather(const Tuple& tuple) {
  const auto nodes = items(tuple);
  const Rolled array = rolled(tuple.children[0]);
  const Shape item = from_.shape(nodes[0]);
  const std::size_t n = nodes.size();
  // Without places all items read the same array; else array p of a batch of them.
  const std::size_t arrays = array.is_shared ? 1 : to_.shape(array.node).rows;
  Index index = batch_index(n, item.size(), [&](std::size_t i, std::size_t j) {
    const std::size_t array_of_item = tuple.places.empty() ? 0 : tuple.places[i];
    return array_of_item + arrays * from_.index(nodes[i])[j];
  });
  return emit_gather(to_, array.node, std::move(index), batch_shape(n, item));
}

// Matrices of n rows one after the other in storage are columns side by side.
NodeId TupleRoller::build_concat(const Tuple& tuple) {
  const Shape item = from_.shape(items(tuple)[0]);
  const Shape shape = batch_shape(tuple.size, item);
  if (tuple.children.size() == 1) {
    const Rolled all = rolled(tuple.children[0]);
    return emit_reshape(to_, all.is_shared ? fill(to_, all.node, shape) : all.node, shape);
  }
  std::vector<NodeId> parts;
  for (const Ref child : tuple.children) {
    parts.push_back(full_batch(to_, rolled(child), tuple.size));
  }
  return emit_reshape(to_, emit_concat(to_, parts), shape);
}

NodeId TupleRoller::build_operation(const Tuple& tuple) {
  std::vector<Rolled> operands;
  for (const Ref child : tuple.children) operands.push_back(rolled(child));
  return apply_batch(to_, from_, items(tuple)[0], operands, tuple.size);
}

NodeId TupleRoller::build_pick(const Tuple& tuple) {
  const Rolled source = rolled(tuple.children[0]);
  const std::size_t rows = to_.shape(source.node).rows;
  Index index = batch_index(tuple.size, source.item.size(), [&](std::size_t i, std::size_t j) {
    return tuple.places[i] + rows * j;
  });
  return emit_gather(to_, source.node, std::move(index), batch_shape(tuple.size, source.item));
}

// Parts are concatenated as they are stored, each with its items down the rows; a permutation puts
// the items back in their order.
NodeId TupleRoller::build_join(const Tuple& tuple) {
  const Shape item = from_.shape(items(tuple)[0]);
  const std::size_t m = item.size();
  std::vector<NodeId> parts;
  std::vector<std::uint32_t> part_of_place;
  std::vector<std::uint32_t> starts;
  for (std::size_t p = 0; p < tuple.children.size(); ++p) {
    const std::uint32_t size = tuple.sizes[p];
    const Rolled part = rolled(tuple.children[p]);
    parts.push_back(size > 1 ? full_batch(to_, part, size) : part.node);
    starts.push_back(static_cast<std::uint32_t>(part_of_place.size()));
    part_of_place.insert(part_of_place.end(), size, static_cast<std::uint32_t>(p));
  }
  Index index = batch_index(tuple.size, m, [&](std::size_t i, std::size_t j) {
    const std::uint32_t p = part_of_place[tuple.places[i]];
    return starts[p] * m + (tuple.places[i] - starts[p]) + tuple.sizes[p] * j;
  });
  return emit_gather(to_, emit_concat(to_, parts), std::move(index), batch_shape(tuple.size, item));
}

NodeId TupleRoller::build_pack(const Tuple& tuple) {
  const Shape item = from_.shape(items(tuple)[0]);
  std::vector<NodeId> parts;
  for (const NodeId id : items(tuple)) parts.push_back(copies_[id.value]);
  Index index = batch_index(tuple.size, item.size(),
                            [&](std::size_t i, std::size_t j) { return i * item.size() + j; });
  return emit_gather(to_, emit_concat(to_, parts), std::move(index), batch_shape(tuple.size, item));
}

}  // namespace autumn::model
