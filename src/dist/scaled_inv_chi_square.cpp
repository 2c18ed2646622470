// This file is the distribution scaled_inv_chi_square(nu, sigma): nu sigma^2 over a
// chi_square(nu); nu > 0, sigma > 0.
#include <cmath>

#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

// The scale of the inverse gamma over y, nu sigma^2 / (2 y), without squares that overflow early.
Term scale_over(Term y, Arguments args) {
  return 0.5 * args[0] * args[1] * (args[1] / y);
}

Term log_density(Term y, Arguments args) {
  const Term half = 0.5 * args[0];
  return half * log(half) - lgamma(half) + args[0] * log(args[1]) - (half + 1.0) * log(y) -
         scale_over(y, args);
}

Term log_cdf(Term y, Arguments args) {
  return log_gamma_q(0.5 * args[0], scale_over(max(y, 0.0), args));
}

Term log_ccdf(Term y, Arguments args) {
  return log_gamma_p(0.5 * args[0], scale_over(max(y, 0.0), args));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double half = 0.5 * scalar(args, 0);
  const double log_scale = std::log(half) + 2.0 * std::log(scalar(args, 1));
  out[0] = exp_in_range(log_scale - random.log_gamma(half));
}

}  // namespace

const Distribution& scaled_inv_chi_square() {
  static const Distribution kScaledInvChiSquare{
      .name = "scaled_inv_chi_square",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"nu", Domain::kPositive}, {"sigma", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kScaledInvChiSquare;
}

}  // namespace autumn::dist
