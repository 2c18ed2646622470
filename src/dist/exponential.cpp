// This file is the distribution exponential(beta): rate beta > 0.
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return log(args[0]) - args[0] * y;
}

Term log_cdf(Term y, Arguments args) {
  return log1m_exp(-args[0] * max(y, 0.0));
}

Term log_ccdf(Term y, Arguments args) {
  return -args[0] * max(y, 0.0);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = random.exponential() / scalar(args, 0);
}

}  // namespace

const Distribution& exponential() {
  static const Distribution kExponential{
      .name = "exponential",
      .variate = {"y", Domain::kNonNegative},
      .arguments = {{"beta", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kExponential;
}

}  // namespace autumn::dist
