// This file is the distribution double_exponential(mu, sigma): Laplace with location mu and scale
// sigma > 0.
#include "dist/constants.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return -abs(y - args[0]) / args[1] - log(args[1]) - kLogTwo;
}

// exp(z) / 2 for z < 0, else 1 - exp(-z) / 2. The negative one of z and -z is chosen by a select,
// not by abs, so that the slope is right at 0 too.
Term log_standard_cdf(Term z) {
  const Term below = select(z < 0.0, z, -z);
  return select(z < 0.0, below - kLogTwo, log1m(0.5 * exp(below)));
}

Term log_cdf(Term y, Arguments args) {
  return log_standard_cdf((y - args[0]) / args[1]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_standard_cdf((args[0] - y) / args[1]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double size = random.exponential();
  const double z = random.uniform() < 0.5 ? -size : size;
  out[0] = scalar(args, 0) + scalar(args, 1) * z;
}

}  // namespace

const Distribution& double_exponential() {
  static const Distribution kDoubleExponential{
      .name = "double_exponential",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal}, {"sigma", Domain::kPositive}},
      .location = 0,
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kDoubleExponential;
}

}  // namespace autumn::dist
