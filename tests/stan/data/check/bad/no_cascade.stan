data {
  int n;
  real a;
  vector[n] v;
  row_vector[n] r;
  matrix[n, n] m;
  array[n] real x;
  array[n] int idx;
}
parameters {
  real mu;
  real<lower=0> sigma;
  vector[n] b;
}
model {
  real k = unknown_thing(mu) * v + [1, 2];
  vector[n] w = undeclared + 1;
  target += w * (undeclared * 2);
  mu ~ normal(undeclared, {1, undeclared});
}
