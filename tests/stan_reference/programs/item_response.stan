// Two-parameter item response with identification by priors, in long form with two indices.
data {
  int<lower=1> I;
  int<lower=1> J;
  int<lower=1> N;
  array[N] int<lower=1, upper=I> ii;
  array[N] int<lower=1, upper=J> jj;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  vector[J] theta;
  vector<lower=0>[I] alpha;
  vector[I - 1] beta_free;
  real<lower=0, upper=0.5> guess;
}
transformed parameters {
  vector[I] beta = append_row(beta_free, -sum(beta_free));
}
model {
  theta ~ std_normal();
  alpha ~ lognormal(0.5, 1);
  beta ~ normal(0, 3);
  guess ~ beta(2, 8);
  y ~ bernoulli_logit(alpha[ii] .* (theta[jj] - beta[ii]));
  for (n in 1:N) {
    real p = guess + (1 - guess) * inv_logit(alpha[ii[n]] * (theta[jj[n]] - beta[ii[n]]));
    y[n] ~ bernoulli(p);
  }
}
