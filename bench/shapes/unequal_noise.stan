// Two crossed effects, and noise whose logarithm has effects of its own.
data {
  int<lower=1> N;
  int<lower=1> J;
  int<lower=1> K;
  array[N] int<lower=1, upper=J> g;
  array[N] int<lower=1, upper=K> h;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  vector[J] u;
  vector[K] v;
  vector[J] noise;
  real noise_mean;
  real<lower=0> su;
  real<lower=0> sv;
  real<lower=0> sn;
}
model {
  a ~ normal(0, 5);
  b ~ normal(0, 5);
  u ~ normal(0, su);
  v ~ normal(0, sv);
  noise ~ normal(noise_mean, sn);
  noise_mean ~ normal(0, 1);
  su ~ exponential(1);
  sv ~ exponential(1);
  sn ~ exponential(1);
  y ~ normal(a + b * x + u[g] + v[h], exp(noise[g]));
}
