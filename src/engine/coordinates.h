// Coordinates are the unconstrained numbers of what is sampled, by Stan's order and names.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/prepare.h"

namespace autumn::engine {

// Stan has the items of an array one after the other, the last index fastest, and a matrix column
// by column; of tuples and complex numbers in an array, all parts of one before the next. Ours lie
// leaf by leaf, with the first index fastest throughout.
struct Coordinates {
  std::vector<std::size_t> ours;  // where Stan's k-th number lies in our vector
  std::vector<std::string>
      names;  // of Stan's k-th number: "theta.3", "L.2" for the second free one
};

[[nodiscard]] Coordinates stan_coordinates(const Prepared& prepared);

// From our order to Stan's: of a vector, and of a matrix stored row by row.
[[nodiscard]] std::vector<double> in_stan_order(const Coordinates& coordinates,
                                                std::span<const double> numbers);
// And back.
[[nodiscard]] std::vector<double> in_our_order(const Coordinates& coordinates,
                                               std::span<const double> numbers);

}  // namespace autumn::engine
