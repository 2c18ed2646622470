// Tied elements: in variables that sum to zero, those that are determined by the others.
#pragma once

#include <cstdint>
#include <vector>

#include "collapse/forms/elements.h"
#include "model/model.h"

namespace autumn::collapse {

// x[element] = sign * the sum of x[of], elements of the same variable that are free.
struct Tied {
  std::uint32_t element = 0;
  double sign = -1.0;
  std::vector<std::uint32_t> of;

  bool operator==(const Tied&) const = default;
};

// Elements of one vector or matrix that sums to zero. All are linear functions of those that are
// not tied: the last of a vector is minus the sum of the others, the last row and column of a
// matrix likewise.
struct TiedItem {
  std::vector<std::uint32_t> elements;
  std::vector<Tied> tied;
  // The logarithm of the volume, as distances within the support measure it, of a unit cube of free
  // elements. Free numbers of the sampler are such distances (model/constrain.h): the transform is
  // an isometry.
  double log_volume = 0.0;
};

// Of a sum_to_zero_vector or sum_to_zero_matrix, or an array of these; empty for all others.
[[nodiscard]] std::vector<TiedItem> tied_items(const model::Variable& variable);

// The set and all other elements of the items of its tied elements.
[[nodiscard]] ElementSet with_whole_items(const model::Model& model, ElementSet set);

}  // namespace autumn::collapse
