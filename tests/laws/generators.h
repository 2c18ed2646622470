// This header declares the generators of random programs, one per class; the same seed gives the
// same program.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "laws/case.h"

namespace autumn::laws {

[[nodiscard]] Case expressions(std::uint64_t seed);  // every function, in means, scales and rates
[[nodiscard]] Case loops(std::uint64_t seed);        // the same by loops, slices and functions
[[nodiscard]] Case groups(std::uint64_t seed);       // hierarchies, chains and processes
[[nodiscard]] Case leaves(std::uint64_t seed);       // unobserved variables and conditions
[[nodiscard]] Case improper_priors(std::uint64_t seed);
[[nodiscard]] Case extreme_scales(std::uint64_t seed);
[[nodiscard]] Case squares(std::uint64_t seed);  // quadratic forms that are added to target
[[nodiscard]] Case scales(std::uint64_t seed);   // flat or with powers in target; bounds that hold
[[nodiscard]] Case conditions(std::uint64_t seed);   // ways that depend on parameters
[[nodiscard]] Case composites(std::uint64_t seed);   // tuples and complex numbers
[[nodiscard]] Case chains(std::uint64_t seed);       // states over time
[[nodiscard]] Case crosses(std::uint64_t seed);      // crossed effects
[[nodiscard]] Case covariances(std::uint64_t seed);  // Wishart matrices and what has them
[[nodiscard]] Case gaps(std::uint64_t seed);         // levels without data, long walks by steps

struct Generator {
  std::string_view name;
  Case (*make)(std::uint64_t seed);
  std::uint64_t quick;  // so many programs, from 0 on, are run by `make test`
};
[[nodiscard]] std::span<const Generator> all_generators();
// Null if there is none of this name.
[[nodiscard]] const Generator* find_generator(std::string_view name);

}  // namespace autumn::laws
