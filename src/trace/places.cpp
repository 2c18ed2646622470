// This file evaluates what stands between brackets, and what it means.
#include <fmt/format.h>

#include <algorithm>

#include "stan/types/leaves.h"
#include "trace/indexing.h"
#include "trace/interpreter.h"

namespace autumn::trace {
std::optional<std::size_t> Interpreter::element_place(const Dims& dims,
                                                      const std::vector<stan::Index>& indices) {
  const auto is_single = [](const stan::Index& index) {
    const auto* single = std::get_if<stan::IndexSingle>(&index);
    return single != nullptr && single->value->type.is_scalar();
  };
  if (indices.size() != dims.size() || !std::all_of(indices.begin(), indices.end(), is_single)) {
    return std::nullopt;
  }
  std::size_t offset = 0;
  std::size_t stride = 1;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const Value place = decided(evaluate(*std::get<stan::IndexSingle>(indices[d]).value));
    if (!place.is_known()) fail_undecided("an index depends on a parameter");
    offset += stride * checked_place(place.number(), dims[d], d);
    stride *= dims[d];
  }
  return offset;
}

Value Interpreter::value_of(const stan::Expr& e, const stan::Indexed& x) {
  // An element of a variable, the usual case, is read in place: evaluating the variable would only
  // copy its handle.
  const auto* variable = std::get_if<stan::Variable>(&x.base->node);
  if (variable != nullptr && variable->slot >= 0) {
    const Value& base = (*frame_)[static_cast<std::size_t>(variable->slot)];
    try {
      if (const auto place = element_place(base.dims(), x.indices)) {
        return machine_.element(base, *place, e.type);
      }
      return indexed(base, evaluate_places(x.indices), e.type);
    } catch (const RuntimeError& error) {
      if (!error.is_undecided || !traces_both_sides()) throw;
      return looked_up(base, x.indices, e.type);
    }
  }
  if (!x.base->type.is_composite()) {
    const std::vector<Subscript> places = evaluate_places(x.indices);
    return indexed(evaluate(*x.base), places, e.type);
  }
  const Value base = evaluate(*x.base);
  const std::vector<stan::Type> types = stan::leaf_types(e.type);
  std::vector<Value> leaves;
  try {
    const std::vector<Subscript> places = evaluate_places(x.indices);
    for (const Value& leaf : base.leaves()) {
      leaves.push_back(indexed(leaf, places, types[leaves.size()]));
    }
  } catch (const RuntimeError& error) {
    if (!error.is_undecided || !traces_both_sides()) throw;
    for (const Value& leaf : base.leaves()) {
      leaves.push_back(looked_up(leaf, x.indices, types[leaves.size()]));
    }
  }
  return Value::composite(e.type, std::move(leaves));
}

Value Interpreter::indexed(const Value& base, std::span<const Subscript> places, stan::Type type) {
  Selection selection = select(base.dims(), places);
  return machine_.gather(base, std::move(selection.index), type, std::move(selection.dims));
}

std::vector<Subscript> Interpreter::evaluate_places(std::span<const stan::Index> indices) {
  std::vector<Subscript> places;
  places.reserve(indices.size());
  for (const stan::Index& index : indices) {
    if (const auto* single = std::get_if<stan::IndexSingle>(&index)) {
      const Value value = decided(evaluate(*single->value));
      if (!value.is_known()) fail_undecided("an index depends on a parameter");
      if (value.is_scalar()) {
        places.emplace_back(SingleSubscript{value.number()});
      } else {
        places.emplace_back(SubscriptList{{value.numbers().begin(), value.numbers().end()}});
      }
      continue;
    }
    const auto& range = std::get<stan::IndexRange>(index);
    SubscriptRange places_of_range;
    if (range.low) places_of_range.low = known_number(*range.low, "an index");
    if (range.high) places_of_range.high = known_number(*range.high, "an index");
    places.emplace_back(places_of_range);
  }
  return places;
}

}  // namespace autumn::trace
