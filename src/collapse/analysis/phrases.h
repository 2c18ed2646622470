// Phrases of reasons: factors, values, supports and priors as a statistician calls them.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace autumn::collapse {

// "y ~ poisson", or where nobody named the value "a poisson distribution".
[[nodiscard]] std::string factor_text(const model::Factor& factor);

// "y", or where nobody named it "a normal value".
[[nodiscard]] std::string value_text(const model::Factor& factor);

// Of a factor that has an element on its left (position 0) or among its arguments: "y ~ cauchy
// depends on it, and is not normal".
[[nodiscard]] std::string not_normal_text(const model::Factor& factor, std::size_t position);

// For the reason why no rule fits it: "an upper bound".
[[nodiscard]] std::string_view support_text(const model::Support& support);

// "a half-Cauchy prior", "an exponential prior".
[[nodiscard]] std::string prior_text(const expr::Graph& graph, const model::Factor& factor,
                                     const model::Support& support);

}  // namespace autumn::collapse
