// This file is the distribution rayleigh(sigma): the length of a plane vector of two normal(0,
// sigma), sigma > 0.
#include <cmath>

#include "dist/constants.h"
#include "dist/list.h"
#include "dist/tails.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  return log(y) - 2.0 * log(args[0]) - 0.5 * square(y / args[0]);
}

Term log_cdf(Term y, Arguments args) {
  return log1m_exp_of_log(2.0 * log(max(y, 0.0) / args[0]) - kLogTwo);
}

Term log_ccdf(Term y, Arguments args) {
  return -0.5 * square(max(y, 0.0) / args[0]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = scalar(args, 0) * std::sqrt(2.0 * random.exponential());
}

}  // namespace

const Distribution& rayleigh() {
  static const Distribution kRayleigh{
      .name = "rayleigh",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"sigma", Domain::kPositive}},
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kRayleigh;
}

}  // namespace autumn::dist
