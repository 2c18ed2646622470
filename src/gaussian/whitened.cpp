// This file evaluates a block by its whitened form.
#include "gaussian/whitened.h"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "gaussian/adjoint.h"
#include "gaussian/eliminate.h"

namespace autumn::gaussian {
namespace {

// Where row r of a triangle that is stored row by row begins.
constexpr std::size_t row_start(std::size_t r) {
  return r * (r + 1) / 2;
}

// The coefficients of the whitened block, and their partials, are at the end of the memory.
struct WhitenedMemory {
  std::span<double> coefficients, partials, rest;
};
WhitenedMemory whitened_memory(const WhitenedProblem& problem) {
  const std::size_t n = problem.whitened.block.coefficients;
  const std::span<double> own = problem.scratch.last(2 * n);
  return {own.first(n), own.last(n), problem.scratch.first(problem.scratch.size() - 2 * n)};
}

// L = S^-1, row by row: L_rr = 1 / S_rr, L_rc = -(sum of S_rk L_kc over c <= k < r) / S_rr.
void invert(const WhitenedKind& kind, std::span<double> coefficients) {
  const auto s = [&](std::size_t r, std::size_t c) {
    return coefficients[kind.slots[row_start(r) + c]];
  };
  const std::span<double> l = coefficients.subspan(kind.first_added);
  for (std::size_t r = 0; r < kind.length; ++r) {
    for (std::size_t c = 0; c < r; ++c) {
      double sum = 0.0;
      for (std::size_t k = c; k < r; ++k) sum += s(r, k) * l[row_start(k) + c];
      l[row_start(r) + c] = -sum / s(r, r);
    }
    l[row_start(r) + r] = 1.0 / s(r, r);
  }
}

Inputs whitened_inputs(const WhitenedProblem& problem, std::span<double> coefficients) {
  std::ranges::copy(problem.inputs.coefficients, coefficients.begin());
  for (const WhitenedKind& kind : problem.whitened.kinds) invert(kind, coefficients);
  return {coefficients, problem.inputs.constants, problem.inputs.scales};
}

// From derivatives by L to those by S: dL = -L dS L, so that they are -L' (.) L' on and below the
// diagonal.
void add_partials(const WhitenedKind& kind, std::span<const double> coefficients,
                  std::span<const double> by_l, std::span<double> by_s) {
  const std::span<const double> l = coefficients.subspan(kind.first_added);
  const std::span<const double> bar = by_l.subspan(kind.first_added);
  for (std::size_t r = 0; r < kind.length; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      double sum = 0.0;
      for (std::size_t i = r; i < kind.length; ++i) {
        for (std::size_t k = 0; k <= c; ++k) {
          sum += l[row_start(i) + r] * bar[row_start(i) + k] * l[row_start(c) + k];
        }
      }
      by_s[kind.slots[row_start(r) + c]] -= sum;
    }
  }
}

// Of log |det S| for each of the vectors.
double log_determinants(const Whitened& whitened, std::span<const double> coefficients) {
  double sum = 0.0;
  for (const WhitenedKind& kind : whitened.kinds) {
    for (std::size_t k = 0; k < kind.length; ++k) {
      const double pivot = coefficients[kind.slots[row_start(k) + k]];
      sum += static_cast<double>(kind.vectors) * std::log(std::abs(pivot));
    }
  }
  return sum;
}

void add_determinants(const Whitened& whitened, double seed, std::span<const double> coefficients,
                      std::span<double> by_s) {
  for (const WhitenedKind& kind : whitened.kinds) {
    for (std::size_t k = 0; k < kind.length; ++k) {
      const std::uint32_t slot = kind.slots[row_start(k) + k];
      by_s[slot] -= seed * static_cast<double>(kind.vectors) / coefficients[slot];
    }
  }
}

bool are_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

}  // namespace

std::size_t scratch_size(const Whitened& whitened) {
  const Ways& ways = whitened;
  return scratch_size(ways) + 2 * whitened.block.coefficients;
}

std::optional<Parts> parts_and_partials(const WhitenedProblem& problem, const Seed& seed,
                                        const Partials& partials) {
  const Whitened& w = problem.whitened;
  const WhitenedMemory memory = whitened_memory(problem);
  const Inputs inputs = whitened_inputs(problem, memory.coefficients);
  const std::size_t given = problem.inputs.coefficients.size();
  if (!are_finite(memory.coefficients.subspan(given))) return std::nullopt;
  // Nobody who wants no partials gets any.
  Partials moved = partials;
  if (is_wanted(partials)) moved.coefficients = memory.partials;
  std::optional<Parts> parts =
      parts_and_partials(WaysProblem{w.block, w, inputs, memory.rest}, seed, moved);
  if (!parts) return parts;
  parts->log_normaliser -= log_determinants(w, memory.coefficients);
  if (!std::isfinite(parts->log_normaliser)) return std::nullopt;
  if (partials.coefficients.empty()) return parts;
  for (const WhitenedKind& kind : w.kinds) {
    add_partials(kind, memory.coefficients, memory.partials, memory.partials);
  }
  add_determinants(w, seed.determinant, memory.coefficients, memory.partials);
  std::ranges::copy(memory.partials.first(given), partials.coefficients.begin());
  return parts;
}

bool draw(const WhitenedProblem& problem, std::span<const double> z, std::span<double> u) {
  const Whitened& w = problem.whitened;
  const WhitenedMemory memory = whitened_memory(problem);
  const Inputs inputs = whitened_inputs(problem, memory.coefficients);
  if (!are_finite(memory.coefficients.subspan(problem.inputs.coefficients.size()))) return false;
  if (!draw(WaysProblem{w.block, w, inputs, memory.rest}, z, u)) return false;
  for (const WhitenedVector& vector : w.vectors) {
    const WhitenedKind& kind = w.kinds[vector.kind];
    const std::span<const double> l = memory.coefficients.subspan(kind.first_added);
    // From the last, since each is made of those before it.
    for (std::size_t r = kind.length; r-- > 0;) {
      double sum = 0.0;
      for (std::size_t c = 0; c <= r; ++c) sum += l[row_start(r) + c] * u[vector.columns[c]];
      u[vector.columns[r]] = sum;
    }
    for (const auto& mean : vector.means) {
      u[vector.columns[mean.element]] += mean.multiplier * u[mean.column];
    }
  }
  return true;
}

}  // namespace autumn::gaussian
