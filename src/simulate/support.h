// This header says of supports of parameters which distributions can draw them, and whether drawn
// values lie in them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dist/distribution.h"
#include "expr/interpret.h"
#include "model/model.h"
#include "simulate/elements.h"

namespace autumn::simulate {

// "theta[2]", "mu".
[[nodiscard]] std::string element_name(const model::Variable& variable, std::size_t element);

// Whether a draw of this distribution, put into these elements, is a value of the declared type up
// to bounds and order, which rejection can keep.
[[nodiscard]] bool can_draw(const dist::Distribution& distribution, const model::Variable& variable,
                            std::span<const Element> elements);

// The numbers of declared bounds; one number stands for all elements.
struct BoundNumbers {
  std::span<const double> lower;  // empty: none
  std::span<const double> upper;
};
[[nodiscard]] bool is_between(double x, std::size_t element, const BoundNumbers& bounds);

// What is wrong with a value of the variable, with the bounds it has in this simulation.
[[nodiscard]] std::optional<std::string> find_outside(const model::Variable& variable,
                                                      std::span<const double> value,
                                                      const BoundNumbers& bounds);

}  // namespace autumn::simulate
