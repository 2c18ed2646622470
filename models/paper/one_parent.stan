// One parent with N children, written as a loop: the model of the paper's Appendix F.
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real x;
  real log_sigma;
}
model {
  x ~ normal(0, 1);
  log_sigma ~ normal(0, 1);
  for (i in 1:N) y[i] ~ normal(x, exp(log_sigma));
}
