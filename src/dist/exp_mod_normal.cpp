// This file is the distribution exp_mod_normal(mu, sigma, lambda): a normal(mu, sigma) plus an
// independent exponential(lambda).
#include "dist/constants.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// z of the normal part, and the rate in units of its standard deviation.
struct Scaled {
  Term z;
  Term rate;
};

Scaled scaled(Term y, Arguments args) {
  return {(y - args[0]) / args[1], args[1] * args[2]};
}

// log of exp(rate^2/2 - rate z) Phi(x), x = z - rate, which is density / lambda. For x < 0 the
// exponent and log Phi cancel: there it is phi(z) over the inverse Mills ratio phi(x) / Phi(x).
Term log_part(const Scaled& s) {
  const Term x = s.z - s.rate;
  const Term left = -0.5 * square(s.z) - kHalfLogTwoPi - log(inverse_mills(min(x, 0.0)));
  const Term right = s.rate * (0.5 * s.rate - s.z) + log_normal_cdf(max(x, 0.0));
  return select(x < 0.0, left, right);
}

Term log_density(Term y, Arguments args) {
  return log(args[2]) + log_part(scaled(y, args));
}

// P(Y > y) = Phi(-z) + part.
Term log_ccdf(Term y, Arguments args) {
  const Scaled s = scaled(y, args);
  return log_add_exp(log_normal_cdf(-s.z), log_part(s));
}

// P(Y <= y) = Phi(z) - part, or 1 - P(Y > y) where that is above one half. The difference loses
// the digits of (1 + z^2) / rate.
Term log_cdf(Term y, Arguments args) {
  const Scaled s = scaled(y, args);
  const Term above = log_ccdf(y, args);
  const Term difference = log_diff_exp(log_normal_cdf(s.z), log_part(s));
  return select(above < -kLogTwo, log1m_exp(min(above, -kLogTwo)), difference);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double z = random.normal();
  out[0] = scalar(args, 0) + scalar(args, 1) * z + random.exponential() / scalar(args, 2);
}

}  // namespace

const Distribution& exp_mod_normal() {
  static const Distribution kExpModNormal{
      .name = "exp_mod_normal",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal},
                    {"sigma", Domain::kPositive},
                    {"lambda", Domain::kPositive}},
      .location = 0,
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kExpModNormal;
}

}  // namespace autumn::dist
