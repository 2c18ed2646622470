// dimension: 6 -> 1
// kept: sigma
transformed data {
  int N = 5;
  matrix[N, N] K;
  vector[N] y = [0.3, 1.2, -0.4, 2, 0.7]';
  for (i in 1 : N) for (j in 1 : N) K[i, j] = exp(-0.5 * square(0.7 * (i - j))) + (i == j ? 1e-4 : 0);
}
parameters { vector[N] f; real<lower=0> sigma; }
model {
  sigma ~ normal(0, 1);
  f ~ multi_normal(rep_vector(0.5, N), K);
  y ~ normal(f, sigma);
}
