// This file is the distribution frechet(alpha, sigma): the inverse of a Weibull; shape alpha > 0
// and scale sigma > 0.
#include <cmath>

#include "dist/list.h"
#include "dist/positive_draws.h"
#include "dist/tails.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term& alpha = args[0];
  const Term log_r = log(y / args[1]);
  return log(alpha) - log(args[1]) - (alpha + 1.0) * log_r - exp(-alpha * log_r);
}

Term log_cdf(Term y, Arguments args) {
  return -pow(max(y, 0.0) / args[1], -args[0]);
}

Term log_ccdf(Term y, Arguments args) {
  return log1m_exp_of_log(-args[0] * log(max(y, 0.0) / args[1]));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double log_r = -std::log(random.exponential()) / scalar(args, 0);
  out[0] = exp_in_range(std::log(scalar(args, 1)) + log_r);
}

}  // namespace

const Distribution& frechet() {
  static const Distribution kFrechet{
      .name = "frechet",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"alpha", Domain::kPositive}, {"sigma", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kFrechet;
}

}  // namespace autumn::dist
