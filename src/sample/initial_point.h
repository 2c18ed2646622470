// The initial point is where a chain begins: a given point, a random one, or a mixture, with a
// finite density and gradient.
#pragma once

#include <cstdint>
#include <span>

#include "base/error.h"
#include "sample/hamiltonian.h"

namespace autumn::sampler {

// Whether this is what `find_initial_point` says where no point will do.
[[nodiscard]] bool is_failed_initialization(const Error& error);

// Names a chain; with the number of an iteration it names a stream of random numbers.
struct ChainKey {
  std::uint64_t seed = 0;
  std::uint32_t chain = 0;
};

// Tries uniform points in (-radius, radius) until one has a finite log density and gradient, at
// most 100 of them. `given` is empty, or has one number per dimension, NaN for those to be drawn; a
// point without randomness is tried once. After so many restarts of the chain the points are
// others.
[[nodiscard]] Result<Point> find_initial_point(Hamiltonian& hamiltonian,
                                               std::span<const double> given, double radius,
                                               const ChainKey& key, std::uint64_t restarts = 0);

}  // namespace autumn::sampler
