// proper
data {
  array[3] int i;
  array[3] int k;
  array[3] int y;
}
parameters {
  vector[3] phi;
}
model {
  target += -0.5 * dot_self(phi[i] - phi[k]);
  y ~ poisson_log(phi);
}
