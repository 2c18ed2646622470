// This file is the distribution std_normal(): the Gaussian with mean 0 and standard deviation 1.
#include "dist/constants.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments) {
  return -0.5 * square(y) - kHalfLogTwoPi;
}

Term log_cdf(Term y, Arguments) {
  return log_normal_cdf(y);
}

Term log_ccdf(Term y, Arguments) {
  return log_normal_cdf(-y);
}

void draw(Random& random, ArgumentValues, std::span<double> out) {
  out[0] = random.normal();
}

}  // namespace

const Distribution& std_normal() {
  static const Distribution kStdNormal{
      .name = "std_normal",
      .variate = {"y", Domain::kReal},
      .arguments = {},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kStdNormal;
}

}  // namespace autumn::dist
