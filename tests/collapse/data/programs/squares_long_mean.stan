// A mean over many elements beside a weighted sum of them, with a coefficient that changes.
// dimension: 72 -> 2
// kept: s, tau
transformed data { vector[70] w; for (i in 1:70) w[i] = sin(i); }
parameters { vector[70] u; real<lower=0> tau; real<lower=0> s; }
model {
  u ~ normal(0, tau);
  0.4 ~ normal(s * mean(u), 0.1);
  0.7 ~ normal(dot_product(w, u), 0.3);
  tau ~ exponential(1);
  s ~ exponential(1);
}
