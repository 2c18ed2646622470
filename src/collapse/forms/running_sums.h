// Running sums: coordinates in which what sums to zero has no tied elements, and a sum over all of
// a vector is one number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collapse/forms/elements.h"
#include "model/model.h"

namespace autumn::collapse {

// How the running sums of an item end: at zero, if it sums to zero, or anywhere.
enum class SumEnd : std::uint8_t { kZero, kFree };

// Elements of a variable, rows by columns (one, for vectors), whose place is taken by their sums
// over all rows and columns up to there. Every element is a difference of two such sums, or of four
// in a matrix. Sums that are known to be zero (the last row and column) are no coordinates.
struct SummedItem {
  std::size_t variable = 0;
  std::size_t rows = 0;
  std::size_t cols = 1;
  bool is_matrix = false;               // rows and columns sum to zero each
  std::vector<std::uint32_t> elements;  // column by column
  SumEnd end = SumEnd::kZero;

  [[nodiscard]] std::uint32_t at(std::size_t i, std::size_t j) const {
    return elements[i + rows * j];
  }
  // Whether the sum up to there may be any number.
  [[nodiscard]] bool is_free(std::size_t i, std::size_t j) const {
    return end == SumEnd::kFree || (i + 1 < rows && (!is_matrix || j + 1 < cols));
  }
  // The elements at whose place there is no coordinate.
  [[nodiscard]] std::vector<std::uint32_t> tied() const;
  // The logarithm of the volume, as distances within the support measure it, of a unit cube of
  // sums. Free numbers of the sampler are such distances (model/constrain.h): the transform is an
  // isometry.
  [[nodiscard]] double log_volume() const;
};

// element = ... + sign * the sum at this coordinate.
struct SummedEntry {
  std::uint32_t element = 0;
  std::uint32_t coordinate = 0;
  double sign = 1.0;
};
[[nodiscard]] std::vector<SummedEntry> entries_of(const SummedItem& item);

// The numbers of a variable, from elements to sums, and back (where sums that are no coordinates
// are not read).
void to_sums(const SummedItem& item, std::span<double> numbers);
void from_sums(const SummedItem& item, std::span<double> numbers);

// All vectors and matrices that are declared to sum to zero.
[[nodiscard]] std::vector<SummedItem> zero_sums(const model::Variable& variable,
                                                std::size_t number);
[[nodiscard]] std::vector<SummedItem> zero_sums(const model::Model& model);

// The set and all other elements of items that sum to zero and of which it has some.
[[nodiscard]] ElementSet with_whole_items(const model::Model& model, ElementSet set);

}  // namespace autumn::collapse
