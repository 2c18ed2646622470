// dimension: 8 -> 5
// kept: lambda, sigma, tau
transformed data {
  matrix[6, 3] X = [[1, 0.5, 2], [1, -0.5, 1], [1, 1.5, 0], [1, 2, -1], [1, 0.3, 0.4], [1, -2, 0.1]];
  vector[6] y = [1, 2, 0.3, 4, 2.2, -1]';
}
parameters { vector[3] z; vector<lower=0>[3] lambda; real<lower=0> tau; real<lower=0> sigma; }
model {
  z ~ std_normal();
  lambda ~ cauchy(0, 1);
  tau ~ cauchy(0, 1);
  sigma ~ exponential(1);
  y ~ normal(X * (z .* lambda * tau), sigma);
}
