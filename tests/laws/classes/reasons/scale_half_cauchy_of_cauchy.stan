// no prior on the whole line, cut off or not, would help: the scale of a normal is what has no conjugate form with it
// reason s: scale|standard deviation|\bsd\b|spread|sigma|y ~ cauchy|not normal|conjugate
// no reason s: whole line
data {
  vector[3] y;
}
parameters {
  real<lower=0> s;
}
model {
  s ~ cauchy(0, 1);
  y ~ cauchy(0, s);
}
