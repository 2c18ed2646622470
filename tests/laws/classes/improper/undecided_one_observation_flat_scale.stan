// undecided
data {
  real y;
}
parameters {
  real m;
  real<lower=0> s;
}
model {
  y ~ normal(m, s);
}
