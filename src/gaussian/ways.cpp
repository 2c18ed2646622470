// This file chooses among the fast ways through a block, and goes the one that was chosen.
#include "gaussian/ways.h"

#include <algorithm>

#include "gaussian/adjoint.h"
#include "gaussian/eliminate.h"

namespace autumn::gaussian {
namespace {

// Whether lanes are so full, or so much is known beforehand, and so little is shared, that nothing
// can be faster. Each run has its price, however small, and so has each shared column.
bool is_surely_best(const star::Stars& stars) {
  constexpr std::size_t kFew = 4;
  if (stars.shared.size() > kFew || stars.runs.size() > kFew) return false;
  const auto is_good = [](const star::Run& run) {
    return run.is_fixed() || 2 * run.padding < run.batches * star::kGroups;
  };
  return std::ranges::all_of(stars.runs, is_good);
}

const Block& block_of(const Block& block, const Ways& ways) {
  return ways.summed ? ways.summed->block : block;
}

// Fast ways multiply scales with one another and square them, which leaves the range of doubles
// long before the scales do: fronts divide first. Of zero nothing is lost.
bool have_squares(std::span<const double> scales) {
  constexpr double kSmallest = 1e-140, kLargest = 1e140;
  return std::ranges::all_of(scales,
                             [](double s) { return s == 0.0 || (s > kSmallest && s < kLargest); });
}

// By stars, by a pencil or by normal equations.
std::optional<Parts> by_one(const WaysProblem& problem, const Seed& seed,
                            const Partials& partials) {
  const auto& [block, ways, inputs, scratch] = problem;
  if (ways.stars) {
    return star::parts_and_partials({block, *ways.stars, inputs, scratch}, seed, partials);
  }
  const bool has_partials = is_wanted(partials);
  if (ways.pencil) {
    const pencil::Problem same{block, *ways.pencil, inputs, scratch};
    const std::optional<Parts> parts =
        has_partials ? pencil::parts_and_partials(same, seed, partials) : pencil::parts(same);
    if (parts) return parts;
  }
  if (!ways.equations) return std::nullopt;
  if (ways.cross) {
    const cross::Problem same{block, *ways.equations, *ways.cross, inputs, scratch};
    const std::optional<Parts> parts = cross::parts_and_partials(same, seed, partials);
    if (parts) return parts;
  }
  const equations::Problem same{block, *ways.equations, inputs, scratch};
  return has_partials ? equations::parts_and_partials(same, seed, partials)
                      : equations::parts(same);
}

bool draw_by_one(const WaysProblem& problem, std::span<const double> z, std::span<double> u) {
  const auto& [block, ways, inputs, scratch] = problem;
  return (ways.stars && star::draw({block, *ways.stars, inputs, scratch}, z, u)) ||
         (ways.pencil && pencil::draw({block, *ways.pencil, inputs, scratch}, z, u)) ||
         (ways.cross &&
          cross::draw({block, *ways.equations, *ways.cross, inputs, scratch}, z, u)) ||
         (ways.equations && equations::draw({block, *ways.equations, inputs, scratch}, z, u));
}

double nanoseconds_without_stars(const Ways& ways) {
  if (ways.pencil) return ways.pencil->nanoseconds;
  return ways.cross ? ways.cross->nanoseconds : ways.equations->nanoseconds;
}

// What the sums need is at the end.
struct Divided {
  std::span<double> rest, sums;
};
Divided divided(const WaysProblem& problem) {
  const std::size_t size = scratch_size(*problem.ways.summed);
  return {problem.scratch.first(problem.scratch.size() - size), problem.scratch.last(size)};
}

}  // namespace

Ways find_ways(const Block& block, std::size_t scales_of_program) {
  Ways ways;
  ways.summed = summed(block);
  const Block& smaller = block_of(block, ways);
  ways.stars = star::find_stars(smaller);
  if (ways.stars && is_surely_best(*ways.stars)) return ways;
  ways.equations = equations::find_equations(smaller, scales_of_program);
  ways.pencil = pencil::find_pencil(smaller, scales_of_program, ways.equations->nanoseconds);
  if (!ways.pencil) ways.cross = cross::find_cross(smaller, *ways.equations);
  if (!ways.stars) return ways;
  const double other = nanoseconds_without_stars(ways);
  if (star::nanoseconds_of(*ways.stars) <= other) {
    ways.pencil.reset();
    ways.equations.reset();
    ways.cross.reset();
  } else {
    ways.stars.reset();
  }
  return ways;
}

std::size_t scratch_size(const Ways& ways) {
  const std::size_t stars = ways.stars ? ways.stars->scratch : 0;
  const std::size_t pencil = ways.pencil ? pencil::scratch_size(*ways.pencil) : 0;
  const std::size_t equations = ways.equations ? equations::scratch_size(*ways.equations) : 0;
  const std::size_t sums = ways.summed ? scratch_size(*ways.summed) : 0;
  const std::size_t cross = ways.cross ? cross::scratch_size(*ways.cross, *ways.equations) : 0;
  return std::max({stars, pencil, equations, cross}) + sums;
}

std::optional<double> nanoseconds_of(const Ways& ways) {
  const double sums = ways.summed ? ways.summed->nanoseconds : 0.0;
  if (ways.stars) return sums + star::nanoseconds_of(*ways.stars);
  if (!ways.pencil && !ways.equations) return std::nullopt;
  return sums + nanoseconds_without_stars(ways);
}

std::optional<Parts> parts_and_partials(const WaysProblem& problem, const Seed& seed,
                                        const Partials& partials) {
  if (!have_squares(problem.inputs.scales)) return std::nullopt;
  if (!problem.ways.summed) return by_one(problem, seed, partials);
  const Summed& summed = *problem.ways.summed;
  const Divided memory = divided(problem);
  const Summing sums(summed, problem.inputs, memory.sums);
  if (!sums.is_near()) return std::nullopt;
  const Inputs inputs = sums.inputs();
  std::optional<Parts> parts =
      by_one({summed.block, problem.ways, inputs, memory.rest}, seed, sums.moved(partials));
  if (!parts) return parts;
  sums.come_back(seed, partials);
  parts->rest += sums.rest();
  return parts;
}

bool draw(const WaysProblem& problem, std::span<const double> z, std::span<double> u) {
  if (!have_squares(problem.inputs.scales)) return false;
  if (!problem.ways.summed) return draw_by_one(problem, z, u);
  const Divided memory = divided(problem);
  const Summing sums(*problem.ways.summed, problem.inputs, memory.sums);
  const Inputs inputs = sums.inputs();
  return sums.is_near() &&
         draw_by_one({problem.ways.summed->block, problem.ways, inputs, memory.rest}, z, u);
}

}  // namespace autumn::gaussian
