// This header declares random small models for the laws: conjugate and other links, nodes observed
// and not.
#pragma once

#include <cstdint>

#include "oracle/model.h"

namespace autumn::oracle {

// 3 to 8 nodes: normal, gamma, beta and exponential ones, observed or not, and observed binomial
// and bernoulli ones. Observed values are draws of the model itself. Every parameter is valid
// wherever the unobserved values are inside their supports. The same seed gives the same model.
[[nodiscard]] Model random_model(std::uint64_t seed);

// Draws of the unobserved nodes, with the observed values, at which all values and parameters are
// of ordinary size: none above 1e3, none that must be positive below 1e-3, and no probability
// above 1 - 1e-3.
[[nodiscard]] std::vector<double> ordinary_values(const Model& model, Random& random);

}  // namespace autumn::oracle
