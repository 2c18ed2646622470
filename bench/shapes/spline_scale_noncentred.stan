// A spline whose coefficients walk by steps that are the parameters: spline_scale.stan in other words.
data {
  int<lower=1> N;
  int<lower=3> M;
  matrix[N, M] B;
  vector[N] x;
  vector[N] y;
}
parameters {
  real<lower=0> tau;
  real gamma0;
  real gamma1;
  real start;
  vector[M - 1] z;
}
model {
  vector[M] b = start + append_row(0, tau * cumulative_sum(z));
  tau ~ normal(0, 1);
  gamma0 ~ normal(0, 2);
  gamma1 ~ normal(0, 2);
  start ~ normal(0, 5);
  z ~ std_normal();
  y ~ normal(B * b, exp(gamma0 + gamma1 * x));
}
