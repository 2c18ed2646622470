// A local level with noise.
data {
  int<lower=1> T;
  vector[T] y;
}
parameters {
  real<lower=0> q;
  real<lower=0> r;
  vector[T] x;
}
model {
  q ~ exponential(1);
  r ~ exponential(1);
  x[1] ~ normal(0, 10);
  for (t in 2 : T) {
    x[t] ~ normal(x[t - 1], q);
  }
  y ~ normal(x, r);
}
