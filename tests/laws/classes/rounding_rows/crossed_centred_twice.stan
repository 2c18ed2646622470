// self-test: passes
data {
  int N;
  int J;
  int H;
  array[N] int g;
  array[N] int h;
  vector[N] y;
}
parameters {
  real a;
  vector[J] u;
  vector[H] v;
  real<lower=0> s;
  real<lower=0> t;
  real<lower=0> t2;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  t2 ~ exponential(1);
  u ~ normal(a, t);
  v ~ normal(a, t2);
  y ~ normal(u[g] + v[h], s);
}
