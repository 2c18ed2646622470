// This file is the distribution beta_proportion(mu, kappa): beta(mu kappa, (1 - mu) kappa) with
// mean 0 < mu < 1 and kappa > 0.
#include <array>

#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

std::array<Term, 2> shapes(Arguments args) {
  return {args[0] * args[1], (1.0 - args[0]) * args[1]};
}

Term log_density(Term y, Arguments args) {
  return beta().log_density(y, shapes(args));
}

Term log_cdf(Term y, Arguments args) {
  return beta().log_cdf(y, shapes(args));
}

Term log_ccdf(Term y, Arguments args) {
  return beta().log_ccdf(y, shapes(args));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double mu = scalar(args, 0);
  const double kappa = scalar(args, 1);
  out[0] = draw_beta(random, mu * kappa, (1.0 - mu) * kappa);
}

}  // namespace

const Distribution& beta_proportion() {
  static const Distribution kBetaProportion{
      .name = "beta_proportion",
      .variate = {"y", Domain::kUnit},
      .arguments = {{"mu", Domain::kOpenUnit}, {"kappa", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kBetaProportion;
}

}  // namespace autumn::dist
