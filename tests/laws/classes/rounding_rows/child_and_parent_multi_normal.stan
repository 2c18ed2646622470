// self-test: passes
data {
  int N;
  int J;
  array[N] int<lower=1, upper=J> g;
  vector[N] y;
}
parameters {
  array[J] vector[2] e;
  real<lower=-1, upper=1> r;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  for (j in 1:J) {
    e[j] ~ multi_normal([0.2, 0.1]', [[1, r], [r, 1]]);
  }
  for (n in 1:N) {
    y[n] ~ normal(e[g[n], 1] + e[g[n], 2] / 3, s);
  }
}
