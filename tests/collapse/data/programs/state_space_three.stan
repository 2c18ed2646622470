// A chain of three steps goes down to its hyper-parameters.
// dimension: 6 -> 3
// kept: phi, q, r
transformed data { vector[3] y = [0.4, 1.1, -0.3]'; }
parameters { real phi; real<lower=0> q; real<lower=0> r; real x1; real x2; real x3; }
model {
  phi ~ normal(0.5, 0.3);
  q ~ exponential(1);
  r ~ exponential(1);
  x1 ~ normal(0, 1);
  x2 ~ normal(phi * x1, q);
  x3 ~ normal(phi * x2, q);
  y[1] ~ normal(x1, r);
  y[2] ~ normal(x2, r);
  y[3] ~ normal(x3, r);
}
