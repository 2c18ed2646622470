// A transition matrix that is a parameter multiplies the states: the states go.
// dimension: 13 -> 5
// kept: A, sigma
transformed data { vector[4] y = [1, 2, 0.3, 4]'; }
parameters { matrix[2, 2] A; array[4] vector[2] x; real<lower=0> sigma; }
model {
  to_vector(A) ~ normal(0, 0.5);
  x[1] ~ normal(0, 2);
  for (t in 2:4) x[t] ~ normal(A * x[t - 1], 0.5);
  for (t in 1:4) y[t] ~ normal(x[t, 1], sigma);
  sigma ~ exponential(1);
}
