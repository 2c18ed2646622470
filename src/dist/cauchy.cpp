// This file is the distribution cauchy(mu, sigma): location mu and scale sigma > 0.
#include "dist/constants.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term z = (y - args[0]) / args[1];
  return -log1p(square(z)) - log(args[1]) - kLogPi;
}

// log P(Z <= z) with P = atan2(1, -z) / pi, which is accurate where it is small; else through
// 1 - P.
Term log_standard_cdf(Term z) {
  constexpr double kInversePi = 0.31830988618379067154;
  return select(z < 0.0, log(kInversePi * atan2(1.0, -z)), log1m(kInversePi * atan2(1.0, z)));
}

Term log_cdf(Term y, Arguments args) {
  return log_standard_cdf((y - args[0]) / args[1]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_standard_cdf((args[0] - y) / args[1]);
}

// A ratio of two normals.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double numerator = random.normal();
  out[0] = scalar(args, 0) + scalar(args, 1) * (numerator / random.normal());
}

}  // namespace

const Distribution& cauchy() {
  static const Distribution kCauchy{
      .name = "cauchy",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal}, {"sigma", Domain::kPositive}},
      .location = 0,
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kCauchy;
}

}  // namespace autumn::dist
