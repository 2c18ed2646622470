// This file is the distribution bernoulli_logit(alpha): 1 with probability inv_logit(alpha), else
// 0.
#include <cmath>

#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return log_inv_logit((2.0 * y - 1.0) * args[0]);
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_bernoulli(y, log_inv_logit(-args[0]));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_bernoulli(y, log_inv_logit(args[0]));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double odds = std::exp(-scalar(args, 0));  // against 1
  out[0] = random.uniform() * (1.0 + odds) < 1.0 ? 1.0 : 0.0;
}

}  // namespace

const Distribution& bernoulli_logit() {
  static const Distribution kBernoulliLogit{
      .name = "bernoulli_logit",
      .variate = {"y", Domain::kBinary},
      .arguments = {{"alpha", Domain::kReal}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kBernoulliLogit;
}

}  // namespace autumn::dist
