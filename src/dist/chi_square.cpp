// This file is the distribution chi_square(nu): nu > 0 degrees of freedom; gamma(nu / 2, 1 / 2).
#include "dist/constants.h"
#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term half = 0.5 * args[0];
  return lmultiply(half - 1.0, y) - 0.5 * y - kLogTwo * half - lgamma(half);
}

Term log_cdf(Term y, Arguments args) {
  return log_gamma_p(0.5 * args[0], 0.5 * max(y, 0.0));
}

Term log_ccdf(Term y, Arguments args) {
  return log_gamma_q(0.5 * args[0], 0.5 * max(y, 0.0));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_gamma(random, 0.5 * scalar(args, 0), 0.5);
}

}  // namespace

const Distribution& chi_square() {
  static const Distribution kChiSquare{
      .name = "chi_square",
      .variate = {"y", Domain::kNonNegative},
      .arguments = {{"nu", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kChiSquare;
}

}  // namespace autumn::dist
