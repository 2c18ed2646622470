model {
  y ~ 3;
  y ~ normal;
  y ~ normal(0, 1)[0, 1];
  y ~ normal(0, 1) T[0];
  ~ normal(0, 1);
}
