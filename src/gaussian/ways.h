// The fast ways through a block, of which the cheapest is taken.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "gaussian/block.h"
#include "gaussian/cross/cross.h"
#include "gaussian/equations/equations.h"
#include "gaussian/pencil/pencil.h"
#include "gaussian/seed.h"
#include "gaussian/star/star.h"
#include "gaussian/summed.h"

namespace autumn::gaussian {

// Stars where the block has the form, else a pencil where it has that and it pays, and normal
// equations: of the block itself or, where rows are summed up, of the smaller block. Where a pencil
// or a cross has no answer, normal equations may have one.
struct Ways {
  std::optional<Summed> summed = {};  // whose block the others are of, if it is there
  std::optional<star::Stars> stars = {};
  std::optional<pencil::Pencil> pencil = {};
  std::optional<equations::Equations> equations = {};
  std::optional<cross::Cross> cross = {};  // of the equations
};

// The first `scales_of_program` scales must be positive.
[[nodiscard]] Ways find_ways(const Block& block, std::size_t scales_of_program);
[[nodiscard]] std::size_t scratch_size(const Ways& ways);
// About what value and partials take; none if there is no way.
[[nodiscard]] std::optional<double> nanoseconds_of(const Ways& ways);

struct WaysProblem {
  const Block& block;
  const Ways& ways;
  const Inputs& inputs;
  std::span<double> scratch;
};

// As those of star.h; without partials if none are wanted.
[[nodiscard]] std::optional<Parts> parts_and_partials(const WaysProblem& problem, const Seed& seed,
                                                      const Partials& partials);
[[nodiscard]] bool draw(const WaysProblem& problem, std::span<const double> z, std::span<double> u);

}  // namespace autumn::gaussian
