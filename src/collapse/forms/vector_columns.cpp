// This file compares the coefficients of components: the elements of each are put in the order of
// what they are multiplied with, row by row, and must then be alike.
#include "collapse/forms/vector_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/form_terms.h"

namespace autumn::collapse {
namespace {

// A vector goes through dense matrices of as many rows as there are vectors and components.
constexpr std::size_t kMostRows = 100;
constexpr std::size_t kMostEntries = 1'000'000;

// An entry of one component.
struct ComponentEntry {
  ElementPlace element;
  std::uint32_t component;
  std::uint32_t factor;
  std::uint32_t row;
  std::uint32_t coefficient;  // the node and one, or 0
  std::uint32_t slot;
  double multiplier;

  [[nodiscard]] auto place() const {
    return std::tie(element, component, factor, row, coefficient, slot);
  }
  // What must be the same in all components.
  [[nodiscard]] auto what() const { return std::tie(factor, row, coefficient, slot, multiplier); }
};

using Entries = std::vector<ComponentEntry>;

std::size_t count_of(std::span<const Form> residuals) {
  std::size_t count = 0;
  for (const Form& residual : residuals) {
    for (const FormTerm& term : residual.terms) count += term.pairs.size();
  }
  return count;
}

void read(const Builder& builder, std::size_t length, std::uint32_t factor, const FormTerm& term,
          const std::function<bool(std::size_t, std::size_t)>& counts, Entries& entries) {
  std::span<const double> multipliers;
  if (term.multiplier) multipliers = builder.graph().constant(term.multiplier->node);
  for (std::size_t p = 0; p < term.pairs.size(); ++p) {
    const std::uint32_t element = term.pairs.element(p);
    if (!counts(term.variable, element)) continue;
    double multiplier = term.factor;
    if (term.multiplier) multiplier *= multipliers[slot_of(*term.multiplier, builder, p)];
    entries.push_back({{term.variable, element},
                       as_u32(term.pairs.row(p) % length),
                       factor,
                       as_u32(term.pairs.row(p) / length),
                       term.coefficient ? term.coefficient->node.value + 1 : 0,
                       term.coefficient ? slot_of(*term.coefficient, builder, p) : 0,
                       multiplier});
  }
}

// What a row has of an element in several terms is added up; a sum that is rounding is zero.
Entries added_up(Entries entries) {
  constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
  std::ranges::stable_sort(entries, {}, &ComponentEntry::place);
  Entries sums;
  for (std::size_t k = 0; k < entries.size();) {
    ComponentEntry sum = entries[k];
    double size = std::fabs(sum.multiplier);
    for (++k; k < entries.size() && entries[k].place() == sum.place(); ++k) {
      sum.multiplier += entries[k].multiplier;
      size += std::fabs(entries[k].multiplier);
    }
    const bool is_rounding = std::fabs(sum.multiplier) <= kRounding * size && size != 0.0;
    if (!is_rounding) sums.push_back(sum);
  }
  return sums;
}

// The entries of an element, which are all of one component.
using Signature = std::span<const ComponentEntry>;

bool is_before(Signature a, Signature b) {
  return std::ranges::lexicographical_compare(a, b, {}, &ComponentEntry::what,
                                              &ComponentEntry::what);
}

// By component, in order; nothing if an element is in two components.
std::optional<std::vector<std::vector<Signature>>> signatures(std::size_t length,
                                                              const Entries& entries) {
  std::vector<std::vector<Signature>> found(length);
  for (std::size_t k = 0; k < entries.size();) {
    const std::size_t first = k;
    for (; k < entries.size() && entries[k].element == entries[first].element; ++k) {
      if (entries[k].component != entries[first].component) return std::nullopt;
    }
    found[entries[first].component].push_back(Signature(entries).subspan(first, k - first));
  }
  for (std::vector<Signature>& component : found) std::ranges::sort(component, is_before);
  return found;
}

bool are_alike(const std::vector<Signature>& one, const std::vector<Signature>& other) {
  return std::ranges::equal(one, other, [](Signature a, Signature b) {
    return std::ranges::equal(a, b, {}, &ComponentEntry::what, &ComponentEntry::what);
  });
}

VectorEntry entry_of(const ComponentEntry& entry, std::size_t vector) {
  VectorEntry made{.row = entry.row,
                   .vector = as_u32(vector),
                   .multiplier = entry.multiplier,
                   .slot = entry.slot};
  if (entry.coefficient != 0) made.coefficient = NodeId{entry.coefficient - 1};
  return made;
}

}  // namespace

std::optional<VectorColumns> vector_columns(
    const Builder& builder, std::size_t length, std::span<const Form> residuals,
    const std::function<bool(std::size_t variable, std::size_t element)>& counts) {
  if (count_of(residuals) > kMostEntries) return std::nullopt;
  Entries all;
  for (std::size_t f = 0; f < residuals.size(); ++f) {
    for (const FormTerm& term : residuals[f].terms) {
      if (term.kind == TermKind::kLinear) {
        read(builder, length, as_u32(f), term, counts, all);
      } else if (std::ranges::any_of(term.pairs.elements,
                                     [&](auto e) { return counts(term.variable, e); })) {
        return std::nullopt;
      }
    }
  }
  const Entries entries = added_up(std::move(all));
  const auto found = signatures(length, entries);
  if (!found || (*found)[0].empty() || (*found)[0].size() + length > kMostRows) return std::nullopt;
  for (const std::vector<Signature>& component : *found) {
    if (!are_alike(component, (*found)[0])) return std::nullopt;
  }
  VectorColumns columns{.length = length,
                        .vectors = std::vector<std::vector<ElementPlace>>((*found)[0].size()),
                        .entries = std::vector<std::vector<VectorEntry>>(residuals.size())};
  for (std::size_t j = 0; j < columns.vectors.size(); ++j) {
    for (const auto& component : *found) columns.vectors[j].push_back(component[j][0].element);
    for (const ComponentEntry& e : (*found)[0][j]) {
      columns.entries[e.factor].push_back(entry_of(e, j));
    }
  }
  return columns;
}

}  // namespace autumn::collapse
