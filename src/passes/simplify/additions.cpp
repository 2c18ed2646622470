// This file has a simplification of `simplify`: arrays to some elements of which something was
// added in a loop.
#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {
namespace {

// Elements of an array, and what was added to them, if anything was.
struct Changed {
  Term elements;
  std::optional<Term> added;
};

std::optional<Changed> changed_elements(Term part) {
  if (is(part, Op::kGather)) return Changed{part, std::nullopt};
  if (!is(part, Op::kAdd)) return std::nullopt;
  const Term a = operand(part, 0), b = operand(part, 1);
  if (is(a, Op::kGather) && a.size() == part.size()) return Changed{a, b};
  if (is(b, Op::kGather) && b.size() == part.size()) return Changed{b, a};
  return std::nullopt;
}

// What was added, at its places among zeros.
Term among_zeros(const Site& site, const Changed& changed, Shape shape) {
  const Term added = *changed.added;
  const Index& index = index_of(changed.elements);
  if (!is_constant(added)) {
    return scatter_add(
        added.size() == index.size() ? added : broadcast(added, Shape::vector(index.size())), index,
        shape);
  }
  const auto values = site.graph().constant(added.id());
  std::vector<double> numbers(shape.size(), 0.0);
  for (std::size_t i = 0; i < index.size(); ++i) {
    numbers[index[i]] = values[values.size() == 1 ? 0 : i];
  }
  return {site.builder(), site.builder().constant(shape, numbers)};
}

}  // namespace

// An array that was taken apart because a loop adds to some of its elements (`K[n, n] += c`), and
// put together again, is the array plus what was added at these places.
std::optional<Term> gather_added(const Site& site) {
  constexpr std::size_t kMostParts = 8;
  const Term x = site.operand(0);
  if (!is(x, Op::kConcat) || site.graph().operands(x.id()).size() > kMostParts) return std::nullopt;
  std::vector<Changed> parts;
  std::vector<std::uint32_t> origins;  // of what is concatenated
  for (std::size_t k = 0; k < site.graph().operands(x.id()).size(); ++k) {
    const std::optional<Changed> part = changed_elements(operand(x, k));
    if (!part) return std::nullopt;
    if (k > 0 && operand(part->elements, 0).id() != operand(parts[0].elements, 0).id()) {
      return std::nullopt;
    }
    const Index& index = index_of(part->elements);
    for (std::size_t i = 0; i < index.size(); ++i) origins.push_back(index[i]);
    parts.push_back(*part);
  }
  const Term array = operand(parts[0].elements, 0);
  const Index& index = index_of(site.node);
  if (index.size() != array.size() || origins.size() != array.size()) return std::nullopt;
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (origins[index[i]] != i) return std::nullopt;
  }
  Term sum = array;
  for (const Changed& part : parts) {
    if (part.added) sum = sum + among_zeros(site, part, array.shape());
  }
  return reshape(sum, site.shape());
}

}  // namespace autumn::passes::simplifications
