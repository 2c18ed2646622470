// dimension: 11 -> 3
// kept: s_a, s_b, sigma
transformed data {
  array[8] int g = {1, 1, 2, 3, 3, 3, 2, 1};
  vector[8] x = [0.1, 0.9, -0.4, 0.3, 1.2, -1.1, 0.6, 2]';
  vector[8] y = [1, 2, 0.3, 4, 2.2, -1, 0.1, 0.4]';
}
parameters {
  real mu_a; real mu_b; vector[3] a; vector[3] b;
  real<lower=0> s_a; real<lower=0> s_b; real<lower=0> sigma;
}
model {
  mu_a ~ normal(0, 5);
  mu_b ~ normal(0, 5);
  a ~ normal(mu_a, s_a);
  b ~ normal(mu_b, s_b);
  y ~ normal(a[g] + b[g] .* x, sigma);
  s_a ~ exponential(1);
  s_b ~ exponential(1);
  sigma ~ exponential(1);
}
