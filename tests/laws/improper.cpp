// This generator of the hunt makes flat priors, which the data determine or do not.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/sketch.h"

namespace autumn::laws {

Case improper_priors(std::uint64_t seed) {
  Sketch sketch(5, seed);
  sketch.size("N", sketch.between(0, 4));
  sketch.size("J", sketch.between(1, 3));
  sketch.size("K", 2);
  sketch.vector("y", "N");
  sketch.vector("x", "N");
  sketch.matrix("X", "N", "K");
  sketch.indices("g", "N", "J");
  sketch.counts("n", "N", 4);
  sketch.parameter("real a");
  sketch.parameter("real b");
  sketch.parameter("vector[J] u");
  sketch.parameter("vector[K] v");
  sketch.parameter("real<lower=0> s");
  sketch.parameter("real<lower=0> h");
  sketch.parameter("real<lower=0, upper=1> p");
  sketch.parameter("simplex[K] w");
  const std::size_t statements = sketch.between(1, 5);
  for (std::size_t k = 0; k < statements; ++k) {
    sketch.model(sketch.pick({
        "y ~ normal(a + b * x, s);",
        "y ~ normal(a, s);",
        "y ~ normal(a + b, 1);",
        "y ~ normal(u[g], s);",
        "y ~ normal(a + u[g], 1);",
        "y ~ normal(X * v, s);",
        "y ~ normal(a + X * v + u[g], s);",
        "y ~ normal(a - a + b, 1);",
        "u ~ normal(a, s);",
        "v ~ normal(0, s);",
        "n ~ poisson(h);",
        "n ~ binomial(5, p);",
        "y ~ normal(a, sqrt(h));",
        "y ~ normal(a, 1 / sqrt(h));",
        "exp(y) ~ exponential(h);",
        "for (i in 1:N) target += multinomial_lpmf({n[i], 1} | w);",
        "a ~ normal(b, 1);",
        "u[1] ~ normal(0, 1);",
        "y ~ normal(0 * a + b, s);",
        "sum(u) ~ normal(0, 0.01);",
        "u - a ~ normal(0, 1);",
        "s ~ gamma(1, 1);",
        "h ~ gamma(1, s);",
        "exp(y) ~ gamma(h, s);",
        "p ~ beta(h, 1);",
        "w ~ dirichlet([h, 1]');",
    }));
  }
  return sketch.finish();
}

}  // namespace autumn::laws
