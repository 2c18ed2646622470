// This file is the distribution neg_binomial(alpha, beta): Poisson whose mean is gamma(alpha,
// beta).
#include "dist/count_draws.h"
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term alpha = args[0];
  const Term beta = args[1];
  return log_rising_factorial(alpha, y) - lgamma(y + 1.0) - alpha * log1p(inverse(beta)) -
         y * log1p(beta);
}

// Success ends a trial, failures are counted.
Chance chance(Arguments args) {
  const Term beta = args[1];
  return {.success = beta / (1.0 + beta), .failure = inverse(1.0 + beta)};
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_neg_binomial(y, args[0], chance(args));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_neg_binomial(y, args[0], chance(args));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_poisson(random, random.gamma(scalar(args, 0)) / scalar(args, 1));
}

}  // namespace

const Distribution& neg_binomial() {
  static const Distribution kNegBinomial{
      .name = "neg_binomial",
      .variate = {"y", Domain::kCount},
      .arguments = {{"alpha", Domain::kPositive}, {"beta", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kNegBinomial;
}

}  // namespace autumn::dist
