// improper: q - 0.5*a[1] - 1.5*a[2] + a[3]
data {
  int N;
  int J;
  array[N] int g;
  vector[J] x;
  vector[N] y;
}
parameters {
  real q;
  vector[J] a;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a[g] + q * x[g], s);
}
