// This file implements sets of elements, by a mark per element.
#include "collapse/forms/elements.h"

#include <algorithm>

#include "base/display_name.h"
#include "base/draws.h"

namespace autumn::collapse {

ElementSet::ElementSet(const model::Model& model) {
  for (const model::Variable& variable : model.variables) {
    marks_.emplace_back(model.graph.shape(variable.node).size(), std::uint8_t{0});
  }
}

void ElementSet::insert_all(std::size_t variable) {
  std::ranges::fill(marks_[variable], std::uint8_t{1});
}

void ElementSet::insert(const ElementSet& other) {
  for (std::size_t v = 0; v < marks_.size(); ++v) {
    for (std::size_t e = 0; e < marks_[v].size(); ++e) {
      if (other.contains(v, e)) insert(v, e);
    }
  }
}

void ElementSet::erase(const ElementSet& other) {
  for (std::size_t v = 0; v < marks_.size(); ++v) {
    for (std::size_t e = 0; e < marks_[v].size(); ++e) {
      if (other.contains(v, e)) erase(v, e);
    }
  }
}

std::size_t ElementSet::count(std::size_t variable) const {
  return static_cast<std::size_t>(std::ranges::count(marks_[variable], std::uint8_t{1}));
}

std::size_t ElementSet::count() const {
  std::size_t total = 0;
  for (std::size_t v = 0; v < marks_.size(); ++v) total += count(v);
  return total;
}

bool ElementSet::intersects(const ElementSet& other) const {
  for (std::size_t v = 0; v < marks_.size(); ++v) {
    for (std::size_t e = 0; e < marks_[v].size(); ++e) {
      if (contains(v, e) && other.contains(v, e)) return true;
    }
  }
  return false;
}

std::vector<std::uint32_t> ElementSet::elements(std::size_t variable) const {
  std::vector<std::uint32_t> found;
  for (std::size_t e = 0; e < marks_[variable].size(); ++e) {
    if (contains(variable, e)) found.push_back(static_cast<std::uint32_t>(e));
  }
  return found;
}

std::string element_name(const model::Variable& variable, std::size_t element) {
  return display_name(element_names(variable.name, variable.dims)[element]);
}

}  // namespace autumn::collapse
