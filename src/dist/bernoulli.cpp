// This file is the distribution bernoulli(theta): 1 with probability theta, else 0.
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return lmultiply(y, args[0]) + multiply_log1m(1.0 - y, args[0]);
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_bernoulli(y, log1m(args[0]));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_bernoulli(y, log(args[0]));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = random.uniform() < scalar(args, 0) ? 1.0 : 0.0;
}

}  // namespace

const Distribution& bernoulli() {
  static const Distribution kBernoulli{
      .name = "bernoulli",
      .variate = {"y", Domain::kBinary},
      .arguments = {{"theta", Domain::kUnit}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kBernoulli;
}

}  // namespace autumn::dist
