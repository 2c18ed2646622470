// an offset must be a number
// every draw: r in [0, 1000]
// options: --init 0.5
// self-test: passes
data {
  real y;
}
parameters {
  real r;
  real<offset=log(r)> u;
}
model {
  r ~ normal(0, 1);
  u ~ normal(0, 2);
  y ~ normal(u, 1);
}
