// self-test: passes
data {
  int N;
  int J;
  array[N] int<lower=1, upper=J> g;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real q;
  vector[J] v;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  a ~ normal(0, 1);
  q ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  v ~ normal(0, t);
  y ~ normal(a + q * x + v[g], s);
}
