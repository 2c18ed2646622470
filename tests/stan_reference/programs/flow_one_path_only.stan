// Variables that are assigned on one path only, and one that keeps its value from before.
data {
  int N;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real<lower=0> s;
}
model {
  real last = a;
  vector[N] mu = rep_vector(b, N);
  real unset;
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  s ~ exponential(1);
  if (a > 0) {
    unset = a * b;
  }
  for (n in 1:N) {
    if (last * y[n] > 0.1) {
      mu[n] = last;
      last *= b;
    }
  }
  y ~ normal(mu, s);
  if (a > 0) target += unset;
}
