// This file is the distribution student_t(nu, mu, sigma): nu > 0 degrees of freedom, location mu
// and scale sigma > 0.
#include <algorithm>
#include <cmath>
#include <limits>

#include "dist/constants.h"
#include "dist/list.h"
#include "dist/positive_draws.h"

namespace autumn::dist {
namespace {

// The ratio of gamma functions is one operation, so that it keeps its digits for large nu.
Term log_density(Term y, Arguments args) {
  const Term& nu = args[0];
  const Term z = (y - args[1]) / args[2];
  return log_rising_factorial(0.5 * nu, 0.5) - 0.5 * log(nu) - 0.5 * kLogPi - log(args[2]) -
         0.5 * (nu + 1.0) * log1p(square(z) / nu);
}

// P(Z <= z) = I_x(nu/2, nu/2) with x = (1 + z / r) / 2, r = sqrt(nu + z^2), which is smooth at 0
// too; for z <= 0 without cancellation x = nu / (2 r (r - z)).
Term log_standard_cdf(Term z, Term nu) {
  const Term below = select(z <= 0.0, z, -z);
  const Term r = sqrt(nu + square(z));
  const Term half = 0.5 * nu;
  const Term tail = log_inc_beta(half, half, half / (r * (r - below)));
  return select(z <= 0.0, tail, log1m_exp(tail));
}

Term log_cdf(Term y, Arguments args) {
  return log_standard_cdf((y - args[1]) / args[2], args[0]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_standard_cdf((args[1] - y) / args[2], args[0]);
}

// A normal over the root of an independent chi-square over nu.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double nu = scalar(args, 0);
  const double z = random.normal();
  const double stretch = exp_in_range(0.5 * (std::log(0.5 * nu) - random.log_gamma(0.5 * nu)));
  constexpr double kLargest = std::numeric_limits<double>::max();
  out[0] = std::clamp(scalar(args, 1) + scalar(args, 2) * (z * stretch), -kLargest, kLargest);
}

}  // namespace

const Distribution& student_t() {
  static const Distribution kStudentT{
      .name = "student_t",
      .variate = {"y", Domain::kReal},
      .arguments = {{"nu", Domain::kPositive}, {"mu", Domain::kReal}, {"sigma", Domain::kPositive}},
      .location = 1,
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kStudentT;
}

}  // namespace autumn::dist
