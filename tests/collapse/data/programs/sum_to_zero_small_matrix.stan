// The same for a matrix.
// dimension: 3 -> 1
// kept: tau
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { sum_to_zero_matrix[2, 3] M; real<lower=0> tau; }
model {
  to_vector(M) ~ normal(0.2, tau);
  y ~ normal(M[2]', 1);
  tau ~ exponential(1);
}
