// Arrays of vectors, non-centred, and a matrix whose rows and columns sum to zero.
// dimension: 13 -> 3
// kept: sigma, t, tau
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters {
  array[2] sum_to_zero_vector[3] x; sum_to_zero_matrix[3, 4] M; real<lower=0> t; real<lower=0> tau; real<lower=0> sigma;
}
model {
  x[1] ~ std_normal();
  x[2] ~ normal(x[1], t);
  to_vector(M) ~ normal(0, tau);
  y ~ normal(t * x[1] - x[2] + M[1:3, 4] + 0.5 * M[3, 2:4]', sigma);
  t ~ exponential(1);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
