// This file is the distribution neg_binomial_2_log(eta, phi): counts with mean exp(eta) and
// variance mean + mean^2 / phi.
#include <cmath>

#include "dist/count_draws.h"
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term phi = args[1];
  const Term log_odds = args[0] - log(phi);
  return log_rising_factorial(phi, y) - lgamma(y + 1.0) + phi * log_inv_logit(-log_odds) +
         y * log_inv_logit(log_odds);
}

// Success ends a trial, failures are counted.
Chance chance(Arguments args) {
  const Term log_odds = args[0] - log(args[1]);
  return {.success = inv_logit(-log_odds), .failure = inv_logit(log_odds)};
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_neg_binomial(y, args[1], chance(args));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_neg_binomial(y, args[1], chance(args));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_neg_binomial(random, std::exp(scalar(args, 0)), scalar(args, 1));
}

}  // namespace

const Distribution& neg_binomial_2_log() {
  static const Distribution kNegBinomial2Log{
      .name = "neg_binomial_2_log",
      .variate = {"y", Domain::kCount},
      .arguments = {{"eta", Domain::kReal}, {"phi", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kNegBinomial2Log;
}

}  // namespace autumn::dist
