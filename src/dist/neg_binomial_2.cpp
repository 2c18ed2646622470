// This file is the distribution neg_binomial_2(mu, phi): counts with mean mu and variance mu +
// mu^2 / phi.
#include "dist/count_draws.h"
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// Both logarithms of probabilities through log1p: exact for phi << mu and for phi >> mu, where this
// is the Poisson distribution.
Term log_density(Term y, Arguments args) {
  const Term mu = args[0];
  const Term phi = args[1];
  return log_rising_factorial(phi, y) - lgamma(y + 1.0) - phi * log1p(mu / phi) -
         y * log1p(phi / mu);
}

// Success ends a trial, failures are counted.
Chance chance(Arguments args) {
  const Term total = args[0] + args[1];
  return {.success = args[1] / total, .failure = args[0] / total};
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_neg_binomial(y, args[1], chance(args));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_neg_binomial(y, args[1], chance(args));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_neg_binomial(random, scalar(args, 0), scalar(args, 1));
}

}  // namespace

const Distribution& neg_binomial_2() {
  static const Distribution kNegBinomial2{
      .name = "neg_binomial_2",
      .variate = {"y", Domain::kCount},
      .arguments = {{"mu", Domain::kPositive}, {"phi", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kNegBinomial2;
}

}  // namespace autumn::dist
