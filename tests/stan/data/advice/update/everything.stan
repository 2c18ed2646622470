functions {
  // an old density of the user
  real bump_log(real y, real[] at, int[,] n) {
    return -square(y - at[1]);
  }
  real[] copy(real[] x) { return x; }
}
data {
  int<lower=0> N;   # the number of rows
  int<lower=0, upper=1> hit[N], count, more[N];
  vector[2] y[N, 3];
}
parameters {
  real mu;
  real<lower=0> sigma[2];
}
transformed parameters {
  real s;
  s <- if_else(N > 1, sigma[1], fabs(sigma[2]));
}
model {
  real lp;
  mu ~ bump(copy(sigma), {{1}});
  increment_log_prob(normal_log(mu, 0, // a comment inside
                                s));
  lp <- get_lp() + poisson_log(3, s) + multiply_log(s, s);
  increment_log_prob(bump_log(mu, sigma, {{1}}) + normal_ccdf_log(mu, 0, s));
  if (mu <-1) lp <- normal_cdf(mu, 0, if_else(1, binomial_coefficient_log(3, 2), s));
  hit ~ bernoulli_logit(mu);
}
