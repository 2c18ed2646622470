// A conditional autoregression with its precision matrix.
// dimension: 6 -> 2
// kept: kappa, sigma
transformed data {
  matrix[4, 4] W = [[2, -1, 0, 0], [-1, 3, -1, 0], [0, -1, 3, -1], [0, 0, -1, 2]];
  vector[4] y = [1, 2, 0.3, 4]';
}
parameters { vector[4] phi; real<lower=0> kappa; real<lower=0> sigma; }
model {
  phi ~ multi_normal_prec(rep_vector(0, 4), kappa * W);
  y ~ normal(phi, sigma);
  kappa ~ gamma(2, 1);
  sigma ~ exponential(1);
}
