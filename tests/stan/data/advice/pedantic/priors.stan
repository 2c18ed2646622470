data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real flat;
  real<lower=0> scale;
  real lonely;
  real<lower=0, upper=1> share;
  vector[N] centre;
  real above;
}
transformed parameters {
  vector[N] mean_of_y = flat + centre;
}
model {
  centre ~ normal(above, 1);
  y ~ normal(mean_of_y, scale);
  y ~ normal(share, 1);
}
generated quantities {
  real seen = lonely + 1;
}
