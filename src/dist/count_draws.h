// This header declares exact draws of counts that several distributions share.
#pragma once

#include <span>

#include "base/random.h"

namespace autumn::dist {

// Any n, any p in [0, 1].
[[nodiscard]] double draw_binomial(Random& random, double n, double p);
// Any mean; an infinite mean gives infinity.
[[nodiscard]] double draw_poisson(Random& random, double mean);
// A gamma-Poisson mixture: mean `mean`, variance mean + mean^2 / shape.
[[nodiscard]] double draw_neg_binomial(Random& random, double mean, double shape);
// 1, 2, ... with probabilities in proportion to the weights.
[[nodiscard]] double draw_category(Random& random, std::span<const double> weights);

}  // namespace autumn::dist
