// This file evaluates a block by its centred form.
#include "gaussian/centred.h"

#include <algorithm>
#include <cmath>

#include "gaussian/adjoint.h"
#include "gaussian/eliminate.h"

namespace autumn::gaussian {
namespace {

// In stars the derivative by a coefficient is a difference of counts over it; below this it would
// lose half its digits.
constexpr double kSmallCoefficient = 1e-7;

// The inputs of the centred block; its added scales are the sizes of coefficients, or nothing that
// has an answer.
Inputs moved_inputs(const CentredProblem& problem, std::span<double> scales) {
  const std::size_t given = problem.inputs.scales.size();
  std::ranges::copy(problem.inputs.scales, scales.begin());
  for (std::size_t k = 0; k < problem.centred.scale_from.size(); ++k) {
    const double size = std::abs(problem.inputs.coefficients[problem.centred.scale_from[k]]);
    scales[given + k] = !problem.centred.stars || size > kSmallCoefficient ? size : 0.0;
  }
  return {problem.inputs.coefficients, problem.inputs.constants, scales};
}

// The last numbers of the scratch memory are the scales and their partials.
struct CentredMemory {
  std::span<double> scales, partials, rest;
};
CentredMemory centred_memory(const CentredProblem& problem) {
  const std::size_t n = problem.centred.block.scales;
  const std::span<double> own = problem.scratch.last(2 * n);
  return {own.first(n), own.last(n), problem.scratch.first(problem.scratch.size() - 2 * n)};
}

}  // namespace

std::size_t scratch_size(const Centred& centred) {
  const Ways& ways = centred;
  return scratch_size(ways) + 2 * centred.block.scales;
}

std::optional<Parts> parts_and_partials(const CentredProblem& problem, const Seed& seed,
                                        const Partials& partials) {
  const CentredMemory memory = centred_memory(problem);
  const Inputs inputs = moved_inputs(problem, memory.scales);
  const Centred& c = problem.centred;
  // Nobody who wants no partials gets any.
  Partials moved = partials;
  if (is_wanted(partials)) moved.scales = memory.partials;
  const auto parts = parts_and_partials(WaysProblem{c.block, c, inputs, memory.rest}, seed, moved);
  if (!parts) return parts;
  const std::size_t given = problem.inputs.scales.size();
  if (!partials.scales.empty())
    std::ranges::copy(memory.partials.first(given), partials.scales.begin());
  if (partials.coefficients.empty()) return parts;
  for (std::size_t k = 0; k < c.scale_from.size(); ++k) {
    const double sign = std::copysign(1.0, problem.inputs.coefficients[c.scale_from[k]]);
    partials.coefficients[c.scale_from[k]] += sign * memory.partials[given + k];
  }
  return parts;
}

bool draw(const CentredProblem& problem, std::span<const double> z, std::span<double> u) {
  const CentredMemory memory = centred_memory(problem);
  const Inputs inputs = moved_inputs(problem, memory.scales);
  const Centred& c = problem.centred;
  const auto is_tiny = [](double scale) { return !(scale > 1e-290); };
  if (std::ranges::any_of(inputs.scales.last(c.scale_from.size()), is_tiny)) return false;
  if (!draw(WaysProblem{c.block, c, inputs, memory.rest}, z, u)) return false;
  for (const std::uint32_t j : c.back) {
    if (c.coefficient[j] < 0) continue;
    for (const std::uint32_t m : c.means[j]) u[j] -= u[m];
    u[j] /= problem.inputs.coefficients[c.coefficient[j]];
  }
  return true;
}

}  // namespace autumn::gaussian
