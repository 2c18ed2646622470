// This file is the distribution lognormal(mu, sigma): the exponential of a normal(mu, sigma),
// sigma > 0.
#include "dist/constants.h"
#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term log_y = log(y);
  return -0.5 * square((log_y - args[0]) / args[1]) - log_y - log(args[1]) - kHalfLogTwoPi;
}

Term log_cdf(Term y, Arguments args) {
  return log_normal_cdf((log(max(y, 0.0)) - args[0]) / args[1]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_normal_cdf((args[0] - log(max(y, 0.0))) / args[1]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = exp_in_range(scalar(args, 0) + scalar(args, 1) * random.normal());
}

}  // namespace

const Distribution& lognormal() {
  static const Distribution kLognormal{
      .name = "lognormal",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"mu", Domain::kReal}, {"sigma", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kLognormal;
}

}  // namespace autumn::dist
