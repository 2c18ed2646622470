// An intrinsic autoregression as it is written for Stan, with a soft sum to zero, in a function.
// dimension: 8 -> 2
// kept: s, sigma
functions {
  real icar_normal_lpdf(vector phi, int n, array[] int n1, array[] int n2) {
    return -0.5 * dot_self(phi[n1] - phi[n2]) + normal_lpdf(sum(phi) | 0, 0.001 * n);
  }
}
transformed data {
  array[5] int n1 = {1, 2, 3, 1, 4};
  array[5] int n2 = {2, 3, 4, 3, 5};
  vector[5] y = [0.4, 1.2, 0.9, 3, 1.1]';
}
parameters { real mu; vector[5] phi; real<lower=0> s; real<lower=0> sigma; }
model {
  phi ~ icar_normal(5, n1, n2);
  mu ~ normal(0, 2);
  y ~ normal(mu + s * phi, sigma);
  s ~ exponential(1);
  sigma ~ exponential(1);
}
