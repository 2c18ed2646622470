// Jumpers are learnt, from a climb or from what the warm-up has seen, by counts alone, so that a
// seed gives the same draws anywhere.
#pragma once

#include <cstddef>
#include <optional>

#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/jumps/jump.h"
#include "sample/jumps/trail.h"
#include "sample/warmup_record.h"

namespace autumn::sampler {

// Densities that are followed have at most this many dimensions.
inline constexpr std::size_t kMostFollowed = 2;

// Nothing if the record is short or lacks coordinates, or if jumps would not pay: there
// must be half as many evaluations per effective draw.
[[nodiscard]] std::optional<Jumper> fit_jumper(const WarmupRecord& record, std::size_t dimension);

// A jumper whose mixture is good enough to do mostly without NUTS: at least kLeastMixed are
// accepted along the trail, and of a few points of its own, and nowhere along the trail is it much
// too low. Nothing if it is not.
[[nodiscard]] std::optional<Jumper> mix_draws(const Trail& trail, Hamiltonian& hamiltonian,
                                              Random& random);

// The better of the one there is, if any, and one that is fitted anew, by what the trail tells of
// both. Nothing if none is good enough.
[[nodiscard]] std::optional<Jumper> mix_again(const std::optional<Jumper>& before,
                                              const Trail& trail, Hamiltonian& hamiltonian,
                                              Random& random);

// A jumper to begin with, from a climb to the top of the density. Nothing if it is not good enough
// to do mostly without NUTS, as far as a few points of its own tell.
[[nodiscard]] std::optional<Jumper> climb_first(const Point& from, Hamiltonian& hamiltonian,
                                                Random& random);

// A jumper that follows the density along its trail by values alone. Nothing in three dimensions or
// more, or if less than kLeastFollowed would be accepted, as a few points of the proposal and the
// trail have it.
[[nodiscard]] std::optional<Jumper> follow_density(const Trail& trail, Hamiltonian& hamiltonian,
                                                   Random& random);
inline constexpr double kLeastFollowed = 0.8;

}  // namespace autumn::sampler
