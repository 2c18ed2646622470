// The leaves of a type are the numbers, vectors, matrices and arrays of these that its values are
// made of: a tuple has those of its parts, a complex number its real and its imaginary part. Arrays
// of tuples are kept leaf by leaf, each with the dimensions of the array in front, so that nothing
// behind the front end knows tuples or complex numbers.
#pragma once

#include <string>
#include <vector>

#include "stan/types/type.h"

namespace autumn::stan {

struct Leaf {
  // The name of the column where there are no elements, `t:2:1` or `z.real`. Dimensions that stand
  // in front of a part have a place in it: `a[,]:2`, `z[].real`; see `element_names`.
  std::string name;
  Type type;
};

[[nodiscard]] std::vector<Leaf> leaves_of(const std::string& name, const Type& type);
[[nodiscard]] std::vector<Type> leaf_types(const Type& type);
// Without any allocation.
[[nodiscard]] std::size_t leaf_count(const Type& type);
// How many leaves stand before those of a part, which counts from 0.
[[nodiscard]] std::size_t first_leaf(const Type& tuple, std::size_t part);

}  // namespace autumn::stan
