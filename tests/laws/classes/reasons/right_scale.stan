// reason l: scale|standard deviation|\bsd\b|spread|sigma
data {
  vector[3] y;
}
parameters {
  real l;
}
model {
  l ~ normal(0, 1);
  y ~ normal(0, exp(l));
}
