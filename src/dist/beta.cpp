// This file is the distribution beta(alpha, beta): shapes alpha > 0 and beta > 0.
#include "dist/list.h"
#include "dist/positive_draws.h"
#include "dist/tails.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return lmultiply(args[0] - 1.0, y) + multiply_log1m(args[1] - 1.0, y) - lbeta(args[0], args[1]);
}

Term clamp_to_unit(Term y) {
  return min(max(y, 0.0), 1.0);
}

Term log_cdf(Term y, Arguments args) {
  return log_inc_beta(args[0], args[1], clamp_to_unit(y));
}

Term log_ccdf(Term y, Arguments args) {
  const Term x = clamp_to_unit(y);
  return log_inc_beta_of_pair(args[1], args[0], 1.0 - x, x);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = draw_beta(random, scalar(args, 0), scalar(args, 1));
}

void draw_many(const Streams& streams, ArgumentColumns args, std::span<double> out) {
  Streams::Numbers x, y;
  const Streams::Set missing =
      streams.try_first_gammas(args[0], x) | streams.try_second_gammas(args[1], y);
  for (std::size_t k = 0; k < streams.count(); ++k) out[k] = in_unit(x[k] / (x[k] + y[k]));
  draw_missing(streams, missing, args, draw_beta, out);
}

}  // namespace

const Distribution& beta() {
  static const Distribution kBeta{
      .name = "beta",
      .variate = {"y", Domain::kUnit},
      .arguments = {{"alpha", Domain::kPositive}, {"beta", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
      .draw_many = draw_many,
  };
  return kBeta;
}

}  // namespace autumn::dist
