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
  vector[J] v;
  vector[J] b;
  real<lower=0> s;
  real<lower=0> t;
  real<lower=0> t2;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  t2 ~ exponential(1);
  v ~ normal(a, t);
  b ~ normal(0, t2);
  y ~ normal(v[g] + b[g] .* x, s);
}
