// b * x with both unknown: the five true values go, the slope stays.
// dimension: 10 -> 4
// kept: b, s_x, sigma, tau
// reason b: x
transformed data { vector[5] xo = [0, 0.5, 1, 2, 3]'; vector[5] y = [0.4, 1.2, 0.9, 3, 2]'; }
parameters { real a; real b; vector[5] x; real<lower=0> s_x; real<lower=0> tau; real<lower=0> sigma; }
model {
  a ~ normal(0, 2);
  b ~ normal(0, 2);
  x ~ normal(1, s_x);
  xo ~ normal(x, tau);
  y ~ normal(a + b * x, sigma);
  s_x ~ exponential(1);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
