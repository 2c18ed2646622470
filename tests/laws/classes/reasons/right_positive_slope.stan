// here it is the bound: without it b would be collapsed
// reason b: bound|cut|trunc|support|positive|half
data {
  vector[3] y;
}
parameters {
  real<lower=0> b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(b, 1);
}
