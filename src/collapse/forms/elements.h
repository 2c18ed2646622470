// This header has sets of elements of a model's variables: an element is the unit of collapse.
#pragma once

#include <cstdint>
#include <memory>
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

  [[nodiscard]] std::size_t variables() const { return starts_ ? starts_->size() - 1 : 0; }
  [[nodiscard]] std::size_t size_of(std::size_t variable) const {
    return (*starts_)[variable + 1] - (*starts_)[variable];
  }
  [[nodiscard]] bool contains(std::size_t variable, std::size_t element) const {
    return marks_[place(variable, element)] != 0;
  }
  void insert(std::size_t variable, std::size_t element) { marks_[place(variable, element)] = 1; }
  void erase(std::size_t variable, std::size_t element) { marks_[place(variable, element)] = 0; }
  void insert_all(std::size_t variable);
  void insert(const ElementSet& other);
  void erase(const ElementSet& other);

  [[nodiscard]] std::size_t count(std::size_t variable) const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool is_empty() const;
  [[nodiscard]] bool intersects(const ElementSet& other) const;
  // In increasing order.
  [[nodiscard]] std::vector<std::uint32_t> elements(std::size_t variable) const;

  bool operator==(const ElementSet& other) const { return marks_ == other.marks_; }

 private:
  [[nodiscard]] std::size_t place(std::size_t variable, std::size_t element) const {
    return (*starts_)[variable] + element;
  }

  std::shared_ptr<const std::vector<std::size_t>> starts_;  // per variable; copies share it
  std::vector<std::uint8_t> marks_;                         // variable after variable
};

// "b[2,1]", or "b" of a scalar.
[[nodiscard]] std::string element_name(const model::Variable& variable, std::size_t element);

}  // namespace autumn::collapse
