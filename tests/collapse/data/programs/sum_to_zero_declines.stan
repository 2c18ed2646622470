// dimension: 3 -> 3
// kept: b, sigma
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { sum_to_zero_vector[3] b; real<lower=0> sigma; }
model {
  b ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(b, sigma);
}
