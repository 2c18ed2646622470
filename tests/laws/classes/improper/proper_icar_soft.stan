// proper
data {
  array[3] int i;
  array[3] int k;
  array[3] int y;
}
parameters {
  real a;
  vector[3] phi;
}
model {
  target += -0.5 * dot_self(phi[i] - phi[k]);
  sum(phi) ~ normal(0, 0.003);
  y ~ poisson_log(a + phi);
}
