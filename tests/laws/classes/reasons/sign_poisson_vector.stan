// for w < 0 there is no such distribution; to collapse g all the same, and to leave w > 0 behind, would be right, too
// reason g: negative|positive|sign\b|below zero|above zero|> 0|< 0|it is collapsed
// no reason g: no plain distribution
data {
  array[3] int k;
}
parameters {
  real<lower=0> g;
  vector[3] w;
}
model {
  w ~ normal(0, 1);
  g ~ gamma(2, 1);
  k ~ poisson(w * g);
}
