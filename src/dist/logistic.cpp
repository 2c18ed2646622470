// This file is the distribution logistic(mu, sigma): location mu and scale sigma > 0.
#include <cmath>

#include "dist/list.h"

namespace autumn::dist {
namespace {

// The density is the product of cdf and ccdf.
Term log_density(Term y, Arguments args) {
  const Term z = (y - args[0]) / args[1];
  return log_inv_logit(z) + log_inv_logit(-z) - log(args[1]);
}

Term log_cdf(Term y, Arguments args) {
  return log_inv_logit((y - args[0]) / args[1]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_inv_logit((args[0] - y) / args[1]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double u = random.uniform();
  out[0] = scalar(args, 0) + scalar(args, 1) * (std::log(u) - std::log1p(-u));
}

}  // namespace

const Distribution& logistic() {
  static const Distribution kLogistic{
      .name = "logistic",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal}, {"sigma", Domain::kPositive}},
      .location = 0,
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kLogistic;
}

}  // namespace autumn::dist
