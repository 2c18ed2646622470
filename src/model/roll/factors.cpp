// This file divides factors by distribution and structure, and makes the merged factor of each
// part.
#include "model/roll/factors.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "dist/distribution.h"
#include "expr/builder.h"
#include "expr/hash.h"
#include "model/roll/emit.h"
#include "model/roll/tuples.h"

namespace autumn::model {
namespace {

using expr::Builder;
using expr::mix;
using expr::Op;
using expr::Shape;

// What factors must have in common to be merged.
struct Signature {
  const dist::Distribution* distribution = nullptr;
  bool has_weight = false;
  std::uint64_t common = 0;     // shapes, and arguments that belong to all items
  std::uint64_t structure = 0;  // of value, arguments and weight

  auto operator<=>(const Signature&) const = default;
};

// Members of each part, in their order; parts in the order of their first members.
using Partition = std::vector<std::vector<std::uint32_t>>;

std::uint64_t hash_shape(Shape shape) {
  return mix(shape.rank, (std::uint64_t{shape.rows} << 32) | shape.cols);
}

std::size_t rank_of(dist::Item item) {
  return static_cast<std::size_t>(item);
}

// A factor with a single item. Arrays of items stay the factors they are.
bool is_one_item(const Graph& graph, const Factor& factor) {
  if (factor.weight && !graph.shape(*factor.weight).is_scalar()) return false;
  if (factor.is_opaque()) return graph.shape(factor.value).is_scalar();
  const dist::Distribution& distribution = *factor.distribution;
  if (distribution.variate.item == dist::Item::kMatrix) return false;
  if (graph.shape(factor.value).rank != rank_of(distribution.variate.item)) return false;
  for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
    if (graph.shape(factor.arguments[k]).rank != rank_of(distribution.arguments[k].item)) {
      return false;
    }
  }
  return true;
}

bool is_elementwise(const Factor& factor) {
  return factor.is_opaque() ||
         (factor.distribution->is_scalar() &&
          std::ranges::all_of(factor.distribution->arguments, [](const dist::Argument& argument) {
            return argument.item == dist::Item::kScalar;
          }));
}

// The length of the rows of a factor over numbers and vectors of one length; 0 if it is none, or
// has numbers only. A loop over rows leaves one such factor per row.
std::size_t row_length(const Graph& graph, const Factor& factor) {
  if (!is_elementwise(factor)) return 0;
  std::size_t length = 0;
  const auto fits = [&](NodeId id) {
    const Shape shape = graph.shape(id);
    if (shape.is_scalar()) return true;
    if (!shape.is_vector() || (length != 0 && length != shape.size())) return false;
    length = shape.size();
    return true;
  };
  const bool all_fit = fits(factor.value) && std::ranges::all_of(factor.arguments, fits) &&
                       (!factor.weight || fits(*factor.weight));
  return all_fit ? length : 0;
}

bool can_merge(const Graph& graph, const Factor& factor) {
  return is_one_item(graph, factor) || row_length(graph, factor) > 0;
}

// Whether an argument may differ from item to item (dist/distribution.h): vectors always, numbers
// where the variate is a number, matrices never.
bool may_differ(const dist::Distribution& distribution, std::size_t k) {
  const dist::Item item = distribution.arguments[k].item;
  return item == dist::Item::kVector || (item == dist::Item::kScalar && distribution.is_scalar());
}

Signature signature_of(const Graph& graph, const Structure& structure, const Factor& factor) {
  Signature signature{factor.distribution, factor.weight.has_value(),
                      hash_shape(graph.shape(factor.value)), structure.hash(factor.value)};
  for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
    const NodeId argument = factor.arguments[k];
    signature.common = mix(signature.common, may_differ(*factor.distribution, k)
                                                 ? hash_shape(graph.shape(argument))
                                                 : argument.value);
    signature.structure = mix(signature.structure, structure.hash(argument));
  }
  if (factor.weight) {
    signature.structure = mix(signature.structure, structure.hash(*factor.weight));
  }
  return signature;
}

struct SignatureHash {
  std::size_t operator()(const Signature& s) const {
    return mix(mix(reinterpret_cast<std::uintptr_t>(s.distribution), s.common), s.structure);
  }
};

Partition partition(const Model& model, const Structure& structure) {
  Partition parts;
  std::unordered_map<Signature, std::size_t, SignatureHash> part_of;
  for (std::uint32_t f = 0; f < model.factors.size(); ++f) {
    const Factor& factor = model.factors[f];
    std::size_t part = parts.size();
    if (can_merge(model.graph, factor)) {
      const Signature signature = signature_of(model.graph, structure, factor);
      part = part_of.try_emplace(signature, part).first->second;
    }
    if (part == parts.size()) parts.emplace_back();
    parts[part].push_back(f);
  }
  return parts;
}

// The steps of a recurrence differ in structure though one statement wrote them all. Factors that
// are left alone, of the same statement and the same kind of value, are packed into one.
Partition join_recurrences(const Model& model, const Structure& structure, Partition parts) {
  constexpr std::size_t kFewest = 3;
  using Key = std::tuple<Signature, std::string, std::string, std::uint32_t, std::uint32_t>;
  std::map<Key, std::vector<std::size_t>> alone;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Factor& factor = model.factors[parts[p][0]];
    if (parts[p].size() > 1 || factor.is_opaque() || !is_one_item(model.graph, factor)) continue;
    Signature signature = signature_of(model.graph, structure, factor);
    signature.structure = structure.hash(factor.value);
    const SourceRange& where = factor.where;
    alone[{signature, factor.label, where.file, where.line, where.column}].push_back(p);
  }
  for (const auto& [key, members] : alone) {
    if (members.size() < kFewest) continue;
    for (std::size_t m = 1; m < members.size(); ++m) {
      parts[members[0]].push_back(parts[members[m]][0]);
      parts[members[m]].clear();
    }
  }
  std::erase_if(parts, [](const auto& members) { return members.empty(); });
  return parts;
}

class Merger {
 public:
  Merger(const Model& model, const Structure& structure, Builder& to)
      : model_(model), to_(to), roller_(model.graph, structure, to) {}

  [[nodiscard]] NodeId copy(NodeId id) { return roller_.copy(id); }
  [[nodiscard]] Factor merge(std::span<const std::uint32_t> members);

 private:
  using Position = std::function<NodeId(const Factor&)>;

  [[nodiscard]] Rolled tuple(std::span<const std::uint32_t> members, const Position& position);
  [[nodiscard]] NodeId full_value(const Rolled& value, std::size_t n);
  [[nodiscard]] Factor merge_rows(std::span<const std::uint32_t> members, std::size_t length);
  [[nodiscard]] NodeId flat(const Rolled& tuple, std::size_t n, std::size_t length);
  [[nodiscard]] Factor copy_alone(const Factor& factor);
  void fill_value(Factor& factor);
  void shorten_arguments(Factor& factor);

  const Model& model_;
  Builder& to_;
  TupleRoller roller_;
};

Rolled Merger::tuple(std::span<const std::uint32_t> members, const Position& position) {
  std::vector<NodeId> items;
  items.reserve(members.size());
  for (const std::uint32_t f : members) items.push_back(position(model_.factors[f]));
  return roller_.roll(items);
}

// The value has one entry per item also where it is the same for all; a constant stays one, because
// discrete variates must be.
NodeId Merger::full_value(const Rolled& value, std::size_t n) {
  if (!value.is_shared || value.item.is_scalar() || !to_.is_constant(value.node)) {
    return full_batch(to_, value, n);
  }
  std::vector<double> numbers;
  const auto item = to_.graph().constant(value.node);
  for (const double number : item) numbers.insert(numbers.end(), n, number);
  return to_.constant(batch_shape(n, value.item), numbers);
}

Factor Merger::merge(std::span<const std::uint32_t> members) {
  const Factor& first = model_.factors[members[0]];
  if (members.size() == 1) return copy_alone(first);
  const std::size_t length = row_length(model_.graph, first);
  if (length > 0) return merge_rows(members, length);
  Factor merged = first;
  merged.value =
      full_value(tuple(members, [](const Factor& f) { return f.value; }), members.size());
  for (std::size_t k = 0; k < first.arguments.size(); ++k) {
    merged.arguments[k] = tuple(members, [k](const Factor& f) { return f.arguments[k]; }).node;
  }
  if (first.weight) merged.weight = tuple(members, [](const Factor& f) { return *f.weight; }).node;
  return merged;
}

// n rows of this length as one vector, in the order of an n x length matrix. Constants stay
// constants.
NodeId Merger::flat(const Rolled& tuple, std::size_t n, std::size_t length) {
  const Shape shape = Shape::vector(n * length);
  if (tuple.is_shared && tuple.item.is_scalar()) return fill(to_, tuple.node, shape);
  if (to_.is_constant(tuple.node)) {
    const auto numbers = to_.graph().constant(tuple.node);
    std::vector<double> all;
    for (std::size_t i = 0; i < n * length; ++i) {
      const std::size_t row = i % n;
      const std::size_t place = i / n;
      const std::size_t at = tuple.item.is_scalar() ? row : tuple.is_shared ? place : i;
      all.push_back(numbers[at]);
    }
    return to_.constant(shape, all);
  }
  const NodeId rows =
      tuple.item.is_scalar() ? to_.repeat_cols(tuple.node, length) : full_rows(to_, tuple, n);
  return emit_reshape(to_, rows, shape);
}

// The factors of a loop over rows: all of their elements in one factor.
Factor Merger::merge_rows(std::span<const std::uint32_t> members, std::size_t length) {
  Factor merged = model_.factors[members[0]];
  const auto all_rows = [&](const Position& position) {
    return flat(tuple(members, position), members.size(), length);
  };
  merged.value = all_rows([](const Factor& f) { return f.value; });
  for (std::size_t k = 0; k < merged.arguments.size(); ++k) {
    merged.arguments[k] = all_rows([k](const Factor& f) { return f.arguments[k]; });
  }
  if (merged.weight) merged.weight = all_rows([](const Factor& f) { return *f.weight; });
  shorten_arguments(merged);
  return merged;
}

// A factor over arrays, in the form that merging would have given it.
Factor Merger::copy_alone(const Factor& factor) {
  Factor copied = factor;
  copied.value = copy(factor.value);
  for (NodeId& argument : copied.arguments) argument = copy(argument);
  if (copied.weight) copied.weight = copy(*copied.weight);
  // The term is the sum of the elements anyway.
  const bool has_one_weight = !copied.weight || to_.shape(*copied.weight).is_scalar();
  while (copied.is_opaque() && has_one_weight && to_.graph().op(copied.value) == Op::kSum) {
    copied.value = to_.graph().operand(copied.value, 0);
  }
  if (is_elementwise(copied)) {
    fill_value(copied);
    shorten_arguments(copied);
  }
  return copied;
}

void Merger::fill_value(Factor& factor) {
  Shape shape = to_.shape(factor.value);
  if (!shape.is_scalar()) return;
  for (const NodeId argument : factor.arguments) {
    if (!to_.shape(argument).is_scalar()) shape = to_.shape(argument);
  }
  if (factor.weight && !to_.shape(*factor.weight).is_scalar()) shape = to_.shape(*factor.weight);
  factor.value = fill(to_, factor.value, shape);
}

void Merger::shorten_arguments(Factor& factor) {
  for (NodeId& argument : factor.arguments) {
    argument = repeated_scalar(to_, argument).value_or(argument);
  }
  if (factor.weight) factor.weight = repeated_scalar(to_, *factor.weight).value_or(*factor.weight);
}

}  // namespace

Model merge_factors(const Model& model) {
  const Structure structure = structure_of(model.graph, roots(model));
  Builder to;
  to.declare_inputs(model.graph);
  Merger merger(model, structure, to);
  Model merged{.graph = {}, .variables = model.variables, .factors = {}, .outputs = model.outputs};
  for (Variable& variable : merged.variables) {
    variable.node = merger.copy(variable.node);
    Support& support = variable.support;
    for (auto* bound : {&support.lower, &support.upper, &support.offset, &support.multiplier}) {
      if (*bound) **bound = merger.copy(**bound);
    }
  }
  const Partition parts = join_recurrences(model, structure, partition(model, structure));
  for (const auto& members : parts) merged.factors.push_back(merger.merge(members));
  for (Output& output : merged.outputs) output.node = merger.copy(output.node);
  merged.graph = std::move(to).finish({});
  return merged;
}

}  // namespace autumn::model
