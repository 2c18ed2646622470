// This file is the distribution gamma(alpha, beta): shape alpha > 0 and rate beta > 0.
#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term& alpha = args[0];
  const Term& beta = args[1];
  return alpha * log(beta) - lgamma(alpha) + lmultiply(alpha - 1.0, y) - beta * y;
}

Term log_cdf(Term y, Arguments args) {
  return log_gamma_p(args[0], args[1] * max(y, 0.0));
}

Term log_ccdf(Term y, Arguments args) {
  return log_gamma_q(args[0], args[1] * max(y, 0.0));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_gamma(random, scalar(args, 0), scalar(args, 1));
}

void draw_many(const Streams& streams, ArgumentColumns args, std::span<double> out) {
  Streams::Numbers x;
  const Streams::Set missing = streams.try_first_gammas(args[0], x);
  for (std::size_t k = 0; k < streams.count(); ++k) out[k] = in_range(x[k] / scalar(args, 1, k));
  draw_missing(streams, missing, args, draw_gamma, out);
}

}  // namespace

const Distribution& gamma() {
  static const Distribution kGamma{
      .name = "gamma",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"alpha", Domain::kPositive}, {"beta", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
      .draw_many = draw_many,
  };
  return kGamma;
}

}  // namespace autumn::dist
