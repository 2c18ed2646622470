// This file is the distribution gumbel(mu, beta): location mu and scale beta > 0.
#include <cmath>

#include "dist/list.h"
#include "dist/tails.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term z = (y - args[0]) / args[1];
  return -z - exp(-z) - log(args[1]);
}

Term log_cdf(Term y, Arguments args) {
  return -exp((args[0] - y) / args[1]);
}

Term log_ccdf(Term y, Arguments args) {
  return log1m_exp_of_log((args[0] - y) / args[1]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = scalar(args, 0) - scalar(args, 1) * std::log(random.exponential());
}

}  // namespace

const Distribution& gumbel() {
  static const Distribution kGumbel{
      .name = "gumbel",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal}, {"beta", Domain::kPositive}},
      .location = 0,
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kGumbel;
}

}  // namespace autumn::dist
