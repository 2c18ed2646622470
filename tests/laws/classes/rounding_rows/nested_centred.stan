// self-test: passes
data {
  int N;
  int J;
  int H;
  array[N] int g;
  array[H] int p;
  vector[N] y;
}
parameters {
  real a;
  vector[J] b;
  vector[H] e;
  real<lower=0> s;
  real<lower=0> t;
  real<lower=0> t2;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  t2 ~ exponential(1);
  b ~ normal(a, t);
  e ~ normal(b[p], t2);
  y ~ normal(a + b[p[g]] + e[g], s);
}
