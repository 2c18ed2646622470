// Data that are zero everywhere make no product: neither of a factor and another, in any order, nor of matrices.
// dimension: 12 -> 1
// kept: s
transformed data {
  vector[3] y = [0.3, -1.2, 2.5]';
  vector[3] w = [0, 0, 0]';
  matrix[3, 2] X = rep_matrix(0, 3, 2);
  array[3] int g = {1, 2, 1};
}
parameters {
  real a;
  real b;
  vector[2] c;
  vector[2] d;
  real e;
  real f;
  vector[2] h;
  real m;
  real<lower=0> s;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  c ~ normal(0, 1);
  d ~ normal(0, 1);
  e ~ normal(0, 1);
  f ~ normal(0, 1);
  h ~ normal(0, 1);
  m ~ normal(0, 1);
  s ~ lognormal(0, 1);
  for (n in 1:3) y[n] ~ normal(w[n] * a * b + m, s);
  y ~ normal(c[g] .* d[g] .* w + m, s);
  y ~ normal(e * f * w + (X * h) * e + m, s);
}
