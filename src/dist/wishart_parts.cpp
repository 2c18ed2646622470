// This file computes the normaliser of Wishart densities.
#include "dist/wishart_parts.h"

#include <vector>

#include "dist/constants.h"
#include "dist/items.h"

namespace autumn::dist {

// gamma_n(x) = pi^(n (n - 1) / 4) product of gamma(x - j / 2), j = 0...n - 1.
expr::Term log_wishart_normaliser(expr::Term nu, std::size_t n) {
  const double order = static_cast<double>(n);
  std::vector<double> shifts;
  for (double j = 0.0; j < order; ++j) shifts.push_back(0.5 * j);
  const expr::Term gammas = lgamma(0.5 * nu - constant_vector(nu.builder(), shifts));
  return 0.5 * order * kLogTwo * nu + sum(gammas) + 0.25 * order * (order - 1.0) * kLogPi;
}

expr::Term has_enough_degrees(Arguments arguments) {
  return arguments[0] > static_cast<double>(arguments[1].shape().rows) - 1.0;
}

}  // namespace autumn::dist
