// This file is the distribution weibull(alpha, sigma): shape alpha > 0 and scale sigma > 0.
#include <cmath>

#include "dist/list.h"
#include "dist/positive_draws.h"
#include "dist/tails.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term& alpha = args[0];
  const Term r = y / args[1];
  return log(alpha) - log(args[1]) + lmultiply(alpha - 1.0, r) - pow(r, alpha);
}

Term log_cdf(Term y, Arguments args) {
  return log1m_exp_of_log(args[0] * log(max(y, 0.0) / args[1]));
}

Term log_ccdf(Term y, Arguments args) {
  return -pow(max(y, 0.0) / args[1], args[0]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double log_r = std::log(random.exponential()) / scalar(args, 0);
  out[0] = exp_in_range(std::log(scalar(args, 1)) + log_r);
}

}  // namespace

const Distribution& weibull() {
  static const Distribution kWeibull{
      .name = "weibull",
      .variate = {"y", Domain::kNonNegative},
      .arguments = {{"alpha", Domain::kPositive}, {"sigma", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kWeibull;
}

}  // namespace autumn::dist
