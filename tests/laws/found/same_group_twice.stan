// The difference of two effects of one group made the recovery NaN.
data {
  int<lower=0> J;
}
parameters {
  vector[J] u;
  vector[J] v;
}
model {
  u ~ normal(1, 0.7);
  1 ~ lognormal(u[1] - u[1] + v[1], 1);
}
