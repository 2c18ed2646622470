// The simplified electric company model of the paper's Figure 2: one pair of classes.
data {
  vector[2] t;
  vector[2] y;
}
parameters {
  real log_sigma;
  real mu_a;
  real a;
  real b1;
  real b2;
}
model {
  log_sigma ~ normal(0, 1);
  mu_a ~ normal(0, 1);
  a ~ normal(100 * mu_a, 1);
  b1 ~ normal(0, 100);
  b2 ~ normal(0, 100);
  y[1] ~ normal(a + b1 * t[1], exp(log_sigma));
  y[2] ~ normal(a + b2 * t[2], exp(log_sigma));
}
