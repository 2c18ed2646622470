// Factors of the form w^K exp(-R w) in a rate w: what the gamma family (w = v), the inverse gamma
// family (w = 1 / v) and its root (w = 1 / v^2) have in common.
#pragma once

#include "collapse/rules/family.h"

namespace autumn::collapse {

// What w is, as a power of the element.
enum class Rate : std::int8_t { kElement = 1, kInverse = -1, kInverseSquare = -2 };

[[nodiscard]] bool accepts_rate(const Use& use, Arguments arguments, Rate rate);
// The increments are K and R. The use has been accepted.
[[nodiscard]] Share share_of_rate(const Use& use, Term value, Arguments arguments, Rate rate);

// log of the integral of w^K exp(-R w) over w ~ gamma(a, b); prior (a, b), sums (K, R).
[[nodiscard]] Term log_marginal_of_rate(const Parameters& prior, const Parameters& sums);
// log of the integral of w^(shape - 1) exp(-R w).
[[nodiscard]] Term log_integral_of_rate(Term shape, Term rate);

}  // namespace autumn::collapse
