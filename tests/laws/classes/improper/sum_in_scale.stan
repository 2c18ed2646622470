// g + h is determined, g - h is not
// improper: g - h
data {
  vector[5] y;
}
parameters {
  real g;
  real h;
}
model {
  y ~ normal(0, exp(g + h));
}
