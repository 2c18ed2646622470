// w given the data is normal(-1/18, 2/3), cut off at zero
// every draw: w in [0, inf]
// reference: w mean 0.5122325 sd 0.3919246
// self-test: passes
parameters {
  real w;
  real z;
}
model {
  w ~ normal(0, 1);
  0.0 ~ normal(w, 1);
  -0.5 ~ normal(w, 2);
  z ~ normal(sqrt(w), 1);
}
