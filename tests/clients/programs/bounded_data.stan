// Data and a parameter with constraints, for values that break them; the last term keeps the parameter from being drawn exactly.
data {
  real<lower=0> scale;
}
parameters {
  real<lower=0> x;
}
model {
  x ~ weibull(2, scale);
  target += -square(log1p(x));
}
