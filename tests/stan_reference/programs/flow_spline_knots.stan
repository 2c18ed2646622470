// A truncated power basis whose knots are parameters.
functions {
  real plus_cubed(real x, real knot) {
    if (x <= knot) return 0;
    return (x - knot)^3;
  }
}
data {
  int<lower=0> N;
  int<lower=1> K;
  vector[N] x;
  vector[N] y;
}
parameters {
  ordered[K] knots;
  vector[K + 2] beta;
  real<lower=0> sigma;
}
transformed parameters {
  matrix[N, K + 2] basis;
  for (n in 1:N) {
    basis[n, 1] = 1;
    basis[n, 2] = x[n];
    for (k in 1:K) basis[n, k + 2] = plus_cubed(x[n], knots[k] - 0.8);
  }
}
model {
  knots ~ normal(0, 1);
  beta ~ normal(0, 1);
  sigma ~ exponential(2);
  y ~ normal(basis * beta, sigma);
}
