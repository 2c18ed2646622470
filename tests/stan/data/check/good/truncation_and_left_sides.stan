data {
  int N;
  vector[N] y;
  array[N] int k;
}
parameters {
  real mu;
  real<lower=0> s;
  matrix[2, 2] Z;
}
model {
  y[1] ~ normal(mu, s) T[0, ];
  y[2] ~ normal(mu, s) T[, 3];
  k[1] ~ poisson(s) T[1, 10];
  y - mu ~ normal(0, s);
  to_vector(Z) ~ std_normal();
  y[2 : N] ~ normal(y[1 : N - 1], s);
  2.5 ~ normal(mu, s);
  {mu, s} ~ normal(0, 1);
  log(s) ~ normal(0, 1);
  k ~ poisson_log(mu + y);
  Z[1] ~ normal(0, 1);
}
