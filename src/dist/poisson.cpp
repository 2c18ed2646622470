// This file is the distribution poisson(lambda): counts with mean lambda >= 0.
#include "dist/count_draws.h"
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return lmultiply(y, args[0]) - args[0] - lgamma(y + 1.0);
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_poisson(y, args[0]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_poisson(y, args[0]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_poisson(random, scalar(args, 0));
}

}  // namespace

const Distribution& poisson() {
  static const Distribution kPoisson{
      .name = "poisson",
      .variate = {"y", Domain::kCount},
      .arguments = {{"lambda", Domain::kNonNegative}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kPoisson;
}

}  // namespace autumn::dist
