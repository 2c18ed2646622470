// An element that is to be kept keeps its vector, and no other.
// options: keep x[2,1]
// dimension: 5 -> 3
// kept: s, x[2,1], x[2,2], x[2,3]
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { array[2] sum_to_zero_vector[3] x; real<lower=0> s; }
model {
  x[1] ~ normal(0, 1);
  x[2] ~ normal(0, 1);
  y ~ normal(x[1] + x[2], s);
  s ~ exponential(1);
}
