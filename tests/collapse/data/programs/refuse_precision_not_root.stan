// A standard deviation of 1/tau is not of the form of a precision.
// dimension: 1 -> 1
// kept: tau
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> tau; }
model {
  tau ~ gamma(2, 1);
  y ~ normal(0, 1 / tau);
}
