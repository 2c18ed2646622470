// no prior on the whole line, cut off or not, would help: the scale of a normal is what has no conjugate form with it
// reason s: scale|standard deviation|\bsd\b|spread|sigma
// no reason s: whole line
data {
  vector[3] y;
}
parameters {
  real m;
  real<lower=0> s;
}
model {
  s ~ normal(1, 0.5);
  m ~ normal(0, 1);
  y ~ normal(m, s);
}
