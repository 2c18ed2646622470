// improper: a - b[1] - b[2]; a - c[1] - c[2] - c[3]
data {
  int N;
  array[N] int g;
  array[N] int h;
  vector[N] y;
}
parameters {
  real a;
  vector[2] b;
  vector[3] c;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + b[g] + c[h], s);
}
