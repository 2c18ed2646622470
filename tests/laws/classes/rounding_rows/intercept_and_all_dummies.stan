// self-test: passes
data {
  int N;
  int J;
  array[N] int<lower=1, upper=J> g;
  vector[N] y;
}
parameters {
  real a;
  vector[J] b;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  a ~ normal(0, 5);
  s ~ exponential(1);
  t ~ exponential(1);
  b ~ normal(0, t);
  y ~ normal(a + b[g], s);
}
