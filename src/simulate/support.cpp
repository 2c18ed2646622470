// This file decides whether a distribution can draw a support: items of constrained types are
// drawn whole or not at all.
#include "simulate/support.h"

#include <fmt/format.h>

#include <algorithm>

#include "dist/list.h"

namespace autumn::simulate {
namespace {

using model::SupportKind;

// How many items a variable consists of; item i has the elements i, i + count, ...
std::size_t item_count(const model::Variable& variable) {
  std::size_t count = 1;
  const std::size_t rank = model::item_rank(variable.support.kind);
  for (std::size_t k = 0; k + rank < variable.dims.size(); ++k) count *= variable.dims[k];
  return count;
}

bool is_whole_item(const model::Variable& variable, std::span<const Element> elements) {
  std::size_t length = 1;
  const std::size_t rank = model::item_rank(variable.support.kind);
  for (std::size_t k = variable.dims.size() - rank; k < variable.dims.size(); ++k) {
    length *= variable.dims[k];
  }
  const std::size_t count = item_count(variable);
  if (elements.size() != length || elements[0].element >= count) return false;
  for (std::size_t k = 0; k < length; ++k) {
    if (elements[k].element != elements[0].element + count * k) return false;
  }
  return true;
}

// Numbers without a common condition: their density is one over the real line or space.
bool is_free(const dist::Distribution& distribution) {
  return dist::is_elementwise(distribution.variate.domain) && &distribution != &dist::von_mises();
}

bool is_increasing(std::span<const double> value, std::size_t items) {
  for (std::size_t i = items; i < value.size(); ++i) {
    if (!(value[i - items] < value[i])) return false;
  }
  return true;
}

}  // namespace

std::string element_name(const model::Variable& variable, std::size_t element) {
  if (variable.dims.empty()) return variable.name;
  std::string indices;
  for (const std::size_t extent : variable.dims) {
    indices += fmt::format("{}{}", indices.empty() ? "" : ",", element % extent + 1);
    element /= extent;
  }
  return fmt::format("{}[{}]", variable.name, indices);
}

bool can_draw(const dist::Distribution& distribution, const model::Variable& variable,
              std::span<const Element> elements) {
  const model::SupportProperties& support = model::properties_of(variable.support.kind);
  if (support.has_free_elements) return is_free(distribution);
  return support.item_domain == distribution.variate.domain && is_whole_item(variable, elements);
}

bool is_between(double x, std::size_t element, const BoundNumbers& bounds) {
  const auto at = [&](std::span<const double> numbers) {
    return numbers[numbers.size() == 1 ? 0 : element];
  };
  return (bounds.lower.empty() || x >= at(bounds.lower)) &&
         (bounds.upper.empty() || x <= at(bounds.upper));
}

std::optional<std::string> find_outside(const model::Variable& variable,
                                        std::span<const double> value, const BoundNumbers& bounds) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (is_between(value[i], i, bounds)) continue;
    return fmt::format("`{}` is {}, outside of its bounds", element_name(variable, i), value[i]);
  }
  const SupportKind kind = variable.support.kind;
  if (kind != SupportKind::kOrdered && kind != SupportKind::kPositiveOrdered) return std::nullopt;
  const bool is_positive = kind == SupportKind::kOrdered || value.empty() ||
                           std::all_of(value.begin(), value.end(), [](double x) { return x > 0; });
  if (is_positive && is_increasing(value, item_count(variable))) return std::nullopt;
  return fmt::format("`{}` is not in increasing order", variable.name);
}

}  // namespace autumn::simulate
