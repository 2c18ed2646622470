// This header has sets of elements of a model's variables: an element is the unit of collapse.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace autumn::collapse {

// One mark per element of every variable.
class ElementSet {
 public:
  ElementSet() = default;
  // The empty set over the elements of these variables.
  explicit ElementSet(const model::Model& model);

  [[nodiscard]] std::size_t variables() const { return marks_.size(); }
  [[nodiscard]] std::size_t size_of(std::size_t variable) const { return marks_[variable].size(); }
  [[nodiscard]] bool contains(std::size_t variable, std::size_t element) const {
    return marks_[variable][element] != 0;
  }
  void insert(std::size_t variable, std::size_t element) { marks_[variable][element] = 1; }
  void erase(std::size_t variable, std::size_t element) { marks_[variable][element] = 0; }
  void insert_all(std::size_t variable);
  void insert(const ElementSet& other);
  void erase(const ElementSet& other);

  [[nodiscard]] std::size_t count(std::size_t variable) const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool is_empty() const { return count() == 0; }
  [[nodiscard]] bool intersects(const ElementSet& other) const;
  // In increasing order.
  [[nodiscard]] std::vector<std::uint32_t> elements(std::size_t variable) const;

  bool operator==(const ElementSet&) const = default;

 private:
  std::vector<std::vector<std::uint8_t>> marks_;
};

// "b[2,1]", or "b" of a scalar.
[[nodiscard]] std::string element_name(const model::Variable& variable, std::size_t element);

}  // namespace autumn::collapse
