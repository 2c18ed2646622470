// reason g: scale|standard deviation|\bsd\b|spread|sigma
data {
  vector[3] y;
}
parameters {
  real<lower=0> g;
}
model {
  g ~ gamma(2, 1);
  y ~ normal(0, g);
}
