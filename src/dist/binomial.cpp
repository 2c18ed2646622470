// This file is the distribution binomial(N, theta): successes in N trials of probability theta.
#include "dist/count_draws.h"
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term n = args[0];
  return lchoose(n, y) + lmultiply(y, args[1]) + multiply_log1m(n - y, args[1]);
}

Bounds bounds(Arguments args) {
  return {.lower = std::nullopt, .upper = args[0]};
}

Chance chance(Arguments args) {
  return {.success = args[1], .failure = 1.0 - args[1]};
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_binomial(y, args[0], chance(args));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_binomial(y, args[0], chance(args));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_binomial(random, scalar(args, 0), scalar(args, 1));
}

}  // namespace

const Distribution& binomial() {
  static const Distribution kBinomial{
      .name = "binomial",
      .variate = {"y", Domain::kCount},
      .arguments = {{"N", Domain::kCount}, {"theta", Domain::kUnit}},
      .log_density = log_density,
      .bounds = bounds,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kBinomial;
}

}  // namespace autumn::dist
