// no prior on the whole line, cut off or not, would help: the scale of a normal is what has no conjugate form with it
// reason s: scale|standard deviation|\bsd\b|spread|sigma
// no reason s: whole line
data {
  vector[3] y;
}
parameters {
  vector[3] x;
  real<lower=0> s;
}
model {
  s ~ normal(0, 1);
  x[1] ~ normal(0, 1);
  x[2:3] ~ normal(x[1:2], s);
  y ~ normal(x, 1);
}
