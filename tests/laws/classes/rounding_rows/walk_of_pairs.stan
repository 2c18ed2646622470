// self-test: passes
data {
  int N;
  int T;
  array[N] int k;
  vector[N] y;
}
parameters {
  vector[T] x;
  real<lower=0> s;
  real<lower=0> q;
}
model {
  s ~ exponential(1);
  q ~ exponential(1);
  x[1] ~ normal(0, 1);
  x[2:T] ~ normal(x[1:(T - 1)], q);
  y ~ normal(x[k] + to_vector(x[k]) / 3, s);
}
