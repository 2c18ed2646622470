// This file is the distribution beta_binomial(N, alpha, beta): binomial whose probability is
// beta(alpha, beta). Its cdf is a generalised hypergeometric function and is left out.
#include <cmath>

#include "dist/count_draws.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// Rising factorials instead of beta functions: no cancellation for large alpha, beta.
Term log_density(Term y, Arguments args) {
  const Term n = args[0];
  const Term a = args[1];
  const Term b = args[2];
  return lchoose(n, y) + log_rising_factorial(a, y) + log_rising_factorial(b, n - y) -
         log_rising_factorial(a + b, n);
}

Bounds bounds(Arguments args) {
  return {.lower = std::nullopt, .upper = args[0]};
}

// The odds of the beta draw are exp(difference); the rarer outcome is drawn, with all its digits.
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double n = scalar(args, 0);
  const double log_success = random.log_gamma(scalar(args, 1));
  const double difference = log_success - random.log_gamma(scalar(args, 2));
  const double count = draw_binomial(random, n, 1.0 / (1.0 + std::exp(std::fabs(difference))));
  out[0] = difference > 0.0 ? n - count : count;
}

}  // namespace

const Distribution& beta_binomial() {
  static const Distribution kBetaBinomial{
      .name = "beta_binomial",
      .variate = {"y", Domain::kCount},
      .arguments = {{"N", Domain::kCount},
                    {"alpha", Domain::kPositive},
                    {"beta", Domain::kPositive}},
      .log_density = log_density,
      .bounds = bounds,
      .draw = draw,
  };
  return kBetaBinomial;
}

}  // namespace autumn::dist
