// This file is the distribution inv_chi_square(nu): the inverse of a chi_square(nu), nu > 0;
// inv_gamma(nu / 2, 1 / 2).
#include "dist/constants.h"
#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term half = 0.5 * args[0];
  return -(half + 1.0) * log(y) - 0.5 / y - kLogTwo * half - lgamma(half);
}

Term log_cdf(Term y, Arguments args) {
  return log_gamma_q(0.5 * args[0], 0.5 / max(y, 0.0));
}

Term log_ccdf(Term y, Arguments args) {
  return log_gamma_p(0.5 * args[0], 0.5 / max(y, 0.0));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_inv_gamma(random, 0.5 * scalar(args, 0), 0.5);
}

}  // namespace

const Distribution& inv_chi_square() {
  static const Distribution kInvChiSquare{
      .name = "inv_chi_square",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"nu", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kInvChiSquare;
}

}  // namespace autumn::dist
