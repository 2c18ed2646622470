// This file is the distribution binomial_logit(N, alpha): successes in N trials of probability
// inv_logit(alpha).
#include <cmath>

#include "dist/count_draws.h"
#include "dist/count_tails.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term n = args[0];
  return lchoose(n, y) + y * log_inv_logit(args[1]) + (n - y) * log_inv_logit(-args[1]);
}

Bounds bounds(Arguments args) {
  return {.lower = std::nullopt, .upper = args[0]};
}

Chance chance(Arguments args) {
  return {.success = inv_logit(args[1]), .failure = inv_logit(-args[1])};
}

Term log_cdf(Term y, Arguments args) {
  return log_cdf_binomial(y, args[0], chance(args));
}

Term log_ccdf(Term y, Arguments args) {
  return log_ccdf_binomial(y, args[0], chance(args));
}

// The rarer outcome is drawn, so that its probability has all its digits.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double n = scalar(args, 0);
  const double rare = 1.0 / (1.0 + std::exp(std::fabs(scalar(args, 1))));
  const double count = draw_binomial(random, n, rare);
  out[0] = scalar(args, 1) > 0.0 ? n - count : count;
}

}  // namespace

const Distribution& binomial_logit() {
  static const Distribution kBinomialLogit{
      .name = "binomial_logit",
      .variate = {"y", Domain::kCount},
      .arguments = {{"N", Domain::kCount}, {"alpha", Domain::kReal}},
      .log_density = log_density,
      .bounds = bounds,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kBinomialLogit;
}

}  // namespace autumn::dist
