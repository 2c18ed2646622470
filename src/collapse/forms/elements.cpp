// This file implements sets of elements, by a mark per element.
#include "collapse/forms/elements.h"

#include <algorithm>
#include <utility>

#include "base/display_name.h"
#include "base/draws.h"

namespace autumn::collapse {

ElementSet::ElementSet(const model::Model& model) {
  std::vector<std::size_t> starts = {0};
  starts.reserve(model.variables.size() + 1);
  for (const model::Variable& variable : model.variables) {
    starts.push_back(starts.back() + model.graph.shape(variable.node).size());
  }
  marks_.resize(starts.back(), 0);
  starts_ = std::make_shared<const std::vector<std::size_t>>(std::move(starts));
}

void ElementSet::insert_all(std::size_t variable) {
  std::fill_n(marks_.begin() + static_cast<std::ptrdiff_t>(place(variable, 0)), size_of(variable),
              std::uint8_t{1});
}

void ElementSet::insert(const ElementSet& other) {
  for (std::size_t i = 0; i < marks_.size(); ++i) marks_[i] |= other.marks_[i];
}

void ElementSet::erase(const ElementSet& other) {
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    if (other.marks_[i] != 0) marks_[i] = 0;
  }
}

std::size_t ElementSet::count(std::size_t variable) const {
  const auto first = marks_.begin() + static_cast<std::ptrdiff_t>(place(variable, 0));
  const auto last = first + static_cast<std::ptrdiff_t>(size_of(variable));
  return static_cast<std::size_t>(std::count(first, last, std::uint8_t{1}));
}

std::size_t ElementSet::count() const {
  return static_cast<std::size_t>(std::ranges::count(marks_, std::uint8_t{1}));
}

bool ElementSet::is_empty() const {
  return std::ranges::find(marks_, std::uint8_t{1}) == marks_.end();
}

bool ElementSet::intersects(const ElementSet& other) const {
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    if (marks_[i] != 0 && other.marks_[i] != 0) return true;
  }
  return false;
}

std::vector<std::uint32_t> ElementSet::elements(std::size_t variable) const {
  std::vector<std::uint32_t> found;
  const std::size_t size = size_of(variable);
  for (std::size_t e = 0; e < size; ++e) {
    if (contains(variable, e)) found.push_back(static_cast<std::uint32_t>(e));
  }
  return found;
}

std::string element_name(const model::Variable& variable, std::size_t element) {
  return display_name(element_names(variable.name, variable.dims)[element]);
}

}  // namespace autumn::collapse
