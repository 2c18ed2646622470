// This file is the distribution compound_gamma(alpha, beta, scale): gamma(alpha, rate) with rate ~
// gamma(beta, scale) integrated out; a beta prime of scale `scale`.
#include <cmath>

#include "dist/list.h"
#include "dist/positive_draws.h"
#include "dist/tails.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term& alpha = args[0];
  const Term& beta = args[1];
  const Term r = y / args[2];
  return lmultiply(alpha - 1.0, r) - (alpha + beta) * log1p(r) - lbeta(alpha, beta) - log(args[2]);
}

// r / (1 + r) and 1 / (1 + r) for r = y / scale, both accurate.
struct Shares {
  Term of_y;
  Term of_scale;
};

Shares shares(Term y, Term scale) {
  const Term x = max(y, 0.0);
  return {x / (x + scale), scale / (x + scale)};
}

Term log_cdf(Term y, Arguments args) {
  const Shares s = shares(y, args[2]);
  return log_inc_beta_of_pair(args[0], args[1], s.of_y, s.of_scale);
}

Term log_ccdf(Term y, Arguments args) {
  const Shares s = shares(y, args[2]);
  return log_inc_beta_of_pair(args[1], args[0], s.of_scale, s.of_y);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double log_rate = random.log_gamma(scalar(args, 1)) - std::log(scalar(args, 2));
  out[0] = exp_in_range(random.log_gamma(scalar(args, 0)) - log_rate);
}

}  // namespace

const Distribution& compound_gamma() {
  static const Distribution kCompoundGamma{
      .name = "compound_gamma",
      .variate = {"y", Domain::kNonNegative},
      .arguments = {{"alpha", Domain::kPositive},
                    {"beta", Domain::kPositive},
                    {"scale", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kCompoundGamma;
}

}  // namespace autumn::dist
