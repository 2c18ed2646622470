// This header has what the tests of distributions share: evaluation at numbers, draws, and the
// laws that tie density, cdf and sampler together.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dist/cases.h"
#include "dist/distribution.h"

namespace autumn::dist {

using Arrays = std::span<const expr::Array>;
// A density or a cdf.
using TermFunction = Term (*)(Term y, Arguments args);

// f(y, args) by the reference interpreter. Variate and arguments are inputs of the graph, so that
// nothing is folded away.
[[nodiscard]] expr::Array value_of(TermFunction f, const expr::Array& y, Arrays args);
// The same for a scalar variate.
[[nodiscard]] double number_of(TermFunction f, double y, Arrays args);

// "gamma(0.5, 2) at 0.1".
[[nodiscard]] std::string to_text(const Case& at);

// One draw of one item with so many elements.
[[nodiscard]] std::vector<double> draw_item(const Distribution& d, Arrays args, std::size_t size,
                                            Random& random);
// Independent draws of a scalar distribution.
[[nodiscard]] std::vector<double> draw_many(const Distribution& d, Arrays args, std::size_t count,
                                            std::uint64_t seed);

// The largest distance between the empirical cdf and `cdf` (a vector of values at sorted distinct
// points), at the points of the sample. For a continuous cdf this is at most 1 / n less than the
// Kolmogorov-Smirnov distance; for a discrete one it is that distance.
using Cdf = std::function<std::vector<double>(const std::vector<double>& points)>;
[[nodiscard]] double ks_distance(std::vector<double> sample, const Cdf& cdf);

// P(sqrt(n) D > x) <= 2 exp(-2 x^2) for any cdf (Dvoretzky, Kiefer, Wolfowitz; Massart 1990): one
// false alarm in 10,000 checks.
inline constexpr double kKsLimit = 2.23;

// exp(log_cdf) of a distribution.
[[nodiscard]] Cdf cdf_of(const Distribution& d, Arrays args);
// Draws follow the cdf (50,000 of them; one seed in 10,000 fails though they do) and lie in the
// support.
void expect_draws_follow(const Distribution& d, Arrays args, const Cdf& cdf, std::uint64_t seed);

// d log F / dy = f / F and d log(1 - F) / dy = -f / (1 - F), by a five-point difference, for
// continuous distributions.
void expect_density_is_slope_of_cdf(const Distribution& d, const Case& at);
// F + (1 - F) = 1.
void expect_cdf_and_ccdf_sum_to_one(const Distribution& d, const Case& at);
// Arrays of variates and arguments give each element its own density; scalars meet arrays. The
// cases are of one scalar distribution.
void expect_elementwise(const Distribution& d, std::span<const Case> cases);

}  // namespace autumn::dist
