// Freedom: which way an element of a parameter may go without end and stay in its support.
#pragma once

#include <vector>

#include "collapse/analysis/contents.h"
#include "model/model.h"

namespace autumn::collapse {

struct Freedom {
  bool can_rise = false;
  bool can_fall = false;

  [[nodiscard]] bool is_open() const { return can_rise || can_fall; }
  [[nodiscard]] bool allows(double step) const { return step > 0.0 ? can_rise : can_fall; }
};

// One per element, by its number.
using Freedoms = std::vector<Freedom>;

// What each support leaves to its elements one by one, with bounds that are known numbers. Bounds
// by other elements are floors of the contents. Of a covariance matrix only the diagonal can grow:
// adding to it leaves the matrix positive definite.
[[nodiscard]] Freedoms freedoms_of(const model::Model& model);

// Closes elements that are alone in a row, which determines them, and those in a row where all go
// one way, and takes from elements the way through a floor that no other could lift; and again,
// until nothing changes.
void strike_out(const Contents& contents, Freedoms& freedoms);

// For each element the ways that no floor has anything against while all others stand still.
[[nodiscard]] Freedoms free_alone(const Contents& contents, Freedoms freedoms);

// Whether these steps, one per element, lead through no floor.
[[nodiscard]] bool clears_floors(const gaussian::SparseRows& floors,
                                 const std::vector<double>& steps);

}  // namespace autumn::collapse
