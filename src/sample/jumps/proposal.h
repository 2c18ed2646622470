// A proposal is a distribution that jumps are drawn from.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

#include "base/random.h"
#include "sample/jumps/mixture.h"
#include "sample/jumps/piecewise.h"
#include "sample/jumps/plane.h"

namespace autumn::sampler {

// A mixture is fitted to draws; the others follow the density itself, in one and two dimensions.
using Proposal = std::variant<Mixture, PiecewiseDensity, PlaneDensity>;

[[nodiscard]] std::size_t dimension_of(const Proposal& proposal);
[[nodiscard]] double density_of(Proposal& proposal, std::span<const double> x);
void draw_from(Proposal& proposal, Random& random, std::span<double> x);
void visit_fields(Fields& fields, Proposal& proposal);

}  // namespace autumn::sampler
