// This file is the distribution poisson_log(alpha): counts with mean exp(alpha).
#include <cmath>

#include "dist/count_draws.h"
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return y * args[0] - exp(args[0]) - lgamma(y + 1.0);
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_poisson(y, exp(args[0]));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_poisson(y, exp(args[0]));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_poisson(random, std::exp(scalar(args, 0)));
}

}  // namespace

const Distribution& poisson_log() {
  static const Distribution kPoissonLog{
      .name = "poisson_log",
      .variate = {"y", Domain::kCount},
      .arguments = {{"alpha", Domain::kReal}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kPoissonLog;
}

}  // namespace autumn::dist
